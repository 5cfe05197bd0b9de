{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
interface {{ class }} extends \Yar\Union
{
{%- if let Some(tag) = tag %}
    public const TAG = {{ tag }};
{%- endif %}
    public const CASES = [
{%- for (name, case) in cases %}
        {{ name }} => {{ case }}::class,
{%- endfor %}
    ];
    public const UNKNOWN = {{ unknown }}::class;
}

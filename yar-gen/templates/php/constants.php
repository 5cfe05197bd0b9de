{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
final class {{ class }}
{
{%- for constant in constants %}
{%- match constant.made %}
{%- when Some(native) %}
{%- if !loop.first %}
{% endif %}
{%- call docs_of::block(&constant.docs, "    ") %}{% endcall %}
    public static function {{ constant.name }}(): {{ native }}
    {
        return {{ constant.value }};
    }
{%- if !loop.last %}
{% endif %}
{%- when None %}
{%- call docs_of::block(&constant.docs, "    ") %}{% endcall %}
    public const {{ constant.name }} = {{ constant.value }};
{%- endmatch %}
{%- endfor %}
}

{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
final class {{ class }} extends \Yar\Exception\DeclaredException
{
    public const CODE = {{ code }};
    public const NAME = {{ name }};
    public const MESSAGE = {{ message }};
}

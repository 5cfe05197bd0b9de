{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
final class {{ class }} implements {{ parent }}
{
{%- match ty %}
{%- when Some(ty) %}
{%- call docs_of::block(&constructor_docs, "    ") %}{% endcall %}
    public function __construct(public readonly {{ ty.native }} $value) {}

    public static function type(): \Yar\Type\Codec
    {
        return {{ ty.codec }};
    }
{%- when None %}
    public static function type(): ?\Yar\Type\Codec
    {
        return null;
    }
{%- endmatch %}
}

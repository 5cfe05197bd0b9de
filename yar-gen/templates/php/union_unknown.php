{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
final class {{ class }} implements {{ parent }}
{
    public function __construct(public readonly string $tag, public readonly mixed $value) {}

    public static function type(): \Yar\Type\Codec
    {
        return \Yar\Type::any();
    }
}

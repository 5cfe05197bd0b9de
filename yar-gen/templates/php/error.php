{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
final class {{ class }} extends \Yar\Exception\DeclaredException
{
    public const CODE = {{ code }};
    public const NAME = {{ name }};
    public const MESSAGE = {{ message }};
{%- if !fields.is_empty() %}
{% call docs_of::block(&constructor_docs, "    ") %}{% endcall %}
    public function __construct(
        ?string $message = null,
{%- for field in fields %}
{%- call docs_of::block(&field.docs, "        ") %}{% endcall %}
        public readonly {{ field.native }} ${{ field.property }} = null,
{%- endfor %}
    ) {
        parent::__construct($message);
    }

    public static function fields(): array
    {
        return [
{%- for field in fields %}
            '{{ field.property }}' => {{ field.field }},
{%- endfor %}
        ];
    }
{%- endif %}
}

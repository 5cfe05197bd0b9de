{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
final class {{ class }} implements \Yar\Struct
{
{%- if !fields.is_empty() %}
{%- call docs_of::block(&constructor_docs, "    ") %}{% endcall %}
    public function __construct(
{%- for field in fields %}
        public readonly {{ field.native }} ${{ field.property }},
{%- endfor %}
    ) {}
{% endif %}
    public static function fields(): array
    {
        return [
{%- for field in fields %}
            {{ field.key }} => {{ field.codec }},
{%- if loop.last %}
        {% endif %}
{%- endfor %}];
    }

    /**
     * @param {{ shape }} $data
     */
    public static function fromArray(array $data): self
    {
        return new self(
{%- for field in fields %}
            $data[{{ field.key }}],
{%- if loop.last %}
        {% endif %}
{%- endfor %});
    }

    /**
     * @return {{ shape }}
     */
    public function toArray(): array
    {
        return [
{%- for field in fields %}
            {{ field.key }} => $this->{{ field.property }},
{%- if loop.last %}
        {% endif %}
{%- endfor %}];
    }
}

{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
final class {{ class }} implements \Yar\Struct
{
{%- if !fields.is_empty() %}
{%- call docs_of::block(&constructor_docs, "    ") %}{% endcall %}
    public function __construct(
{%- for field in params %}
{%- call docs_of::block(&field.docs, "        ") %}{% endcall %}
        public readonly {{ field.native }} ${{ field.property }}{% if let Some(default) = field.default %} = {{ default }}{% endif %},
{%- endfor %}
    ) {}
{% endif %}
    public static function fields(): array
    {
        return [
{%- for field in fields %}
            '{{ field.property }}' => {{ field.field }},
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
{%- for field in params %}
            {{ field.from_array }},
{%- if loop.last %}
        {% endif %}
{%- endfor %});
    }

    /**
     * @return {{ shape }}
     */
    public function toArray(): array
    {
        {% if can_lack %}$data ={% else %}return{% endif %} [
{%- for field in fields %}
{%- if field.is_there.is_none() %}
            {{ field.key }} => $this->{{ field.property }},
{%- endif %}
{%- if loop.last && !can_lack_all %}
        {% endif %}
{%- endfor %}];
{%- if can_lack %}
{%- for field in fields %}
{%- if let Some(condition) = field.is_there %}
        if ({{ condition }}) {
            $data[{{ field.key }}] = $this->{{ field.property }};
        }
{%- endif %}
{%- endfor %}

        return $data;
{%- endif %}
    }
}

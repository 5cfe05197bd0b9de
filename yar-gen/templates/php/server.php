{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
final class {{ class }} extends \Yar\Server
{
    public function __construct(private readonly {{ interface }} $handler, \Yar\ServerOptions $options = new \Yar\ServerOptions())
    {
        parent::__construct({{ name }}, $options);
    }

    protected function method(string $name): ?\Yar\Method
    {
        return match ($name) {
{%- for method in methods %}
            {{ method.wire_name }} => (new \Yar\Method($this->handler->{{ method.name }}(...)))
{%- for param in method.params %}
                ->{{ param.served }}
{%- endfor %}
{%- if method.is_strict %}
                ->strictly()
{%- endif %}
{%- if !method.throws.is_empty() %}
                ->throws({{ method.throws }})
{%- endif %}
{%- if let Some(codec) = method.result %}
                ->returns({{ codec }})
{%- endif %},
{%- endfor %}
            default => null,
        };
    }
}

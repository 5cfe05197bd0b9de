{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
final class {{ class }} implements {{ interface }}
{
    private readonly \Yar\Client $client;

    public function __construct(#[\SensitiveParameter] string $uri, \Yar\Options $options = new \Yar\Options())
    {
        $this->client = new \Yar\Client($uri, $options);
    }
{%- for method in methods %}
{% if method.is_long %}
    public function {{ method.name }}(
{%- for param in method.params %}
        {{ param.declaration }},
{%- endfor %}
    ): {{ method.returns }} {
{%- else %}
    public function {{ method.name }}({% for param in method.params %}{{ param.declaration }}{% if !loop.last %}, {% endif %}{% endfor %}): {{ method.returns }}
    {
{%- endif %}
{%- if let Some(ty) = method.asserted %}
        /** @var {{ ty }} */
{%- endif %}
        {% if method.result.is_some() %}return {% endif %}$this->client->method({{ method.wire_name }})
{%- for param in method.params %}
            ->{{ param.argument }}
{%- endfor %}
{%- if !method.throws.is_empty() %}
            ->throws({{ method.throws }})
{%- endif %}
{%- match method.result %}
{%- when Some(codec) %}
            ->receive({{ codec }});
{%- when None %}
            ->finish();
{%- endmatch %}
    }
{%- endfor %}
}

{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
interface {{ class }}{% if let Some(base) = base %} extends {{ base }}{% endif %}{% if methods.is_empty() %} {}{% else %}
{
{%- for method in methods %}
{%- if !loop.first %}
{% endif %}
{%- call docs_of::block(&method.docs, "    ") %}{% endcall %}
{%- if method.is_long %}
    public function {{ method.name }}(
{%- for param in method.params %}
        {{ param.declaration }},
{%- endfor %}
    ): {{ method.returns }};
{%- else %}
    public function {{ method.name }}({% for param in method.params %}{{ param.declaration }}{% if !loop.last %}, {% endif %}{% endfor %}): {{ method.returns }};
{%- endif %}
{%- if loop.last %}
}
{%- endif %}
{%- endfor %}
{%- endif %}

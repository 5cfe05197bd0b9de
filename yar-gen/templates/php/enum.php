{%- import "php/docs.php" as docs_of -%}
{%- include "php/head.php" %}
{% call docs_of::block(&docs, "") %}{% endcall %}
enum {{ class }}: {{ backing }}
{
{%- for case in cases %}
{%- call docs_of::block(&case.docs, "    ") %}{% endcall %}
    {{ case.keyword }} {{ case.name }} = {{ case.value }};
{%- endfor %}
}

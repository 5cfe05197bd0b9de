{%- macro block(lines, indent) %}
{%- if !lines.is_empty() %}
{{ indent }}/**
{%- for line in lines %}
{{ indent }} *{% if !line.is_empty() %} {{ line }}{% endif %}
{%- endfor %}
{{ indent }} */
{%- endif %}
{%- endmacro %}

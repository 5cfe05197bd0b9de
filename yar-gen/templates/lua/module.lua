-- {{ generated }}
{%- for line in docs %}
{% if loop.first %}--
{% endif -%}
--{% if !line.is_empty() %} {{ line }}{% endif %}
{%- endfor %}
{%- if has_long_lines %}
-- luacheck: ignore 631
{%- endif %}
{%- if uses_runtime %}

local yar = require("yar")
{%- endif %}
{%- if let Some((names, values)) = locals %}

local {{ names }} = {{ values }}
{%- endif %}
{%- if !imports.is_empty() %}

local imported = {
{%- for (package, module) in imports %}
    [{{ package }}] = require({{ module }}),
{%- endfor %}
}
{%- endif %}

---@class {{ class }}
local _M = {}
{%- if !errors.is_empty() %}

---Names of the declared errors, as the `kind` of an error has them.
_M.{{ errors_table }} = {
{%- for error in errors %}
{%- for line in error.docs %}
    ---{{ line }}
{%- endfor %}
    {{ error.key }} = {{ error.value }},
{%- endfor %}
}
{%- endif %}
{%- for item in enums %}
{% for line in item.docs %}
---{{ line }}
{%- endfor %}
---@enum {{ item.class }}
{{ item.target }} = {
{%- for case in item.cases %}
{%- for line in case.docs %}
    ---{{ line }}
{%- endfor %}
    {{ case.key }} = {{ case.value }},
{%- endfor %}
}
{%- endfor %}
{%- for item in constants %}
{% for line in item.docs %}
---{{ line }}
{%- endfor %}
{%- if let Some(annotation) = item.annotation %}
---@type {{ annotation }}
{%- endif %}
{{ item.key }} = {{ item.value }}
{%- endfor %}
{%- for item in records %}
{% for line in item.docs %}
---{{ line }}
{%- endfor %}
---@class {{ item.class }}
{%- for field in item.fields %}
---@field {{ field }}
{%- endfor %}
{%- endfor %}
{%- if !definitions.is_empty() %}

-- Descriptors, for this module and for those that import it.
local declared = {
{%- for item in definitions %}
    {{ item.key }} = {{ item.value }},
{%- endfor %}
}
_M[1] = declared
{%- for item in definitions %}
{%- if let Some(completion) = item.completion %}

{{ completion }}{
{%- for member in item.members %}
    {{ member }},
{%- if loop.last %}
{% endif %}
{%- endfor %}}{{ item.trailing }})
{%- endif %}
{%- endfor %}
{%- endif %}
{%- for service in services %}

do
{%- if !service.methods.is_empty() %}
    local methods = {
{%- for method in service.methods %}
        {{ method.key }} = method({{ method.name }}, {
{%- for param in method.params %}
            {{ param.descriptor }},
{%- if loop.last %}
        {% endif %}
{%- endfor %}}{{ method.rest }}),
{%- endfor %}
    }
{% endif -%}
{%- for line in service.docs %}
    ---{{ line }}
{%- endfor %}
    ---@class {{ service.class }}{{ service.base_class }}
    local service = {}
    service.__index = service
{%- if let Some(base) = service.base %}
    inherit(service, {{ base }})
{%- endif %}
{%- for method in service.methods %}
{% for line in method.docs %}
    ---{{ line }}
{%- endfor %}
{%- if method.is_deprecated %}
    ---@deprecated
{%- endif %}
{%- for param in method.params %}
    ---@param {{ param.annotation }}
{%- endfor %}
    ---@return {{ method.returns }}
    ---@return yar.Error? err{{ method.errors }}
    {{ method.head }}
        return call(self, {{ method.descriptor }}, {{ method.arguments }})
    end
{%- endfor %}

    {{ service.target }} = {
        -- The methods, for services that extend this one.
        [1] = service,
        ---Makes a client of {{ service.name }}; it connects at the first call.
        ---@param uri string|yar.Client
        ---@param options? yar.Options
        ---@return {{ service.class }}? client
        ---@return yar.Error? err
        new = function(uri, options)
            return typed(service, uri, options)
        end,
    }
end
{%- endfor %}

return _M

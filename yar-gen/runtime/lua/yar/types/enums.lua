-- Descriptors of closed enums. Open ones keep unknown values and are nothing
-- but their raw type.

local integers = require("yar.integers")
local problems = require("yar.problem")

local concat, ipairs, setmetatable, type = table.concat, ipairs, setmetatable, type
local expected = problems.expected

-- How many values a message lists.
local MAX_LISTED = 20

local _M = {}

local Closed = {}
Closed.__index = Closed

local function text_of(kind, value)
    if not kind then
        return type(value) == "string" and value or nil
    end
    local fitting = integers.fit(value, kind)
    return fitting and integers.text(fitting)
end

---Whether one of the cases has this raw value.
function Closed:known(value)
    local text = text_of(self.kind, value)
    return text ~= nil and self.texts[text] ~= nil
end

function Closed:write(packager, buffer, at, value)
    if not self:known(value) then
        return nil, expected(self.described, value)
    end
    return self.raw:write(packager, buffer, at, value)
end

function Closed:read(packager, value)
    if not self:known(value) then
        return nil, expected(self.described, value)
    end
    return self.raw:read(packager, value)
end

---An enum whose values are no others than those of its cases.
---@param name string
---@param raw yar.Type string or an integer
---@param cases any[] their raw values
---@return yar.Type
function _M.closed(name, raw, cases)
    local texts, listed = {}, {}
    for index, value in ipairs(cases) do
        local text = text_of(raw.kind, value)
        texts[text] = true
        if index <= MAX_LISTED then
            listed[index] = raw.kind and text or '"' .. text .. '"'
        end
    end
    listed[#listed + 1] = #cases > MAX_LISTED and "..." or nil
    return setmetatable({
        name = name,
        described = name .. " (" .. concat(listed, ", ") .. ")",
        raw = raw,
        kind = raw.kind,
        texts = texts,
    }, Closed)
end

return _M

-- Descriptors of the scalar types of a contract. A descriptor writes a Lua
-- value of its type and reads what a peer sent for it; both name what is wrong
-- instead of guessing. Readers accept what PHP makes of these types.

local any_values = require("yar.any")
local base64 = require("yar.base64")
local floats = require("yar.floats")
local integers = require("yar.integers")
local problems = require("yar.problem")
local text = require("yar.text")
local values = require("yar.values")

local find, math_type, pairs, setmetatable, tonumber, type = string.find, math.type, pairs, setmetatable, tonumber, type
local huge = math.huge
local expected, new_problem = problems.expected, problems.new
local fit, is_null, is_utf8, narrow = integers.fit, values.is_null, text.is_utf8, floats.narrow
local integer_text, null = integers.text, values.null

-- `write` appends the pieces of a value to a buffer and returns its last used
-- index; `depth` counts the containers around the value.

---@class yar.Type
---@field name string as the contract writes it
---@field nullable boolean? true when null and absence are values of the type
---@field has_null boolean? true when null is another value than absence
---@field write fun(self, packager, buffer, at, value, depth): integer?, yar.Problem?
---@field read fun(self: yar.Type, packager: yar.Packager, value: any): any, yar.Problem?

local _M = {}

local function append(buffer, at, piece, why)
    if not piece then
        return nil, new_problem(why)
    end
    buffer[at + 1] = piece
    return at + 1
end

local Boolean = { name = "bool" }

function Boolean:write(packager, buffer, at, value)
    if type(value) ~= "boolean" then
        return nil, expected(self.name, value)
    end
    buffer[at + 1] = value and packager.out.yes or packager.out.no
    return at + 1
end

function Boolean:read(_, value)
    if type(value) == "boolean" then
        return value
    elseif value == 0 or value == 1 then
        return value == 1
    end
    return nil, expected(self.name, value)
end

local Integer = {}
Integer.__index = Integer

local function misfit(self, value)
    local kind = self.kind
    if type(value) == "number" and value % 1 == 0 and not kind.wide then
        return expected(("%s (%.0f to %.0f)"):format(self.name, kind.min, kind.max), value)
    end
    return expected(self.name, value)
end

function Integer:write(packager, buffer, at, value)
    local kind = self.kind
    local fitting
    -- Digits in a string are how wide integers look where numbers cannot hold
    -- them; for the others a string is a mistake of the caller.
    if kind.wide or type(value) ~= "string" then
        fitting = fit(value, kind)
    end
    if not fitting then
        return nil, misfit(self, value)
    end
    buffer[at + 1] = packager.out.integer(fitting)
    return at + 1
end

function Integer:read(_, value)
    local fitting = fit(value, self.kind)
    if fitting then
        return fitting
    end
    return nil, misfit(self, value)
end

-- An integer that is decimal digits on every interpreter.
local TextInteger = { as_text = true, write = Integer.write }
TextInteger.__index = TextInteger

function TextInteger:read(_, value)
    local fitting = fit(value, self.kind)
    if fitting then
        return integer_text(fitting)
    end
    return nil, misfit(self, value)
end

local function as_float(value)
    local kind = type(value)
    if kind == "number" then
        return value * 1.0
    elseif kind == "string" and #value <= 400 and find(value, "^-?%d+%.?%d*[eE]?[+-]?%d*$") then
        local number = tonumber(value)
        return number and number * 1.0
    elseif integers.is_cdata(value) then
        return tonumber(value)
    end
end

local Float = { name = "f64" }

function Float:write(packager, buffer, at, value)
    if type(value) ~= "number" then
        return nil, expected(self.name, value)
    end
    local number = value * 1.0
    if math_type and number ~= value and value == value then
        return nil, new_problem("the integer " .. value .. " would be rounded as " .. self.name)
    end
    return append(buffer, at, packager.out.float(number))
end

function Float:read(_, value)
    local number = as_float(value)
    if number then
        return number
    end
    return nil, expected(self.name, value)
end

local SingleFloat = { name = "f32" }

function SingleFloat:write(packager, buffer, at, value)
    if type(value) ~= "number" then
        return nil, expected(self.name, value)
    end
    local number = narrow(value * 1.0)
    if (number == huge or number == -huge) and number ~= value then
        return nil, expected("f32 (up to 3.4028234663852886e38 in size)", value)
    end
    return append(buffer, at, packager.out.float(number))
end

function SingleFloat:read(_, value)
    local number = as_float(value)
    if number then
        return narrow(number)
    end
    return nil, expected(self.name, value)
end

local String = { name = "string" }

function String:write(packager, buffer, at, value)
    if type(value) ~= "string" then
        return nil, expected(self.name, value)
    elseif not is_utf8(value) then
        return nil, new_problem("not valid UTF-8 (raw bytes need the type bytes)")
    end
    return append(buffer, at, packager.out.string(value))
end

function String:read(_, value)
    if type(value) ~= "string" then
        return nil, expected(self.name, value)
    elseif not is_utf8(value) then
        return nil, new_problem("not valid UTF-8 (raw bytes need the type bytes)")
    end
    return value
end

local Bytes = { name = "bytes" }

function Bytes:write(packager, buffer, at, value)
    if type(value) ~= "string" then
        return nil, expected(self.name, value)
    end
    return append(buffer, at, packager.out.bytes(value))
end

function Bytes:read(packager, value)
    if type(value) ~= "string" then
        return nil, expected(self.name, value)
    elseif not packager.text_only then
        return value
    end
    local decoded = base64.decode(value)
    if decoded then
        return decoded
    end
    return nil, expected("bytes as base64", value)
end

local Any = { name = "any", nullable = true }

function Any:write(packager, buffer, at, value, depth)
    return any_values.write(packager.out, buffer, at, value, depth)
end

function Any:read(_, value)
    return value
end

local Nullable = {}
Nullable.__index = Nullable

function Nullable:write(packager, buffer, at, value, depth)
    if is_null(value) then
        buffer[at + 1] = packager.out.null
        return at + 1
    end
    return self.inner:write(packager, buffer, at, value, depth)
end

function Nullable:read(packager, value)
    if value == null then
        return nil
    end
    return self.inner:read(packager, value)
end

_M.bool = Boolean
_M.f32 = SingleFloat
_M.f64 = Float
_M.string = String
_M.bytes = Bytes
_M.any = Any
for name, kind in pairs(integers.kinds) do
    _M[name] = setmetatable({ name = name, kind = kind }, Integer)
    if kind.wide then
        _M[name .. "_text"] = setmetatable({ name = name, kind = kind }, TextInteger)
    end
end

---The type or null.
---@param inner yar.Type
---@return yar.Type
function _M.nullable(inner)
    return setmetatable({ name = inner.name .. "?", nullable = true, has_null = true, inner = inner }, Nullable)
end

return _M

-- The pieces of JSON text: what each scalar looks like and what stands around
-- the elements of a container. Knows neither contracts nor Lua's containers.

local base64 = require("yar.base64")
local floats = require("yar.floats")
local integers = require("yar.integers")
local text = require("yar.text")

local char, find, format, gsub = string.char, string.find, string.format, string.gsub
local huge = math.huge
local float_text, integer_text, exceeds_signed = floats.text, integers.text, integers.exceeds_signed
local is_utf8 = text.is_utf8

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
for code = 0, 31 do
    ESCAPES[char(code)] = ESCAPES[char(code)] or format("\\u%04x", code)
end

local INVALID_UTF8 = "not valid UTF-8, which JSON cannot carry (use the type bytes)"

---@class yar.Writer
local _M = {
    null = "null",
    yes = "true",
    no = "false",
    separator = ",",
    list_close = "]",
    map_close = "}",
}

---@param value any an integer in any of its forms
---@return string
function _M.integer(value)
    if exceeds_signed(value) then
        return '"' .. integer_text(value) .. '"'
    end
    return integer_text(value)
end

---@param value number
---@return string? piece
---@return string? problem
function _M.float(value)
    if value ~= value or value == huge or value == -huge then
        return nil, (value ~= value and "NaN" or "infinity") .. " has no JSON form"
    end
    return float_text(value)
end

---@param value string
---@return string? piece
---@return string? problem
local function quote(value)
    if find(value, '[%c"\\\128-\255]') then
        if not is_utf8(value) then
            return nil, INVALID_UTF8
        end
        return '"' .. gsub(value, '[%c"\\]', ESCAPES) .. '"'
    end
    return '"' .. value .. '"'
end
_M.string = quote

---Bytes that need not be text.
---@param value string
---@return string
function _M.bytes(value)
    return '"' .. base64.encode(value) .. '"'
end

---@param value string
---@return string? piece
---@return string? problem
function _M.key(value)
    local quoted, problem = quote(value)
    return quoted and quoted .. ":", problem
end

---@param value any an integer in any of its forms
---@return string
function _M.integer_key(value)
    return '"' .. integer_text(value) .. '":'
end

---@return string
function _M.list_open()
    return "["
end

---@return string
function _M.map_open()
    return "{"
end

return _M

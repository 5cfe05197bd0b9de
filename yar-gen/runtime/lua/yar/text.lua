-- Text: is it UTF-8, and how does a value look in an error message.
-- Knows nothing of packagers.

local null = require("yar.values").null

local byte, find, format, gsub, sub = string.byte, string.find, string.format, string.gsub, string.sub
local tonumber, tostring, type = tonumber, tostring, type

local _M = {}

-- The second byte of a sequence is bounded by the first, so that there are no
-- overlong forms, no surrogates and nothing above U+10FFFF.
local function sequence_end(text, at)
    local first, second, third, fourth = byte(text, at, at + 3)
    if first < 0xc2 or first > 0xf4 or not second then
        return nil
    end
    local low = first == 0xe0 and 0xa0 or first == 0xf0 and 0x90 or 0x80
    local high = first == 0xed and 0x9f or first == 0xf4 and 0x8f or 0xbf
    if second < low or second > high then
        return nil
    end
    if first < 0xe0 then
        return at + 1
    end
    if not third or third < 0x80 or third > 0xbf then
        return nil
    end
    if first < 0xf0 then
        return at + 2
    end
    if not fourth or fourth < 0x80 or fourth > 0xbf then
        return nil
    end
    return at + 3
end

---True when the text is well-formed UTF-8.
---@param text string
---@return boolean
function _M.is_utf8(text)
    local at = find(text, "[\128-\255]")
    while at do
        local last = sequence_end(text, at)
        if not last then
            return false
        end
        at = last + 1
        local following = byte(text, at)
        if following and following < 128 then
            at = find(text, "[\128-\255]", at)
        elseif not following then
            return true
        end
    end
    return true
end

local function escape(character)
    return format("\\%03d", byte(character))
end

---A value as error messages show it: short, printable, with its type.
---@param value any
---@return string
function _M.describe(value)
    local kind = type(value)
    if kind == "nil" or kind == "boolean" then
        return tostring(value)
    end
    if kind == "string" then
        local shown = #value > 40 and sub(value, 1, 37) .. "..." or value
        return 'string "' .. gsub(shown, '[%c"\\\128-\255]', escape) .. '"'
    end
    if kind == "number" then
        local short = format("%.14g", value)
        return "number " .. (tonumber(short) == value and short or format("%.17g", value))
    end
    if value == null then
        return "null"
    end
    if kind == "cdata" then
        return "cdata " .. tostring(value)
    end
    return kind
end

---The printable beginning of bytes that a peer sent.
---@param bytes string
---@param limit integer
---@return string
function _M.excerpt(bytes, limit)
    return (gsub(sub(bytes, 1, limit), "[%c\128-\255]", escape))
end

return _M

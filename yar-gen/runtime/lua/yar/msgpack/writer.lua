-- The pieces of MSGPACK bytes: what each scalar looks like and what stands
-- before the elements of a container. Non-negative integers are written
-- unsigned and strings as str, never bin, as PHP writes them. Knows neither
-- contracts nor Lua's containers.

local floats = require("yar.floats")
local integers = require("yar.integers")

local char, floor, pack, type = string.char, math.floor, string.pack, type
local double_bytes, integer_words, word_bytes = floats.double_bytes, integers.words, integers.word_bytes

local SMALL = {}
for value = 0, 127 do
    SMALL[value] = char(value)
end
for value = 128, 255 do
    SMALL[value] = "\204" .. char(value)
end
for value = -32, -1 do
    SMALL[value] = char(256 + value)
end

---@type yar.Writer
local _M = { null = "\192", yes = "\195", no = "\194" }

local function wide_bytes(value)
    local high, low, negative = integer_words(value)
    return (negative and "\211" or "\207") .. word_bytes(high) .. word_bytes(low)
end

if pack then
    function _M.integer(value)
        local known = SMALL[value]
        if known then
            return known
        elseif type(value) ~= "number" then
            return wide_bytes(value)
        elseif value >= 0 then
            if value <= 65535 then
                return pack(">BI2", 0xcd, value)
            end
            return value <= 4294967295 and pack(">BI4", 0xce, value) or pack(">Bi8", 0xcf, value)
        elseif value >= -128 then
            return pack(">Bi1", 0xd0, value)
        elseif value >= -32768 then
            return pack(">Bi2", 0xd1, value)
        end
        return value >= -2147483648 and pack(">Bi4", 0xd2, value) or pack(">Bi8", 0xd3, value)
    end
else
    function _M.integer(value)
        local known = SMALL[value]
        if known then
            return known
        elseif type(value) ~= "number" then
            return wide_bytes(value)
        elseif value >= 0 then
            if value <= 65535 then
                return char(0xcd, floor(value / 256), value % 256)
            end
            return value <= 4294967295 and "\206" .. word_bytes(value) or wide_bytes(value)
        elseif value >= -128 then
            return char(0xd0, value + 256)
        elseif value >= -32768 then
            return char(0xd1, floor((value + 65536) / 256), value % 256)
        end
        return value >= -2147483648 and "\210" .. word_bytes(value + 4294967296) or wide_bytes(value)
    end
end

function _M.float(value)
    return "\203" .. double_bytes(value)
end

local function string_piece(value)
    local size = #value
    if size <= 31 then
        return char(0xa0 + size) .. value
    elseif size <= 255 then
        return char(0xd9, size) .. value
    elseif size <= 65535 then
        return char(0xda, floor(size / 256), size % 256) .. value
    end
    return "\219" .. word_bytes(size) .. value
end

_M.string = string_piece
_M.bytes = string_piece
_M.key = string_piece
_M.integer_key = _M.integer

function _M.list_open(count)
    if count <= 15 then
        return char(0x90 + count)
    elseif count <= 65535 then
        return char(0xdc, floor(count / 256), count % 256)
    end
    return "\221" .. word_bytes(count)
end

-- PHP turns an empty map into an object that its arrays' users cannot read,
-- and dies of one in place of the parameters; an empty list is an empty map
-- to every reader.
function _M.map_open(count)
    if count == 0 then
        return "\144"
    elseif count <= 15 then
        return char(0x80 + count)
    elseif count <= 65535 then
        return char(0xde, floor(count / 256), count % 256)
    end
    return "\223" .. word_bytes(count)
end

return _M

-- MSGPACK to Lua values, strictly: lengths are checked against what is there
-- before a table is made, nesting is bounded, nothing may follow. str and bin
-- become strings, nil becomes yar.null, integers stay exact. The class name
-- that PHP puts under a nil key in front of an object is dropped.

local floats = require("yar.floats")
local integers = require("yar.integers")
local values = require("yar.values")

local byte, sub = string.byte, string.sub
local error, next, pcall, type = error, next, pcall, type
local double_at, single_at, from_words = floats.double_at, floats.single_at, integers.from_words
local array, map, ordered_map = values.array, values.map, values.ordered_map
local null = values.null

local _M = {}

local MAX_DEPTH = 512

local function fail(what, at)
    error("MSGPACK: " .. what .. " at byte " .. at, 0)
end

local function need(source, at, count)
    if at + count - 1 > #source then
        fail("unexpected end", #source + 1)
    end
end

local function unsigned8(source, at)
    return byte(source, at) or fail("unexpected end", at), at + 1
end

local function unsigned16(source, at)
    local high, low = byte(source, at, at + 1)
    if not low then
        fail("unexpected end", at)
    end
    return high * 256 + low, at + 2
end

local function unsigned32(source, at)
    local first, second, third, fourth = byte(source, at, at + 3)
    if not fourth then
        fail("unexpected end", at)
    end
    return ((first * 256 + second) * 256 + third) * 256 + fourth, at + 4
end

local function unsigned64(source, at)
    local high, low
    high, at = unsigned32(source, at)
    low, at = unsigned32(source, at)
    return from_words(high, low, false), at
end

local function signed8(source, at)
    local value = unsigned8(source, at)
    return value < 128 and value or value - 256, at + 1
end

local function signed16(source, at)
    local value = unsigned16(source, at)
    return value < 32768 and value or value - 65536, at + 2
end

local function signed32(source, at)
    local value = unsigned32(source, at)
    return value < 2147483648 and value or value - 4294967296, at + 4
end

local function signed64(source, at)
    local high, low
    high, at = unsigned32(source, at)
    low, at = unsigned32(source, at)
    return from_words(high, low, true), at
end

local function float32(source, at)
    need(source, at, 4)
    return single_at(source, at), at + 4
end

local function float64(source, at)
    need(source, at, 8)
    return double_at(source, at), at + 8
end

local function take_string(source, at, size)
    local stop = at + size
    if stop - 1 > #source then
        fail("unexpected end", #source + 1)
    end
    return sub(source, at, stop - 1), stop
end

local read_value

local function enter(at, depth)
    if depth >= MAX_DEPTH then
        fail("nested deeper than " .. MAX_DEPTH .. " levels", at)
    end
    return depth + 1
end

local function take_list(source, at, count, depth)
    need(source, at, count)
    depth = enter(at, depth)
    local items = {}
    for index = 1, count do
        local code = byte(source, at)
        if code and code < 128 then
            items[index] = code
            at = at + 1
        else
            items[index], at = read_value(source, at, depth)
        end
    end
    return count == 0 and array(items) or items, at
end

local function usable_key(key, at)
    local kind = type(key)
    if kind == "cdata" then
        -- Equal cdata are different keys; their digits are not.
        return integers.text(key)
    elseif kind == "table" and key ~= null or key ~= key then
        fail("a map key that is no scalar", at)
    end
    return key
end

local function take_map(source, at, count, depth)
    need(source, at, count * 2)
    depth = enter(at, depth)
    local entries, order = {}, nil
    for _ = 1, count do
        local key, value
        local code = byte(source, at)
        if code and code >= 0xa0 and code <= 0xbf then
            key, at = take_string(source, at + 1, code - 0xa0)
        else
            local start = at
            key, at = read_value(source, at, depth)
            key = usable_key(key, start)
        end
        value, at = read_value(source, at, depth)
        if key ~= null then
            -- Other keys than strings may make up a list, where order counts.
            if type(key) ~= "string" and entries[key] == nil then
                order = order or {}
                order[#order + 1] = key
            end
            entries[key] = value
        end
    end
    if order then
        return ordered_map(entries, order), at
    end
    return next(entries) == nil and map(entries) or entries, at
end

local function sized(size_of, take)
    return function(source, at, depth)
        local size
        size, at = size_of(source, at)
        return take(source, at, size, depth)
    end
end

local READERS = {
    [0xc4] = sized(unsigned8, take_string),
    [0xc5] = sized(unsigned16, take_string),
    [0xc6] = sized(unsigned32, take_string),
    [0xca] = float32,
    [0xcb] = float64,
    [0xcc] = unsigned8,
    [0xcd] = unsigned16,
    [0xce] = unsigned32,
    [0xcf] = unsigned64,
    [0xd0] = signed8,
    [0xd1] = signed16,
    [0xd2] = signed32,
    [0xd3] = signed64,
    [0xd9] = sized(unsigned8, take_string),
    [0xda] = sized(unsigned16, take_string),
    [0xdb] = sized(unsigned32, take_string),
    [0xdc] = sized(unsigned16, take_list),
    [0xdd] = sized(unsigned32, take_list),
    [0xde] = sized(unsigned16, take_map),
    [0xdf] = sized(unsigned32, take_map),
}

function read_value(source, at, depth)
    local code = byte(source, at)
    if not code then
        fail("unexpected end", at)
    elseif code < 0x80 then
        return code, at + 1
    elseif code < 0x90 then
        return take_map(source, at + 1, code - 0x80, depth)
    elseif code < 0xa0 then
        return take_list(source, at + 1, code - 0x90, depth)
    elseif code < 0xc0 then
        return take_string(source, at + 1, code - 0xa0)
    elseif code >= 0xe0 then
        return code - 256, at + 1
    elseif code == 0xc0 then
        return null, at + 1
    elseif code == 0xc2 or code == 0xc3 then
        return code == 0xc3, at + 1
    end
    local reader = READERS[code] or fail("extension or reserved type", at)
    return reader(source, at + 1, depth)
end

local function read_document(source)
    local value, at = read_value(source, 1, 0)
    if at <= #source then
        fail("unexpected bytes after the value", at)
    end
    return value
end

---The value of a MSGPACK document; nil is yar.null, so nil means failure.
---@param source string
---@return any value
---@return string? problem
function _M.decode(source)
    local ok, value = pcall(read_document, source)
    if ok then
        return value
    end
    return nil, value
end

return _M

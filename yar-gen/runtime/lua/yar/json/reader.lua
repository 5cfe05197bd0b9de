-- Strict JSON (RFC 8259) to Lua values: no trailing commas, no leading zeros,
-- no lone surrogates, no invalid UTF-8, bounded nesting. null becomes
-- yar.null, integers stay exact. Knows nothing of contracts.

local integers = require("yar.integers")
local text = require("yar.text")
local values = require("yar.values")

local byte, char, concat, find, match, sub =
    string.byte, string.char, table.concat, string.find, string.match, string.sub
local error, floor, huge, pcall, tonumber = error, math.floor, math.huge, pcall, tonumber
local parse_integer, array, map, ordered_map = integers.parse, values.array, values.map, values.ordered_map
local null = values.null
local compiled = rawget(_G, "jit") ~= nil

local _M = {}

local MAX_DEPTH = 512
-- Lua 5.1 folds the literals 0 and -0 of a function into one.
local MINUS_ZERO = -1 / huge

local function fail(what, at)
    error("JSON: " .. what .. " at byte " .. at, 0)
end

local skip_space
if compiled then
    function skip_space(source, at)
        local code = byte(source, at)
        while code == 32 or code == 10 or code == 13 or code == 9 do
            at = at + 1
            code = byte(source, at)
        end
        return code, at
    end
else
    function skip_space(source, at)
        local code = byte(source, at)
        if code == 32 or code == 10 or code == 13 or code == 9 then
            at = find(source, "[^ \n\r\t]", at) or #source + 1
            return byte(source, at), at
        end
        return code, at
    end
end

local function utf8_of(code)
    if code < 0x80 then
        return char(code)
    elseif code < 0x800 then
        return char(0xc0 + floor(code / 64), 0x80 + code % 64)
    elseif code < 0x10000 then
        return char(0xe0 + floor(code / 4096), 0x80 + floor(code / 64) % 64, 0x80 + code % 64)
    end
    return char(
        0xf0 + floor(code / 262144),
        0x80 + floor(code / 4096) % 64,
        0x80 + floor(code / 64) % 64,
        0x80 + code % 64
    )
end

local function code_unit(source, at)
    local digits = match(source, "^\\u(%x%x%x%x)", at)
    return digits and tonumber(digits, 16)
end

local function unicode_escape(source, at)
    local code = code_unit(source, at) or fail("bad \\u escape", at)
    if code < 0xd800 or code > 0xdfff then
        return utf8_of(code), at + 6
    end
    local low = code < 0xdc00 and code_unit(source, at + 6)
    if not low or low < 0xdc00 or low > 0xdfff then
        fail("lone surrogate", at)
    end
    return utf8_of(0x10000 + (code - 0xd800) * 1024 + low - 0xdc00), at + 12
end

local UNESCAPED = {
    [34] = '"',
    [92] = "\\",
    [47] = "/",
    [98] = "\b",
    [102] = "\f",
    [110] = "\n",
    [114] = "\r",
    [116] = "\t",
}

local function escaped_string(source, at)
    local pieces, count = {}, 0
    while true do
        local stop = find(source, '["\\%z\1-\31]', at) or fail("unfinished string", #source + 1)
        count = count + 1
        pieces[count] = sub(source, at, stop - 1)
        local code = byte(source, stop)
        if code == 34 then
            return concat(pieces, "", 1, count), stop + 1
        elseif code ~= 92 then
            fail("control character in a string", stop)
        end
        local following = byte(source, stop + 1)
        count = count + 1
        if following == 117 then
            pieces[count], at = unicode_escape(source, stop)
        else
            pieces[count], at = UNESCAPED[following] or fail("bad escape", stop), stop + 2
        end
    end
end

-- `at` is the first byte after the opening quote.
local read_string
if compiled then
    function read_string(source, at)
        local stop = at
        while true do
            local code = byte(source, stop)
            if code == 34 then
                return sub(source, at, stop - 1), stop + 1
            elseif not code or code < 32 or code == 92 then
                return escaped_string(source, at)
            end
            stop = stop + 1
        end
    end
else
    function read_string(source, at)
        local stop = find(source, '["\\%z\1-\31]', at)
        if stop and byte(source, stop) == 34 then
            return sub(source, at, stop - 1), stop + 1
        end
        return escaped_string(source, at)
    end
end

local function read_number(source, at)
    local whole, fraction, exponent, stop = match(source, "^(-?%d+)(%.?%d*)([eE]?[+-]?%d*)()", at)
    if not whole or find(whole, "^-?0%d") then
        fail(whole and "number with a leading zero" or "expected a value", at)
    end
    if fraction == "" and exponent == "" then
        if whole == "-0" then
            return MINUS_ZERO, stop
        end
        return parse_integer(whole), stop
    end
    if fraction == "." or (exponent ~= "" and not find(exponent, "^[eE][+-]?%d+$")) then
        fail("bad number", at)
    end
    local value = tonumber(whole .. fraction .. exponent) or fail("bad number", at)
    if value == huge or value == -huge then
        fail("number out of range", at)
    end
    return value, stop
end

-- Small whole numbers without a call into the pattern matcher, which the JIT
-- does not compile; everything else goes to the function above.
local function compiled_number(source, at)
    local start, negative = at, false
    local code = byte(source, at)
    if code == 45 then
        negative = true
        at = at + 1
        code = byte(source, at)
    end
    local value, first, zero = 0, at, code == 48
    while code and code >= 48 and code <= 57 do
        value = value * 10 + (code - 48)
        at = at + 1
        code = byte(source, at)
    end
    local digits = at - first
    local plain = digits == 1 and not (zero and negative) or digits > 1 and digits <= 15 and not zero
    if not plain or code == 46 or code == 101 or code == 69 then
        return read_number(source, start)
    end
    return negative and -value or value, at
end

local number = compiled and compiled_number or read_number
local read_value

local function read_list(source, at, depth)
    local items, count = {}, 0
    local code
    code, at = skip_space(source, at)
    if code == 93 then
        return array(items), at + 1
    end
    while true do
        count = count + 1
        items[count], at = read_value(source, at, depth)
        code, at = skip_space(source, at)
        if code == 93 then
            return items, at + 1
        elseif code ~= 44 then
            fail("expected , or ]", at)
        end
        at = at + 1
    end
end

local function read_map(source, at, depth)
    local entries, order = {}, nil
    local code, key
    code, at = skip_space(source, at)
    if code == 125 then
        return map(entries), at + 1
    end
    while true do
        if code ~= 34 then
            fail("expected a key", at)
        end
        key, at = read_string(source, at + 1)
        code, at = skip_space(source, at)
        if code ~= 58 then
            fail("expected :", at)
        end
        -- Keys that are integers may be a list with holes, where order counts.
        local first = byte(key)
        if entries[key] == nil and first and first <= 57 and (first >= 48 or first == 45) then
            order = order or {}
            order[#order + 1] = key
        end
        entries[key], at = read_value(source, at + 1, depth)
        code, at = skip_space(source, at)
        if code == 125 then
            return order and ordered_map(entries, order) or entries, at + 1
        elseif code ~= 44 then
            fail("expected , or }", at)
        end
        code, at = skip_space(source, at + 1)
    end
end

local function read_word(source, at, word, value)
    if sub(source, at, at + #word - 1) ~= word then
        fail("expected a value", at)
    end
    return value, at + #word
end

function read_value(source, at, depth)
    local code
    code, at = skip_space(source, at)
    if code == 34 then
        return read_string(source, at + 1)
    elseif code == 123 or code == 91 then
        if depth >= MAX_DEPTH then
            fail("nested deeper than " .. MAX_DEPTH .. " levels", at)
        end
        return (code == 123 and read_map or read_list)(source, at + 1, depth + 1)
    elseif code == 116 then
        return read_word(source, at, "true", true)
    elseif code == 102 then
        return read_word(source, at, "false", false)
    elseif code == 110 then
        return read_word(source, at, "null", null)
    elseif not code then
        fail("unexpected end", at)
    end
    return number(source, at)
end

local function read_document(source)
    if not text.is_utf8(source) then
        error("JSON: not valid UTF-8", 0)
    end
    local value, at = read_value(source, 1, 0)
    local code
    code, at = skip_space(source, at)
    if code then
        fail("unexpected bytes after the value", at)
    end
    return value
end

---The value of a JSON document; null is yar.null, so nil means failure.
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

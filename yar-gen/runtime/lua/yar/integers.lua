-- 64-bit integers in the form that each interpreter can hold exactly:
--   Lua 5.3+   an integer; from 2^63 a decimal string
--   LuaJIT     a number up to 2^53 in size, beyond that int64_t or uint64_t
--   Lua 5.1    a number up to 2^53 in size, beyond that a decimal string
-- Nothing here rounds. Knows nothing of packagers or contracts.

local byte, char, find, format, gsub, sub =
    string.byte, string.char, string.find, string.format, string.gsub, string.sub
local floor, math_type, to_integer = math.floor, math.type, math.tointeger
local tonumber, tostring, type = tonumber, tostring, type

local has_ffi, ffi = false, nil
if rawget(_G, "jit") then
    has_ffi, ffi = pcall(require, "ffi")
end
local int64 = has_ffi and ffi.typeof("int64_t")
local uint64 = has_ffi and ffi.typeof("uint64_t")

local WORD = 4294967296
local I64_MAX = has_ffi and uint64(2147483647) * WORD + (WORD - 1)
local SAFE = 9007199254740992
local SAFE_TEXT, I64_MAX_TEXT = "9007199254740992", "9223372036854775807"
local I64_MIN_DIGITS, U64_MAX_TEXT = "9223372036854775808", "18446744073709551615"

local _M = {}

---@class yar.IntegerKind
---@field name string as the contract writes it
---@field min number
---@field max number
---@field wide boolean true when the range is larger than a double holds exactly

---@type table<string, yar.IntegerKind>
_M.kinds = {
    i8 = { name = "i8", min = -128, max = 127, wide = false },
    i16 = { name = "i16", min = -32768, max = 32767, wide = false },
    i32 = { name = "i32", min = -2147483648, max = 2147483647, wide = false },
    i64 = { name = "i64", min = -SAFE, max = SAFE, wide = true },
    u8 = { name = "u8", min = 0, max = 255, wide = false },
    u16 = { name = "u16", min = 0, max = 65535, wide = false },
    u32 = { name = "u32", min = 0, max = 4294967295, wide = false },
    u64 = { name = "u64", min = 0, max = SAFE, wide = true },
}

if string.pack then
    local pack = string.pack

    ---The four bytes of an unsigned 32-bit integer, most significant first.
    ---@param value integer
    ---@return string
    function _M.word_bytes(value)
        return pack(">I4", value)
    end
else
    function _M.word_bytes(value)
        local last = value % 256
        value = (value - last) / 256
        local third = value % 256
        value = (value - third) / 256
        local second = value % 256
        return char((value - second) / 256, second, third, last)
    end
end

local function not_above(digits, limit)
    return #digits < #limit or (#digits == #limit and digits <= limit)
end

-- Four 16-bit limbs, highest first, are divided by 10^4 at a time: every
-- intermediate value fits a double.
local function decimal_of_words(high, low)
    local limbs = { floor(high / 65536), high % 65536, floor(low / 65536), low % 65536 }
    local digits = ""
    for _ = 1, 5 do
        local rest = 0
        for index = 1, 4 do
            local value = rest * 65536 + limbs[index]
            limbs[index] = floor(value / 10000)
            rest = value % 10000
        end
        digits = format("%04d", rest) .. digits
    end
    return (gsub(digits, "^0+(%d)", "%1"))
end

local function words_of_decimal(digits)
    local limbs = { 0, 0, 0, 0 }
    for index = 1, #digits do
        local carry = byte(digits, index) - 48
        for limb = 4, 1, -1 do
            local value = limbs[limb] * 10 + carry
            limbs[limb] = value % 65536
            carry = floor(value / 65536)
        end
    end
    return limbs[1] * 65536 + limbs[2], limbs[3] * 65536 + limbs[4]
end

local function negate_words(high, low)
    if low == 0 then
        return (WORD - high) % WORD, 0
    end
    return WORD - 1 - high, WORD - low
end

local function wide_of_words(high, low, negative)
    if math_type and (negative or high < 2147483648) then
        return (negative and high - WORD or high) * WORD + low
    end
    if has_ffi then
        if negative then
            return int64(high - WORD) * WORD + low
        end
        return (high < 2147483648 and int64 or uint64)(high) * WORD + low
    end
    if negative then
        return "-" .. decimal_of_words(negate_words(high, low))
    end
    return decimal_of_words(high, low)
end

---An integer from its two unsigned 32-bit halves.
---@param high integer
---@param low integer
---@param signed boolean two's complement
---@return any
function _M.from_words(high, low, signed)
    if high < 2097152 or (high == 2097152 and low == 0) then
        return high * WORD + low
    end
    local negative = signed and high >= 2147483648
    if negative and high >= 4292870144 then
        return (high - WORD) * WORD + low
    end
    return wide_of_words(high, low, negative)
end

---The two unsigned 32-bit halves of an integer in any of its forms, and
---whether it is negative (then they are two's complement).
---@param value any
---@return integer high
---@return integer low
---@return boolean negative
function _M.words(value)
    if type(value) == "number" then
        local high = floor(value / WORD)
        return high % WORD, value - high * WORD, value < 0
    end
    if type(value) == "string" then
        if byte(value) == 45 then
            local high, low = negate_words(words_of_decimal(sub(value, 2)))
            return high, low, true
        end
        local high, low = words_of_decimal(value)
        return high, low, false
    end
    local unsigned = ffi.cast(uint64, value)
    return tonumber(unsigned / WORD), tonumber(unsigned % WORD), ffi.istype(int64, value) and value < 0
end

---An integer from its decimal digits, in the form of this interpreter; the
---digits themselves when no other form holds them.
---@param digits string an optional minus, then digits without leading zeros
---@return any
function _M.parse(digits)
    if #digits <= 15 then
        local value = tonumber(digits)
        return value == 0 and 0 or value
    end
    if math_type then
        local value = tonumber(digits)
        return math_type(value) == "integer" and value or digits
    end
    local negative = byte(digits) == 45
    local size = negative and sub(digits, 2) or digits
    if not_above(size, SAFE_TEXT) then
        return tonumber(digits)
    end
    if has_ffi and not_above(size, negative and I64_MIN_DIGITS or U64_MAX_TEXT) then
        local high, low = words_of_decimal(size)
        if negative then
            high, low = negate_words(high, low)
        end
        return wide_of_words(high, low, negative)
    end
    return digits
end

---Decimal digits of an integer in any of its forms.
---@param value any
---@return string
function _M.text(value)
    if type(value) == "number" then
        return format(math_type and "%d" or "%.0f", value)
    end
    if type(value) == "string" then
        return value
    end
    return (gsub(tostring(value), "U?LL$", ""))
end

---True for int64_t and uint64_t of LuaJIT.
---@param value any
---@return boolean
function _M.is_cdata(value)
    return has_ffi and type(value) == "cdata" and (ffi.istype(int64, value) or ffi.istype(uint64, value))
end

local function fit_number(value, kind)
    if math_type and math_type(value) == "integer" then
        if kind.wide then
            return (kind.min < 0 or value >= 0) and value or nil
        end
        return value >= kind.min and value <= kind.max and value or nil
    end
    if value % 1 ~= 0 or value < kind.min or value > kind.max then
        return nil
    end
    if to_integer then
        return to_integer(value)
    end
    return value == 0 and 0 or value
end

local function fit_cdata(value, kind)
    if ffi.istype(int64, value) then
        if kind.min == 0 and value < 0 then
            return nil
        end
    elseif kind.min < 0 and value > I64_MAX then
        return nil
    end
    local size = value < 0 and -value or value
    if size >= 0 and size <= SAFE then
        return fit_number(tonumber(value), kind)
    end
    return kind.wide and (kind.min < 0 and int64 or uint64)(value) or nil
end

---The value in its normal form if it is an integer of this kind, else nil.
---Whole floats count as integers while they are exact.
---@param value any
---@param kind yar.IntegerKind
---@return any
function _M.fit(value, kind)
    if type(value) == "number" then
        return fit_number(value, kind)
    end
    if _M.is_cdata(value) then
        return fit_cdata(value, kind)
    end
    if type(value) ~= "string" or #value > 20 or not (find(value, "^-?[1-9]%d*$") or value == "0") then
        return nil
    end
    local parsed = _M.parse(value)
    if type(parsed) ~= "string" then
        return _M.fit(parsed, kind)
    end
    if not kind.wide then
        return nil
    end
    if byte(parsed) == 45 then
        return kind.min < 0 and not_above(sub(parsed, 2), I64_MIN_DIGITS) and parsed or nil
    end
    return not_above(parsed, kind.min < 0 and I64_MAX_TEXT or U64_MAX_TEXT) and parsed or nil
end

---True when the integer is above the largest signed one; PHP holds no such
---integer, so JSON carries it as a string.
---@param value any
---@return boolean
function _M.exceeds_signed(value)
    if type(value) == "string" then
        return byte(value) ~= 45 and not not_above(value, I64_MAX_TEXT)
    end
    return has_ffi and type(value) == "cdata" and ffi.istype(uint64, value) and value > I64_MAX
end

return _M

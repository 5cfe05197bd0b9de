-- IEEE 754 numbers as bytes and as text, with whatever the interpreter has:
-- string.pack (5.3+), ffi (LuaJIT) or arithmetic (5.1). Knows nothing of
-- packagers or contracts.

local byte, char, find, format, gsub = string.byte, string.char, string.find, string.format, string.gsub
local floor, frexp, ldexp, huge = math.floor, math.frexp, math.ldexp, math.huge
local pack, unpack = string.pack, string.unpack
local tonumber = tonumber

local _M = {}

-- Both pairs are written out for 5.1, where neither string.pack nor ffi exists.
local function double_bytes_by_arithmetic(value)
    local sign = 0
    if value < 0 or (value == 0 and 1 / value < 0) then
        sign, value = 128, -value
    end
    if value == 0 then
        return char(sign, 0, 0, 0, 0, 0, 0, 0)
    elseif value ~= value then
        return "\127\248\0\0\0\0\0\0"
    elseif value == huge then
        return char(sign + 127, 240, 0, 0, 0, 0, 0, 0)
    end
    local fraction, exponent = frexp(value)
    exponent = exponent + 1022
    if exponent <= 0 then
        fraction, exponent = ldexp(fraction, exponent), 0
    else
        fraction = fraction * 2 - 1
    end
    local mantissa = fraction * 4503599627370496
    local high, low = floor(mantissa / 4294967296), mantissa % 4294967296
    local middle, last = floor(low / 65536), low % 65536
    return char(
        sign + floor(exponent / 16),
        (exponent % 16) * 16 + floor(high / 65536),
        floor(high / 256) % 256,
        high % 256,
        floor(middle / 256),
        middle % 256,
        floor(last / 256),
        last % 256
    )
end

local function double_at_by_arithmetic(bytes, at)
    local first, second, b3, b4, b5, b6, b7, b8 = byte(bytes, at, at + 7)
    local sign = first >= 128 and -1 or 1
    local exponent = (first % 128) * 16 + floor(second / 16)
    local high = (second % 16) * 65536 + b3 * 256 + b4
    local fraction = (high * 4294967296 + ((b5 * 256 + b6) * 256 + b7) * 256 + b8) / 4503599627370496
    if exponent == 0 then
        return sign * ldexp(fraction, -1022)
    elseif exponent == 2047 then
        return fraction == 0 and sign * huge or 0 / 0
    end
    return sign * ldexp(1 + fraction, exponent - 1023)
end

local function single_at_by_arithmetic(bytes, at)
    local first, second, third, fourth = byte(bytes, at, at + 3)
    local sign = first >= 128 and -1 or 1
    local exponent = (first % 128) * 2 + floor(second / 128)
    local fraction = ((second % 128) * 65536 + third * 256 + fourth) / 8388608
    if exponent == 0 then
        return sign * ldexp(fraction, -126)
    elseif exponent == 255 then
        return fraction == 0 and sign * huge or 0 / 0
    end
    return sign * ldexp(1 + fraction, exponent - 127)
end

local function narrow_by_arithmetic(value)
    if value == 0 or value ~= value or value == huge or value == -huge then
        return value
    end
    local fraction, exponent = frexp(value)
    local bits = exponent < -125 and 149 + exponent or 24
    local scaled = ldexp(fraction, bits)
    local whole = floor(scaled)
    local rest = scaled - whole
    if rest > 0.5 or (rest == 0.5 and whole % 2 == 1) then
        whole = whole + 1
    end
    local narrowed = ldexp(whole, exponent - bits)
    if narrowed >= 2 ^ 128 or narrowed <= -2 ^ 128 then
        return narrowed > 0 and huge or -huge
    end
    return narrowed
end

if pack then
    ---The eight bytes of a double, most significant first.
    ---@param value number
    ---@return string
    function _M.double_bytes(value)
        return pack(">d", value)
    end

    ---The double at a position; eight bytes must be there.
    ---@param bytes string
    ---@param at integer
    ---@return number
    function _M.double_at(bytes, at)
        return (unpack(">d", bytes, at))
    end

    ---The 32-bit float at a position; four bytes must be there.
    ---@param bytes string
    ---@param at integer
    ---@return number
    function _M.single_at(bytes, at)
        return (unpack(">f", bytes, at))
    end

    ---The nearest 32-bit float; infinite when the value is out of its range.
    ---@param value number
    ---@return number
    function _M.narrow(value)
        return (unpack("f", pack("f", value)))
    end
else
    _M.double_bytes = double_bytes_by_arithmetic
    _M.double_at = double_at_by_arithmetic
    _M.single_at = single_at_by_arithmetic
    _M.narrow = narrow_by_arithmetic
end

local has_ffi, ffi = false, nil
if rawget(_G, "jit") then
    has_ffi, ffi = pcall(require, "ffi")
end
if has_ffi and ffi.abi("le") then
    -- Only own memory is touched: reading through a cast pointer was seen to
    -- be miscompiled now and then on releases of that age.
    local cell = ffi.new("union { double number; uint8_t bytes[8]; }")

    function _M.double_bytes(value)
        cell.number = value
        local bytes = cell.bytes
        return char(bytes[7], bytes[6], bytes[5], bytes[4], bytes[3], bytes[2], bytes[1], bytes[0])
    end

    function _M.double_at(text, at)
        local b1, b2, b3, b4, b5, b6, b7, b8 = byte(text, at, at + 7)
        if b1 % 128 == 127 and b2 >= 240 then
            -- LuaJIT hands a double over as it is, and takes some NaNs for
            -- references: a peer must never choose those bits.
            return double_at_by_arithmetic(text, at)
        end
        local bytes = cell.bytes
        bytes[7], bytes[6], bytes[5], bytes[4], bytes[3], bytes[2], bytes[1], bytes[0] = b1, b2, b3, b4, b5, b6, b7, b8
        return cell.number
    end
end

---The shortest decimal text that reads back as the same double, always with a
---fraction or an exponent so that it stays a float.
---@param value number finite
---@return string
function _M.text(value)
    local text = format("%.15g", value)
    if tonumber(text) ~= value then
        text = format("%.16g", value)
        if tonumber(text) ~= value then
            text = format("%.17g", value)
        end
    end
    if find(text, "^%-?%d+$") then
        return text .. ".0"
    end
    -- os.setlocale may have put another character in place of the point.
    return (gsub(text, "[^%de+-]", "."))
end

return _M

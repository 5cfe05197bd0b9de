-- Base64 with the standard alphabet and padding, as JSON carries bytes.

local byte, char, concat, find, floor, sub = string.byte, string.char, table.concat, string.find, math.floor, string.sub

local _M = {}

local ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
local DIGIT, VALUE = {}, {}
for index = 0, 63 do
    DIGIT[index] = sub(ALPHABET, index + 1, index + 1)
    VALUE[byte(ALPHABET, index + 1)] = index
end

---@param bytes string
---@return string
function _M.encode(bytes)
    local out = {}
    for at = 1, #bytes, 3 do
        local first, second, third = byte(bytes, at, at + 2)
        local group = first * 65536 + (second or 0) * 256 + (third or 0)
        out[#out + 1] = DIGIT[floor(group / 262144)]
            .. DIGIT[floor(group / 4096) % 64]
            .. (second and DIGIT[floor(group / 64) % 64] or "=")
            .. (third and DIGIT[group % 64] or "=")
    end
    return concat(out)
end

---The bytes, or nil when the text is not base64.
---@param text string
---@return string?
function _M.decode(text)
    if #text % 4 ~= 0 or not find(text, "^[%w+/]*=?=?$") then
        return nil
    end
    local out = {}
    for at = 1, #text, 4 do
        local first, second, third, fourth = byte(text, at, at + 3)
        local one, two, three, four = VALUE[first], VALUE[second], VALUE[third], VALUE[fourth]
        if not one or not two then
            return nil
        end
        local group = one * 262144 + two * 4096 + (three or 0) * 64 + (four or 0)
        local bytes = char(floor(group / 65536), floor(group / 256) % 256, group % 256)
        out[#out + 1] = four and bytes or sub(bytes, 1, three and 2 or 1)
    end
    return concat(out)
end

return _M

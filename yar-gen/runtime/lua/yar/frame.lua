-- The 82-byte header and the packager name behind it. Knows neither sockets
-- nor what a body says.

local integers = require("yar.integers")
local text = require("yar.text")

local byte, find, rep, sub = string.byte, string.find, string.rep, string.sub
local word_bytes = integers.word_bytes

local _M = {
    HEADER_SIZE = 82,
    NAME_SIZE = 8,
    -- The limit of every known implementation.
    MAX_BODY = 10485760,
}

local MAGIC = "\128\223\236\96"
local VERSION = "\0\0"
local KEEP, NO_KEEP = "\0\0\0\1", "\0\0\0\0"

-- The bytes of short lengths, which come up again and again.
local LENGTHS = setmetatable({}, {
    __index = function(known, length)
        local bytes = word_bytes(length)
        if length < 4096 then
            known[length] = bytes
        end
        return bytes
    end,
})

---A provider or token as the 32 bytes of its field.
---@param value string at most 32 bytes
---@return string
function _M.field(value)
    return value .. rep("\0", 32 - #value)
end

---The bytes between the id and the length, which do not change from call to call.
---@param keep boolean asks the server to keep the connection open
---@param provider string
---@param token string
---@return string
function _M.middle(keep, provider, token)
    return VERSION .. MAGIC .. (keep and KEEP or NO_KEEP) .. _M.field(provider) .. _M.field(token)
end

---A whole frame.
---@param id integer
---@param middle string
---@param name string the packager name as eight bytes
---@param body string
---@return string
function _M.render(id, middle, name, body)
    return word_bytes(id) .. middle .. LENGTHS[#body + 8] .. name .. body
end

---Whether bytes look like the beginning of a frame.
---@param bytes string
---@return boolean
function _M.is_frame(bytes)
    return sub(bytes, 7, 10) == MAGIC
end

---The length of what follows a header, the packager name counted.
---@param header string
---@param limit integer largest body
---@return integer? length
---@return string? problem
function _M.length(header, limit)
    if #header < 82 then
        return nil, ("a reply has at least 82 bytes, got %d"):format(#header)
    end
    if not _M.is_frame(header) then
        return nil, "not a Yar reply: no magic number in a header that begins with '" .. text.excerpt(header, 10) .. "'"
    end
    local first, second, third, fourth = byte(header, 79, 82)
    local length = ((first * 256 + second) * 256 + third) * 256 + fourth
    if length == 0 then
        return nil, "empty reply"
    elseif length < 8 then
        return nil, ("a reply of %d bytes has no room for the packager name"):format(length)
    elseif length - 8 > limit then
        return nil, ("a reply of %.0f bytes is above the limit of %d"):format(length - 8, limit)
    end
    return length
end

---Provider and token end at the first NUL, so one inside would cut them.
---@param value any
---@return string? problem
function _M.field_problem(value)
    if type(value) ~= "string" then
        return "expected a string, got " .. text.describe(value)
    elseif #value > 32 then
        return ("at most 32 bytes fit, got %d"):format(#value)
    elseif find(value, "\0", 1, true) then
        return "a NUL byte would end it"
    end
end

return _M

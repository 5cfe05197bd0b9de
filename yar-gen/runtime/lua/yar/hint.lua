-- What a server speaks instead, when it speaks something else than its
-- address says: words to be put behind an error.

local frame = require("yar.frame")

local byte, find, sub = string.byte, string.find, string.sub

local _M = {}

-- A fatal alert of any version of TLS. No frame begins so: its magic number
-- stands where the last of these bytes does.
local function is_alert(start)
    local kind, major, _, high, low, level, what = byte(start, 1, 7)
    return what ~= nil and kind == 21 and major == 3 and high == 0 and low == 2 and level == 2 and what < 128
end

local function place(address)
    local host = find(address.host, ":", 1, true) and "[" .. address.host .. "]" or address.host
    return host .. ":" .. ("%d"):format(address.port)
end

---What a peer speaks that begins with these bytes; nil when that is not known.
---@param address yar.Address
---@param start string
---@return string?
function _M.of(address, start)
    local kind = address.kind
    if kind ~= "http" and sub(start, 1, 5) == "HTTP/" then
        return kind == "unix" and "; the socket speaks HTTP, which unix:// addresses do not"
            or "; the port speaks HTTP: write http://" .. place(address) .. "/"
    elseif kind == "http" and frame.is_frame(start) then
        return "; the port speaks Yar without HTTP: write tcp://" .. place(address)
    elseif kind ~= "unix" and is_alert(start) then
        return "; the port speaks TLS, which Lua clients do not: write the address of one without TLS"
    end
end

---What a peer may speak that closes the connection without a word.
---@param address yar.Address
---@return string
function _M.of_silence(address)
    if address.kind ~= "http" then
        return ""
    end
    return ("; is it a Yar server without HTTP that wants tcp://%s, or one with TLS, which Lua clients do not speak?")
        :format(place(address))
end

return _M

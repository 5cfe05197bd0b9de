-- Addresses of servers: tcp://host:port, unix:///path and
-- http://[user[:password]@]host[:port][/path][?query]. Nothing that could
-- break out of an HTTP request line passes.

local find, gsub, lower, match, sub = string.find, string.gsub, string.lower, string.match, string.sub
local tonumber = tonumber

local _M = {}

---@class yar.Address
---@field uri string as it was given, without user and password
---@field kind "tcp"|"unix"|"http"
---@field host string? without the brackets of an IPv6 literal
---@field port integer?
---@field path string? of the socket, or path and query over HTTP
---@field authority string? host and port as the Host header has them
---@field user string? raw, not percent-decoded
---@field password string? raw, not percent-decoded

local DEFAULT_PORT = { http = 80 }

local function split_port(authority)
    local host, rest = match(authority, "^%[([%x:.]+)%](.*)$")
    if host then
        return find(host, ":", 1, true) and host, rest
    end
    host, rest = match(authority, "^([%w%-._]+)(.*)$")
    return host, rest
end

local function parse_authority(authority, default_port)
    local host, rest = split_port(authority)
    if not host then
        return nil, nil, "bad host"
    end
    if rest == "" and default_port then
        return host, default_port
    end
    local port = tonumber(match(rest, "^:(%d%d?%d?%d?%d?)$"))
    if not port or port < 1 or port > 65535 then
        return nil, nil, rest == "" and "no port" or "bad port"
    end
    return host, port
end

local function parse_http(address, rest)
    local authority, target = match(rest, "^([^/?#]*)(.*)$")
    local userinfo, server = match(authority, "^(.*)@([^@]*)$")
    if userinfo then
        address.user, address.password = match(userinfo, "^([^:]*):?(.*)$")
    end
    address.authority = server or authority
    address.uri = "http://" .. address.authority .. target
    target = gsub(target, "#.*$", "")
    address.path = sub(target, 1, 1) == "/" and target or "/" .. target
    return address.authority
end

local function parse(text)
    local scheme, rest = match(text, "^(%a[%w+.-]*)://(.*)$")
    scheme = scheme and lower(scheme)
    if find(text, "[%c \127]") then
        return nil, "white space or a control character"
    elseif scheme == "https" then
        return nil, "https is not supported yet"
    elseif scheme == "unix" then
        if sub(rest, 1, 1) ~= "/" or #rest < 2 then
            return nil, "expected unix:///path"
        end
        return { kind = "unix", path = rest, uri = text }
    elseif scheme ~= "tcp" and scheme ~= "http" then
        return nil, "expected tcp://host:port, unix:///path or http://host/path"
    end
    local address = { kind = scheme, uri = text }
    local authority
    if scheme == "http" then
        authority = parse_http(address, rest)
    else
        authority = match(rest, "^[^/]*")
    end
    local problem
    address.host, address.port, problem = parse_authority(authority, DEFAULT_PORT[scheme])
    if problem then
        return nil, problem
    end
    return address
end

---@param text any
---@return yar.Address? address
---@return string? problem
function _M.parse(text)
    if type(text) ~= "string" then
        return nil, "the address of a server must be a string"
    end
    local address, problem = parse(text)
    if not address then
        -- What stands before an @ may be a password.
        return nil, "bad address '" .. gsub(text, "//.*@", "//...@") .. "': " .. problem
    end
    return address
end

---Percent-decoded text.
---@param text string
---@return string
function _M.decode(text)
    return (gsub(text, "%%(%x%x)", function(digits)
        return string.char(tonumber(digits, 16))
    end))
end

return _M

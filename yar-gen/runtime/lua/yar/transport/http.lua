-- Calls over HTTP/1.1: a frame in a POST, a frame in the reply. Like every
-- Yar implementation it takes the length of the HTTP body, not the one in the
-- frame, for the length of the reply.

local base64 = require("yar.base64")
local connections = require("yar.connection")
local errors = require("yar.errors")
local frame = require("yar.frame")
local hints = require("yar.hint")
local reply = require("yar.transport.http_reply")
local text = require("yar.text")
local uri = require("yar.uri")

local concat, lower, pairs, setmetatable, sort, sub =
    table.concat, string.lower, pairs, setmetatable, table.sort, string.sub

local Http = {}
Http.__index = Http

local function credentials(address)
    return "Basic " .. base64.encode(uri.decode(address.user) .. ":" .. uri.decode(address.password))
end

-- Everything up to the content length, which alone differs between calls.
local function request_head(address, options)
    local headers = {
        ["accept"] = "*/*",
        ["authorization"] = address.user and credentials(address),
        ["connection"] = options.keepalive and "keep-alive" or "close",
        -- PHP hides the body of a POST without a type, and splits one of a form.
        ["content-type"] = "application/octet-stream",
        ["user-agent"] = "yar-lua/0.1.0",
    }
    for name, value in pairs(options.headers) do
        headers[lower(name)] = value
    end
    local names = {}
    for name in pairs(headers) do
        names[#names + 1] = name
    end
    sort(names)
    local lines = { "POST " .. address.path .. " HTTP/1.1", "host: " .. address.authority }
    for _, name in ipairs(names) do
        if headers[name] then
            lines[#lines + 1] = name .. ": " .. headers[name]
        end
    end
    lines[#lines + 1] = "content-length: "
    return concat(lines, "\r\n")
end

-- Redirects are told and not followed: they would turn a call into another.
local function status_error(self, status, body, headers)
    local message = ("%s: HTTP status %d"):format(self.address.uri, status)
    if headers.location then
        message = message .. ", moved to " .. text.excerpt(headers.location, 200)
    end
    local err = errors.transport(message .. ": " .. text.excerpt(body, 200))
    err.http_status, err.body = status, body
    return err
end

-- The error of a reply that another protocol begins so. Such a peer need not
-- send the end of a line, so it is known before one is waited for.
local function foreign(self, start)
    local hint = hints.of(self.address, start)
    return hint and errors.protocol(("%s: not an HTTP reply: it begins with '%s'%s"):format(
        self.address.uri, text.excerpt(start, 15), hint))
end

local function exchange(self, connection, request)
    local sent, err = connection:send(self.head .. #request .. "\r\n\r\n" .. request)
    if not sent then
        return nil, nil, err
    end
    local limit = self.options.max_body + frame.HEADER_SIZE + frame.NAME_SIZE
    local start = connection:peek(10)
    local status, body, open, headers
    err = foreign(self, start)
    if not err then
        status, body, open, err, headers = reply.read(connection, limit)
    end
    if not status then
        if start == "" and err.kind == errors.TRANSPORT then
            err = errors.transport(err.message .. hints.of_silence(self.address))
        end
        return nil, nil, err
    elseif status ~= 200 then
        return nil, nil, status_error(self, status, body, headers)
    end
    return body, open
end

---@param request string a frame
---@param deadline number
---@return string? name the packager of the reply as eight bytes
---@return string? body
---@return yar.Error? err
function Http:exchange(request, deadline)
    local connection, err = connections.open(self, deadline)
    if not connection then
        return nil, nil, err
    end
    local body, open
    body, open, err = exchange(self, connection, request)
    connection:release(body ~= nil and open and self.options.keepalive)
    if not body then
        return nil, nil, err
    end
    local _, problem = frame.length(body, self.options.max_body)
    if not problem and #body < frame.HEADER_SIZE + frame.NAME_SIZE then
        problem = ("a reply has at least 90 bytes, got %d"):format(#body)
    end
    if problem then
        return nil, nil, errors.protocol(self.address.uri .. ": " .. problem)
    end
    return sub(body, 83, 90), sub(body, 91)
end

function Http:close()
    connections.close_idle(self)
end

local _M = {}

---@param address yar.Address
---@param options table
---@param sockets table
function _M.new(address, options, sockets)
    return setmetatable({
        address = address,
        options = options,
        sockets = sockets,
        head = request_head(address, options),
        -- Over HTTP the header of HTTP says it, as PHP does.
        asks_to_keep = false,
    }, Http)
end

return _M

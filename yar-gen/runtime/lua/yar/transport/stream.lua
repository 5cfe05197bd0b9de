-- Calls over tcp and unix sockets: a frame out, a frame back.

local connections = require("yar.connection")
local errors = require("yar.errors")
local frame = require("yar.frame")

local setmetatable, sub = setmetatable, string.sub

local Stream = {}
Stream.__index = Stream

-- The one mistake in an address that answers at all.
local function wrong_port(self, header)
    if sub(header, 1, 5) ~= "HTTP/" then
        return nil
    end
    local uri = self.address.uri
    return errors.protocol(("%s: an HTTP server answered; its address begins with http://, not with %s://"):format(
        uri, self.address.kind))
end

local function exchange(self, connection, request)
    local sent, err = connection:send(request)
    if not sent then
        return nil, nil, err
    end
    local header, begun
    header, err, begun = connection:read(frame.HEADER_SIZE)
    err = wrong_port(self, header or begun) or err
    if err then
        return nil, nil, err
    end
    local length, problem = frame.length(header, self.options.max_body)
    if not length then
        return nil, nil, errors.protocol(self.address.uri .. ": " .. problem)
    end
    local rest
    rest, err = connection:read(length)
    if not rest then
        return nil, nil, err
    end
    return sub(rest, 1, frame.NAME_SIZE), sub(rest, frame.NAME_SIZE + 1)
end

---@param request string a frame
---@param deadline number
---@return string? name the packager of the reply as eight bytes
---@return string? body
---@return yar.Error? err
function Stream:exchange(request, deadline)
    local connection, err = connections.open(self, deadline)
    if not connection then
        return nil, nil, err
    end
    local name, body
    name, body, err = exchange(self, connection, request)
    connection:release(name ~= nil and self.options.keepalive)
    return name, body, err
end

function Stream:close()
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
        asks_to_keep = options.keepalive,
    }, Stream)
end

return _M

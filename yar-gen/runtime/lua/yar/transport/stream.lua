-- Calls over tcp and unix sockets: a frame out, a frame back.

local connections = require("yar.connection")
local errors = require("yar.errors")
local frame = require("yar.frame")
local hints = require("yar.hint")
local text = require("yar.text")

local setmetatable, sub = setmetatable, string.sub

local Stream = {}
Stream.__index = Stream

-- The error of a reply that another protocol begins so.
local function foreign(self, start)
    local hint = hints.of(self.address, start)
    return hint and errors.protocol(("%s: not a Yar reply: it begins with '%s'%s"):format(
        self.address.uri, text.excerpt(start, 15), hint))
end

local function exchange(self, connection, request)
    local sent, err = connection:send(request)
    if not sent then
        return nil, nil, err
    end
    local header, begun
    header, err, begun = connection:read(frame.HEADER_SIZE)
    if not header then
        return nil, nil, foreign(self, begun) or err
    end
    local length, problem = frame.length(header, self.options.max_body)
    if not length then
        return nil, nil, foreign(self, header) or errors.protocol(self.address.uri .. ": " .. problem)
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

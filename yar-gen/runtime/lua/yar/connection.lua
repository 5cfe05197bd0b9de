-- A connection under a deadline: reads and writes get the time that is left
-- of the call, so a dripping peer cannot stretch it. Also keeps at most one
-- idle connection for the next call. Knows nothing of frames or HTTP.

local errors = require("yar.errors")

local find, setmetatable, sub = string.find, setmetatable, string.sub

local Connection = {}
Connection.__index = Connection

local function failure(self, why, doing)
    if why == "timeout" then
        return errors.timeout(("%s: no answer within %g ms while %s"):format(self.uri, self.timeout, doing))
    elseif why == "closed" then
        return errors.transport(self.uri .. ": the server closed the connection while " .. doing)
    end
    return errors.transport(self.uri .. ": " .. why .. " while " .. doing)
end

function Connection:remaining()
    return self.deadline - self.sockets.now()
end

local function fill(self)
    local seconds, bytes, why = self:remaining(), nil, "timeout"
    if seconds > 0 then
        bytes, why = self.socket:receive_some(8192, seconds)
    end
    if not bytes then
        return nil, why
    end
    self.buffer = self.buffer .. bytes
    return true
end

---Sends all of it, unless the peer has answered before that and takes no more.
---@param bytes string
---@return true? done
---@return yar.Error? err
function Connection:send(bytes)
    local seconds, sent, why = self:remaining(), nil, "timeout"
    if seconds > 0 then
        sent, why = self.socket:send(bytes, seconds)
    end
    if not sent and (why == "timeout" or not fill(self)) then
        return nil, failure(self, why, "sending the request")
    end
    return true
end

---Exactly this many bytes.
---@param count integer
---@return string? bytes
---@return yar.Error? err
---@return string? begun what came of them when it failed
function Connection:read(count)
    local buffered = self.buffer
    if #buffered >= count then
        self.buffer = sub(buffered, count + 1)
        return sub(buffered, 1, count)
    end
    self.buffer = ""
    local seconds, bytes, why, begun = self:remaining(), nil, "timeout", nil
    if seconds > 0 then
        bytes, why, begun = self.socket:receive(count - #buffered, seconds)
    end
    if not bytes then
        return nil, failure(self, why, "reading the reply"), buffered .. (begun or "")
    end
    return buffered .. bytes
end

---The first bytes of what comes, without taking them; fewer when there are no
---more, which the next read tells.
---@param count integer
---@return string
function Connection:peek(count)
    while #self.buffer < count and fill(self) do
        -- What came is in the buffer now.
    end
    return sub(self.buffer, 1, count)
end

---A line without its end.
---@param limit integer longest line
---@return string? line
---@return yar.Error? err
function Connection:read_line(limit)
    while true do
        local stop = find(self.buffer, "\n", 1, true)
        if stop and stop <= limit then
            local line = sub(self.buffer, 1, stop - 1)
            self.buffer = sub(self.buffer, stop + 1)
            return sub(line, -1) == "\r" and sub(line, 1, -2) or line
        elseif stop or #self.buffer > limit then
            return nil, errors.protocol(("a line of the reply is longer than %d bytes"):format(limit))
        end
        local filled, why = fill(self)
        if not filled then
            return nil, failure(self, why, "reading the reply")
        end
    end
end

---Everything until the peer closes.
---@param limit integer most bytes
---@return string? bytes
---@return yar.Error? err
function Connection:read_all(limit)
    local pieces, size = { self.buffer }, #self.buffer
    self.buffer = ""
    while size <= limit do
        local seconds, bytes, why = self:remaining(), nil, "timeout"
        if seconds > 0 then
            bytes, why = self.socket:receive_some(8192, seconds)
        end
        if not bytes then
            if why == "closed" then
                return table.concat(pieces)
            end
            return nil, failure(self, why, "reading the reply")
        end
        pieces[#pieces + 1] = bytes
        size = size + #bytes
    end
    return nil, errors.protocol(("the reply is longer than %.0f bytes"):format(limit))
end

---Closes the connection, or leaves it with its owner for the next call.
---Bytes that nobody asked for make it unusable.
---@param keep boolean
function Connection:release(keep)
    local owner = self.owner
    if keep and self.buffer == "" and not owner.idle then
        owner.idle = self
    else
        self.socket:close()
    end
end

local _M = {}

local function connect(owner, deadline)
    local options, address, sockets = owner.options, owner.address, owner.sockets
    local connection = setmetatable({
        owner = owner,
        uri = address.uri,
        sockets = sockets,
        deadline = deadline,
        timeout = options.timeout,
        buffer = "",
    }, Connection)
    local limit = options.connect_timeout / 1000
    local seconds, why = connection:remaining(), "timeout"
    if seconds > 0 then
        connection.socket, why = sockets.connect(address, seconds < limit and seconds or limit)
    end
    if connection.socket then
        return connection
    elseif why == "timeout" then
        return nil, errors.timeout(("%s: not connected within %g ms"):format(address.uri, options.connect_timeout))
    end
    return nil, errors.transport(address.uri .. ": cannot connect: " .. why)
end

---A connection for one call: the kept one if it is still good, else a new one.
---The kept one is taken away from its owner, so that two calls at a time (in
---two coroutines, say) never share a connection.
---@param owner table transport with address, options and sockets; keeps `idle`
---@param deadline number
---@return table? connection
---@return yar.Error? err
function _M.open(owner, deadline)
    local idle = owner.idle
    owner.idle = nil
    if idle and idle.socket:is_quiet() then
        idle.deadline = deadline
        return idle
    elseif idle then
        idle.socket:close()
    end
    return connect(owner, deadline)
end

---Closes the kept connection of a transport, if it has one.
---@param owner table
function _M.close_idle(owner)
    local idle = owner.idle
    owner.idle = nil
    if idle then
        idle.socket:close()
    end
end

return _M

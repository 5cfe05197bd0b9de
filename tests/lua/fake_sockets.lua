-- Sockets in memory with a clock of their own. A test scripts what the peer
-- answers to what it receives, in which pieces and how slowly.

local Socket = {}
Socket.__index = Socket

local _M = {}

---@param answer fun(bytes: string, socket: table): string|nil, table|nil reply and how it comes:
---   `pieces` (bytes per read), `delay` (seconds per read), `close` (after the reply),
---   `unread` (the peer closes without having read all of what it answers)
function _M.new(answer)
    local sockets = { time = 1000, opened = 0, closed = 0, sent = {}, answer = answer }

    function sockets.now()
        return sockets.time
    end

    function sockets.connect(address, seconds)
        sockets.connect_seconds = seconds
        if sockets.refuse then
            return nil, sockets.refuse
        end
        sockets.opened = sockets.opened + 1
        sockets.address = address
        return setmetatable({ sockets = sockets, incoming = "", how = {} }, Socket)
    end

    return sockets
end

function Socket:send(bytes)
    local sockets = self.sockets
    sockets.sent[#sockets.sent + 1] = bytes
    if self.gone then
        return nil, "closed"
    end
    local reply, how = sockets.answer(bytes, self)
    self.incoming = self.incoming .. (reply or "")
    self.how = how or {}
    if self.how.unread then
        self.how.close, self.gone = true, true
        return nil, "closed"
    end
    return true
end

-- Waits for the next piece; a peer that has nothing left closes or is silent.
local function arrive(self, seconds)
    local delay = self.how.delay or 0
    if delay > seconds or (self.incoming == "" and not self.how.close) then
        self.sockets.time = self.sockets.time + seconds
        return nil, "timeout"
    end
    self.sockets.time = self.sockets.time + delay
    if self.incoming == "" then
        return nil, "closed"
    end
    return true
end

function Socket:receive_some(limit, seconds)
    local arrived, why = arrive(self, seconds)
    if not arrived then
        return nil, why
    end
    local count = math.min(limit, self.how.pieces or limit)
    local bytes = self.incoming:sub(1, count)
    self.incoming = self.incoming:sub(count + 1)
    return bytes
end

function Socket:receive(count, seconds)
    local limit, bytes = self.sockets.time + seconds, ""
    self.sockets.largest = math.max(self.sockets.largest or 0, count)
    while #bytes < count do
        local piece, why = self:receive_some(count - #bytes, limit - self.sockets.time)
        if not piece then
            return nil, why, bytes
        end
        bytes = bytes .. piece
    end
    return bytes
end

function Socket:is_quiet()
    return not self.gone and self.incoming == ""
end

function Socket:close()
    assert(not self.is_closed, "closed twice")
    self.is_closed = true
    self.sockets.closed = self.sockets.closed + 1
end

return _M

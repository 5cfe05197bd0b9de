-- Connections of LuaSocket. This is the whole interface that transports need;
-- another event system (cosockets, say) takes its place by offering the same:
--
--   now() -> seconds
--   connect(address, seconds) -> socket | nil, why
--   socket:send(bytes, seconds) -> true | nil, why
--   socket:receive(count, seconds) -> exactly that many bytes | nil, why, what came before it failed, if known
--   socket:receive_some(limit, seconds) -> 1 to limit bytes | nil, why
--   socket:is_quiet() -> true when the peer neither closed it nor sent anything
--   socket:close()
--
-- `why` is "timeout", "closed" or a text. Knows nothing of Yar.

local setmetatable, require, pcall = setmetatable, require, pcall

local _M = {}

local Socket = {}
Socket.__index = Socket

-- LuaSocket is loaded on first use, so that requiring a generated module
-- needs nothing and does nothing.
local loaded
local function luasocket()
    if not loaded then
        local found, module = pcall(require, "socket")
        if not found then
            return nil, "LuaSocket is not installed"
        end
        loaded = module
    end
    return loaded
end

---@return number
function _M.now()
    local socket = luasocket()
    return socket and socket.gettime() or os.time()
end

local function unix_socket()
    local found, unix = pcall(require, "socket.unix")
    if not found then
        return nil, "this LuaSocket has no unix sockets"
    end
    -- Up to version 3.0 the module was the function itself.
    return (type(unix) == "table" and (unix.stream or unix.tcp) or unix)()
end

---@param address yar.Address
---@param seconds number
---@return table? socket
---@return string? why
function _M.connect(address, seconds)
    local socket, why = luasocket()
    if not socket then
        return nil, why
    end
    local raw
    if address.kind == "unix" then
        raw, why = unix_socket()
    else
        raw, why = socket.tcp()
    end
    if not raw then
        return nil, why
    end
    raw:settimeout(seconds, "t")
    local connected
    if address.kind == "unix" then
        connected, why = raw:connect(address.path)
    else
        connected, why = raw:connect(address.host, address.port)
    end
    if not connected then
        raw:close()
        return nil, why
    end
    if address.kind ~= "unix" then
        raw:setoption("tcp-nodelay", true)
    end
    return setmetatable({ raw = raw }, Socket)
end

function Socket:send(bytes, seconds)
    self.raw:settimeout(seconds, "t")
    local sent, why = self.raw:send(bytes)
    if not sent then
        return nil, why
    end
    return true
end

function Socket:receive(count, seconds)
    self.raw:settimeout(seconds, "t")
    return self.raw:receive(count)
end

function Socket:receive_some(limit, seconds)
    local raw = self.raw
    raw:settimeout(seconds, "t")
    local first, why = raw:receive(1)
    if not first then
        return nil, why
    end
    -- Whatever else is there already, without waiting for more.
    raw:settimeout(0, "t")
    local rest, _, partial = raw:receive(limit - 1)
    return first .. (rest or partial or "")
end

function Socket:is_quiet()
    self.raw:settimeout(0, "t")
    local bytes, why, partial = self.raw:receive(1)
    return not bytes and why == "timeout" and (partial == nil or partial == "")
end

function Socket:close()
    self.raw:close()
end

return _M

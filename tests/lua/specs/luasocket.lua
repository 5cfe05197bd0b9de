-- The adapter for LuaSocket, against listeners of this very process.
local harness = require("harness")
local luasocket = require("yar.socket.luasocket")
local socket = require("socket")

local case, equal = harness.case, harness.equal

local function pair(address, listener)
    local ours = assert(luasocket.connect(address, 2))
    local theirs = assert(listener:accept())
    theirs:settimeout(2)
    return ours, theirs
end

local function exercise(ours, theirs)
    equal(ours:send("request", 1), true)
    equal(theirs:receive(7), "request")
    theirs:send("abcdef")
    equal(ours:receive(2, 1), "ab")
    equal(ours:receive_some(3, 1), "cde")
    equal(ours:receive_some(100, 1), "f")
    equal(ours:is_quiet(), true)
    local before = luasocket.now()
    equal({ ours:receive(1, 0.05) }, { [2] = "timeout", [3] = "" })
    equal({ ours:receive_some(1, 0.05) }, { [2] = "timeout" })
    local waited = luasocket.now() - before
    equal(waited > 0.08 and waited < 1, true, "waited " .. waited)
    theirs:send("x")
    socket.sleep(0.02)
    equal(ours:is_quiet(), false)
    theirs:close()
    socket.sleep(0.02)
    equal(ours:is_quiet(), false)
    equal({ ours:receive(1, 1) }, { [2] = "closed", [3] = "" })
    ours:close()
end

case("tcp sockets", function()
    local listener = assert(socket.bind("127.0.0.1", 0))
    local _, port = listener:getsockname()
    exercise(pair({ kind = "tcp", host = "127.0.0.1", port = tonumber(port) }, listener))
    listener:close()
    local refused, why = luasocket.connect({ kind = "tcp", host = "127.0.0.1", port = tonumber(port) }, 1)
    equal(refused, nil)
    equal(why, "connection refused")
end)

case("IPv6 literals", function()
    local listener = socket.bind("::1", 0)
    -- A machine without IPv6 has no such address; it must then say so.
    if listener then
        local _, port = listener:getsockname()
        exercise(pair({ kind = "tcp", host = "::1", port = tonumber(port) }, listener))
        listener:close()
    else
        equal(luasocket.connect({ kind = "tcp", host = "::1", port = 1 }, 1), nil)
    end
end)

case("unix sockets", function()
    local path = os.tmpname()
    os.remove(path)
    local unix = require("socket.unix")
    local listener = (type(unix) == "table" and unix.stream or unix)()
    assert(listener:bind(path))
    assert(listener:listen(5))
    exercise(pair({ kind = "unix", path = path }, listener))
    listener:close()
    os.remove(path)
    local missing, why = luasocket.connect({ kind = "unix", path = path }, 1)
    equal({ missing == nil, type(why) }, { true, "string" })
end)

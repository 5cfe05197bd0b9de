local calc = require("calc")
local fake_sockets = require("fake_sockets")
local harness = require("harness")
local peer = require("peer")
local yar = require("yar")

local case, equal, fails = harness.case, harness.equal, harness.fails

local function setup(options, how)
    local last
    local sockets = fake_sockets.new(function(bytes, socket)
        last = socket
        return peer.reply(bytes, { r = 3 }), how
    end)
    options = options or {}
    options.sockets = sockets
    return assert(calc.Calculator.new("tcp://h:1", options)), sockets, function()
        return last
    end
end

case("one connection serves many calls", function()
    local client, sockets = setup()
    for _ = 1, 5 do
        equal(client:add(1, 2), 3)
    end
    equal({ sockets.opened, sockets.closed }, { 1, 0 })
    yar.client(client):close()
    equal(sockets.closed, 1)
    equal(client:add(1, 2), 3)
    equal(sockets.opened, 2)
end)

case("without keepalive every call has its own", function()
    local client, sockets = setup({ keepalive = false })
    client:add(1, 2)
    client:add(1, 2)
    equal({ sockets.opened, sockets.closed }, { 2, 2 })
    equal(peer.open(sockets.sent[1]).keep, 0)
end)

case("a connection that the server closed while idle is replaced", function()
    local client, sockets, last = setup()
    equal(client:add(1, 2), 3)
    last().gone = true
    equal(client:add(1, 2), 3)
    equal({ sockets.opened, sockets.closed, #sockets.sent }, { 2, 1, 2 })
end)

case("a connection with unread bytes is not used again", function()
    local client, sockets, last = setup()
    equal(client:add(1, 2), 3)
    last().incoming = "late"
    equal(client:add(1, 2), 3)
    equal({ sockets.opened, sockets.closed }, { 2, 1 })
end)

case("a call that may have run is never sent twice", function()
    local sockets = fake_sockets.new(function()
        return "", { close = true }
    end)
    local client = calc.Calculator.new("tcp://h:1", { sockets = sockets })
    fails("transport", "tcp://h:1: the server closed the connection while reading the reply", client:add(1, 2))
    equal(#sockets.sent, 1)
end)

case("a reply that comes before the request was sent is taken", function()
    local client, sockets = setup(nil, { unread = true })
    for _ = 1, 2 do
        equal(client:add(1, 2), 3)
    end
    equal({ sockets.opened, sockets.closed, #sockets.sent }, { 2, 1, 2 })
    client = setup(nil, { unread = true, pieces = 7 })
    equal(client:add(1, 2), 3)
    sockets = fake_sockets.new(function()
        return "", { unread = true }
    end)
    client = calc.Calculator.new("tcp://h:1", { sockets = sockets })
    fails("transport", "tcp://h:1: the server closed the connection while sending the request", client:add(1, 2))
end)

case("any segmentation of a reply will do", function()
    for pieces = 1, 100 do
        equal((setup(nil, { pieces = pieces })):add(1, 2), 3)
    end
end)

case("connecting has a limit of its own within that of the call", function()
    local client, sockets = setup({ connect_timeout = 111, timeout = 2222 })
    client:add(1, 2)
    equal(math.abs(sockets.connect_seconds - 0.111) < 0.0001, true)
    client, sockets = setup({ connect_timeout = 5000, timeout = 300 })
    client:add(1, 2)
    equal(math.abs(sockets.connect_seconds - 0.3) < 0.0001, true)
    client, sockets = setup({ connect_timeout = 111 })
    sockets.refuse = "timeout"
    fails("timeout", "tcp://h:1: not connected within 111 ms", client:add(1, 2))
    sockets.refuse = "connection refused"
    fails("transport", "tcp://h:1: cannot connect: connection refused", client:add(1, 2))
end)

case("two calls at a time never share a connection", function()
    local client
    local inner
    local sockets = fake_sockets.new(function(bytes)
        if not inner then
            -- As a scheduler would: another coroutine calls while this one waits.
            inner = true
            equal(client:add(1, 2), 3)
        end
        return peer.reply(bytes, { r = 3 })
    end)
    client = calc.Calculator.new("tcp://h:1", { sockets = sockets })
    equal(client:add(1, 2), 3)
    equal({ sockets.opened, sockets.closed }, { 2, 1 })
    equal(client:add(1, 2), 3)
    equal(sockets.opened, 2)
end)

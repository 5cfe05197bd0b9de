-- Which of several services behind one listener is called.
local calc = require("calc")
local fake_sockets = require("fake_sockets")
local harness = require("harness")
local peer = require("peer")
local yar = require("yar")

local case, equal, fails = harness.case, harness.equal, harness.fails

-- Sockets whose peer answers with the name of the method that it was asked for.
local function echo()
    local seen = {}
    return fake_sockets.new(function(bytes)
        seen[#seen + 1] = peer.open(bytes).body.m
        return peer.reply(bytes, { r = seen[#seen] })
    end), seen
end

for _, packager in ipairs({ "JSON", "MSGPACK" }) do
    case("the name of the service stands before that of the method: " .. packager, function()
        local sockets, seen = echo()
        local function client(service)
            local options = { sockets = sockets, packager = packager, service = service }
            return assert(calc.Calculator.new("tcp://h:1", options))
        end
        -- What is kept of a method from one client must not reach another.
        local plain, orders, users = client(nil), client("shop.Orders"), client("Users")
        for _ = 1, 2 do
            equal(plain:echo(1), "echo")
            equal(orders:echo(1), "shop.Orders.echo")
            equal(users:concat({}, ""), "Users.concat")
            equal(users:echo(1), "Users.echo")
        end
        equal(yar.client(orders):call("echo"), "shop.Orders.echo")
        equal(yar.client(plain):call("echo"), "echo")
        equal(#seen, 10)
    end)
end

case("errors show the method as the caller wrote it", function()
    local sockets = echo()
    local client = calc.Calculator.new("tcp://h:1", { sockets = sockets, service = "Orders" })
    fails("argument", "add: argument a: expected i64", client:add("x", 2))
    local _, err = client:add(1, 2)
    equal(err.message, 'add: result: expected i64, got string "Orders.add"')
    _, err = yar.client(client):call("m", print)
    equal(err.message, "m: argument 1: a function cannot travel")
end)

case("services that share a connection are called by their own names", function()
    local sockets = echo()
    local first = assert(yar.new("tcp://h:1", { sockets = sockets, service = "Users" }))
    local users = assert(calc.Calculator.new(first))
    local orders = assert(calc.Calculator.new(first, { service = "Orders" }))
    equal({ users:echo(1), orders:echo(1), users:echo(1), first:call("m") },
        { "Users.echo", "Orders.echo", "Users.echo", "Users.m" })
    equal(sockets.opened, 1)
    equal({ first.options.service, yar.client(orders).options.service }, { "Users", "Orders" })
    yar.client(orders):close()
    equal(sockets.closed, 1)
    fails("argument", "option service: expected the name", calc.Calculator.new(first, { service = "" }))
    for _, options in ipairs({ { timeout = 1 }, { service = "Orders", timeout = 1 }, {}, "Orders" }) do
        fails("argument", "options belong to the client that was given; only service can be another",
            calc.Calculator.new(first, options))
    end
end)

case("calls at the same time have each its own service", function()
    local users, orders
    local inner
    local sockets = fake_sockets.new(function(bytes)
        if not inner then
            inner = true
            equal(orders:echo(1), "Orders.echo")
        end
        return peer.reply(bytes, { r = peer.open(bytes).body.m })
    end)
    users = calc.Calculator.new("tcp://h:1", { sockets = sockets, service = "Users" })
    orders = calc.Calculator.new(yar.client(users), { service = "Orders" })
    equal(users:echo(1), "Users.echo")
    equal(inner, true)
end)

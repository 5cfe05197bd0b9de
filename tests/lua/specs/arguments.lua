-- Arguments that are left out, data of errors, services that extend others.
local fake_sockets = require("fake_sockets")
local harness = require("harness")
local peer = require("peer")
local yar = require("yar")

local case, equal, fails, has = harness.case, harness.equal, harness.fails, harness.has
local types = yar.types

-- Makes calls of a method, and tells which arguments arrived.
local function caller(params, rest, fields)
    local seen = {}
    local sockets = fake_sockets.new(function(bytes)
        seen[#seen + 1] = peer.open(bytes)
        local copy = {}
        for key, value in pairs(fields or {}) do
            copy[key] = value
        end
        return peer.reply(bytes, copy)
    end)
    local service = {}
    service.__index = service
    local client = assert(yar.typed(service, "tcp://h:1", { sockets = sockets, packager = "JSON" }))
    local method = yar.method("m", params, rest)
    return function(...)
        local value, err = yar.call(client, method, { ... })
        return value, err
    end, seen
end

local function sent(seen)
    return seen[#seen].bytes:match('"p":(.*)}$')
end

local PARAMS = {
    { "a", types.i8 },
    { "b", types.nullable(types.i8) },
    { "c", types.i8, default = 2 },
    { "d", types.string, optional = true },
    { "e", types.nullable(types.string), optional = true },
    { "f", types.list(types.i8), default = function()
        return { 1 }
    end },
}

case("what is left out at the end is not sent", function()
    local call, seen = caller(PARAMS)
    equal(call(1), true)
    equal(sent(seen), "[1,null]")
    call(1, 5)
    equal(sent(seen), "[1,5]")
    call(1, 5, 3)
    equal(sent(seen), "[1,5,3]")
    call(1, 5, nil, "x")
    equal(sent(seen), '[1,5,2,"x"]')
    call(1, 5, yar.null, "x", yar.null)
    equal(sent(seen), '[1,5,2,"x",null]')
    call(1, nil, nil, "x", nil, { 7 })
    equal(sent(seen), '[1,null,2,"x",null,[7]]')
    call(1, 5, yar.null, yar.null, nil, yar.null)
    equal(sent(seen), "[1,5]")
end)

case("null of any type is left out where that is allowed", function()
    local call, seen = caller({ { "a", types.any }, { "b", types.any, default = 5 },
        { "c", types.any, optional = true }, { "d", types.nullable(types.any), optional = true } })
    call(yar.null, yar.null, yar.null)
    equal(sent(seen), "[null]")
    call(1, yar.null, 2)
    equal(sent(seen), "[1,5,2]")
    fails("argument", "m: argument c: left out, but 'd' behind it is given", call(1, 2, yar.null, yar.null))
end)

case("a hole that nothing can fill is refused by name", function()
    local call, seen = caller(PARAMS)
    fails("argument", "m: argument d: left out, but 'e' behind it is given", call(1, 2, 3, nil, "x"))
    fails("argument", "m: argument d: left out, but 'f' behind it is given", call(1, 2, 3, nil, nil, {}))
    fails("argument", "m: argument a: expected i8, got nil", call(nil, 2))
    fails("argument", 'm: argument d: expected string, got number 5', call(1, 2, 3, 5))
    equal(#seen, 0)
end)

case("the name on the wire is another than in messages", function()
    local call, seen = caller({ { "id", types.i8 } }, { wire = "getURL" })
    call(1)
    equal(seen[1].body.m, "getURL")
    fails("argument", "m: argument id:", call("x"))
end)

case("errors carry their data", function()
    local quota = types.error("Quota", 1002, "QuotaExceeded")
    types.define_data(quota, {
        { "wait", types.duration, optional = true, wire = "retryAfter" },
        { "who", types.nullable(types.string) },
    })
    local plain = types.error("Plain", 1)
    local function thrown(fields)
        local call = caller({}, { errors = { plain, quota } }, { s = 64, e = fields })
        local value, err = call()
        equal(value, nil)
        return err
    end
    local err = thrown({ message = "slow down", code = 1002, data = { retryAfter = 1500, who = "you", more = 1 } })
    equal({ err.kind, err.code, err.data }, { "Quota", 1002, { wait = 1500, who = "you" } })
    err = thrown({ message = "x", _type = "App\\quotaexceeded" })
    equal({ err.kind, err.data, err.data_problem }, { "Quota", {} })
    err = thrown({ message = "x", code = 1002, data = yar.null })
    equal(err.data, {})
    err = thrown({ message = "x", code = 1002, data = { retryAfter = "soon" } })
    equal({ err.kind, err.data }, { "Quota", {} })
    has(err.data_problem, 'data.wait: expected duration (milliseconds, 0 or more), got string "soon"')
    err = thrown({ message = "x", code = 1002, data = "nonsense" })
    equal(err.data_problem, 'data: expected Quota, got string "nonsense"')
    err = thrown({ message = "x", code = 1, data = { a = 1 } })
    equal({ err.kind, err.data }, { "Plain" })
    err = thrown({ message = "x", code = 77, data = { a = 1 } })
    equal({ err.kind, err.data }, { "remote" })
end)

case("a service has the methods of the one it extends, and its own first", function()
    local base = {}
    base.__index = base
    base.ping, base.add = "base ping", "base add"
    local service = {}
    service.__index = service
    yar.inherit(service, { [1] = base })
    equal({ service.ping, service.add, service.__index == service }, { "base ping", "base add", true })
end)

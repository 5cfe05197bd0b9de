local calc = require("calc")
local fake_sockets = require("fake_sockets")
local harness = require("harness")
local peer = require("peer")
local yar = require("yar")

local case, equal, fails, has = harness.case, harness.equal, harness.fails, harness.has

-- A calculator whose peer answers with these fields, or with what a function
-- makes of the opened request.
local function calculator(fields, options)
    local seen = {}
    local sockets = fake_sockets.new(function(bytes)
        seen[#seen + 1] = peer.open(bytes)
        local given = type(fields) == "function" and fields(seen[#seen]) or fields
        local copy = {}
        for key, value in pairs(given) do
            copy[key] = value
        end
        return peer.reply(bytes, copy)
    end)
    options = options or {}
    options.sockets = sockets
    return assert(calc.Calculator.new("tcp://h:1", options)), seen, sockets
end

for _, packager in ipairs({ "JSON", "MSGPACK" }) do
    case("a call travels as PHP sends it: " .. packager, function()
        local client, seen = calculator({ r = 3 }, { packager = packager })
        equal(client:add(1, 2), 3)
        local request = seen[1]
        equal(request.body, { i = request.id, m = "add", p = { 1, 2 } })
        equal(request.id > 0, true)
        equal(request.keep, 1)
        equal(request.field, packager .. ("\0"):rep(8 - #packager))
    end)
end

case("the bytes of a call are the canonical ones", function()
    local client, seen = calculator({ r = "" }, { packager = "MSGPACK" })
    client:concat({}, "x")
    equal(seen[1].bytes, "\131\161i" .. peer.pack("MSGPACK", seen[1].id) .. "\161m\166concat\161p\146\144\161x")
    client, seen = calculator({ r = "" }, { packager = "JSON" })
    client:concat({}, "x")
    equal(seen[1].bytes, '{"i":' .. ("%.0f"):format(seen[1].id) .. ',"m":"concat","p":[[],"x"]}')
    client, seen = calculator({ r = true }, { packager = "MSGPACK" })
    equal(yar.client(client):call("ping"), true)
    equal(seen[1].bytes:sub(-3), "\161p\144")
    yar.client(client):call("m", nil, 1, nil)
    equal(seen[2].bytes:sub(-5), "p\147\192\1\192")
end)

case("ids differ from call to call and are never zero", function()
    local client, seen = calculator({ r = 1 })
    for _ = 1, 100 do
        client:add(1, 0)
    end
    local known = {}
    for _, request in ipairs(seen) do
        equal(known[request.id], nil)
        known[request.id] = true
        equal(request.id > 0 and request.id < 4294967296, true)
    end
end)

case("arguments are checked before anything is sent", function()
    local client, seen, sockets = calculator({ r = 1 })
    fails("argument", 'add: argument a: expected i64, got string "x"', client:add("x", 2))
    fails("argument", "add: argument b: expected i64, got nil", client:add(1))
    fails("argument", "sleep_ms: argument ms: expected i32 (-2147483648 to 2147483647)", client:sleep_ms(2 ^ 31))
    fails("argument", "stats: argument values[2]: expected f64", client:stats({ 1, "x" }))
    fails("argument", "concat: argument parts: expected list<string>", client:concat("a", "b"))
    fails("argument", "echo: argument value.f: a function cannot travel", client:echo({ f = print }))
    fails("argument", "must be a string", yar.client(client):call(5))
    equal({ #seen, sockets.opened }, { 0, 0 })
end)

case("results are checked against their type", function()
    fails("result", 'add: result: expected i64, got string "x"', (calculator({ r = "x" })):add(1, 2))
    fails("result", "add: result: expected i64, got", (calculator({ r = yar.null })):add(1, 2))
    fails("result", "stats: result.mean: expected f64, got nothing",
        (calculator({ r = { count = 1, min = 1, max = 1 } })):stats({ 1 }))
    equal((calculator({ r = "9" })):add(4, 5), 9)
    equal((calculator({ r = 5.0 })):add(1, 4), 5)
end)

case("false, null and missing results are no failures", function()
    local value, err = (calculator({ r = false })):echo(false)
    equal({ value, err }, { false })
    value, err = (calculator({ r = yar.null })):echo(nil)
    equal({ value == nil, err == nil }, { true, true })
    value, err = (calculator({})):echo(nil)
    equal({ value == nil, err == nil }, { true, true })
    local echoed = (calculator({ r = { 1, yar.null, 3 } })):echo(nil)
    equal(#echoed, 3)
    equal(echoed[2], yar.null)
    equal((calculator({ r = "ignored" })):fail("m", 1), true)
end)

case("declared errors are known by code, else by class", function()
    local thrown = { message = "no", code = 33, file = "f", line = 1, _type = "Whatever" }
    local _, err = (calculator({ s = 64, e = thrown })):div(1, 0)
    equal({ err.kind, err.code, err.message, err.status, err.type, err.declared },
        { calc.errors.DivisionByZero, 33, "no", 64, "Whatever", true })
    equal(tostring(err), "DivisionByZero (33): no")
    equal(yar.is_error(err), true)
    _, err = (calculator({ s = 64, e = { message = "no", code = "33" } })):div(1, 0)
    equal({ err.kind, err.code }, { "DivisionByZero", "33" })
    _, err = (calculator({ s = 64, e = { message = "no", code = 0, _type = "App\\Calc\\divisionbyzero" } })):div(1, 0)
    equal({ err.kind, err.code }, { "DivisionByZero", 0 })
    _, err = (calculator({ s = 64, e = thrown })):stats({})
    equal({ err.kind, err.code, err.declared }, { "remote", 33, false })
end)

case("other errors are remote, with what the server said", function()
    fails("remote", "call to undefined api", (calculator({ s = 4, e = "call to undefined api X::add()" })):add(1, 2))
    local _, err = (calculator({ s = 32, e = "authentication failed" })):add(1, 2)
    equal({ err.kind, err.code, err.status }, { "remote", 32, 32 })
    _, err = (calculator({ s = 8 })):add(1, 2)
    equal(err.message, "unknown error, status 8")
    _, err = (calculator({ s = 1, e = yar.null })):add(1, 2)
    equal(err.message, "unknown error, status 1")
    _, err = (calculator({ s = 64, e = { message = "m", code = "HY000", _type = "PDOException" } })):add(1, 2)
    equal({ err.code, err.type }, { "HY000", "PDOException" })
    _, err = (calculator({ s = 64, e = {} })):add(1, 2)
    equal({ err.code, err.message }, { 0, "no message" })
    _, err = (calculator({ s = 64, e = { message = {}, code = yar.null, _type = 5 } })):add(1, 2)
    equal({ err.code, err.message, err.type }, { 0, "no message" })
    _, err = (calculator({ s = 64, e = { message = "m", code = { 5 } } })):add(1, 2)
    equal({ err.code, tostring(err) }, { 0, "remote (0): m" })
    _, err = (calculator({ s = 64, e = { "a", "b" } })):add(1, 2)
    equal(err.kind, "remote")
end)

case("the reply says its own packager", function()
    local sockets = fake_sockets.new(function(bytes)
        local id = peer.open(bytes).id
        return peer.frame(id, "json\0\0\0\255", peer.pack("JSON", { i = id, s = 0, r = 7 }))
    end)
    local client = calc.Calculator.new("tcp://h:1", { sockets = sockets, packager = "MSGPACK" })
    equal(client:add(3, 4), 7)
end)

case("ids and statuses may be digits, the id may be zero", function()
    equal((calculator({ i = 0, r = 1 })):add(1, 0), 1)
    equal((calculator(function(request)
        return { i = ("%.0f"):format(request.id), s = "0", r = 1 }
    end)):add(1, 0), 1)
    local _, err = (calculator({ s = "4", e = "no" })):add(1, 0)
    equal({ err.kind, err.status }, { "remote", 4 })
end)

case("what the method printed is on the client", function()
    local client = calculator({ r = 1, o = "printed" })
    equal(client:add(1, 0), 1)
    equal(yar.client(client).output, "printed")
    client = calculator({ s = 64, e = { message = "x" }, o = "before" })
    client:add(1, 0)
    equal(yar.client(client).output, "before")
end)

case("64-bit integers keep every digit", function()
    for _, digits in ipairs({ "9007199254740993", "9223372036854775807", "-9223372036854775808" }) do
        for _, packager in ipairs({ "JSON", "MSGPACK" }) do
            local client, seen = calculator(function(request)
                return { r = request.body.p[1] }
            end, { packager = packager })
            equal(require("yar.integers").text(client:add(digits, 0)), digits)
            has(seen[1].bytes, packager == "JSON" and "[" .. digits .. "," or "\161p\146")
        end
    end
end)

case("clients of several services may share a connection", function()
    local client, _, sockets = calculator({ r = 3 })
    local second = calc.Calculator.new(yar.client(client))
    equal({ client:add(1, 2), second:add(1, 2), sockets.opened }, { 3, 3, 1 })
    fails("argument", "options belong to the client", calc.Calculator.new(yar.client(client), { timeout = 1 }))
    fails("argument", "must be a string", calc.Calculator.new(nil))
end)

case("a request above the limit is not sent", function()
    local client, seen = calculator({ r = "" }, { max_body = 1000 })
    fails("argument", "the limit is 1000", client:concat({ ("x"):rep(2000) }, ""))
    equal(#seen, 0)
end)

-- Replies that no honest server sends: every one ends in an error, none
-- throws, none makes the client wait or reserve what is not there.
local calc = require("calc")
local fake_sockets = require("fake_sockets")
local harness = require("harness")
local peer = require("peer")

local case, equal, fails = harness.case, harness.equal, harness.fails

local function call(answer, how, options)
    local sockets = fake_sockets.new(function(bytes)
        return answer(peer.open(bytes)), how or { close = true }
    end)
    options = options or {}
    options.sockets = sockets
    local client = assert(calc.Calculator.new("tcp://h:1", options))
    local value, err = client:add(1, 2)
    if err and err.kind ~= "result" and err.kind ~= "remote" then
        equal(sockets.opened, sockets.closed, "connections left open")
    end
    return value, err, sockets
end

local function bytes_as_body(name, bytes)
    return function(request)
        return peer.frame(request.id, name .. ("\0"):rep(8 - #name), bytes)
    end
end

local function body(name, value)
    return function(request)
        if type(value) == "table" and value.s and not value.i then
            value.i = request.id
        end
        return bytes_as_body(name, peer.pack(name, value))(request)
    end
end

case("bodies that are no reply", function()
    for _, name in ipairs({ "JSON", "MSGPACK" }) do
        for _, value in ipairs({ 5, true, "x", {}, { 1, 2 }, { s = "x" }, { i = 0 }, { i = {}, s = 0 } }) do
            local answer = body(name, value)
            fails("protocol", "a reply", call(answer))
        end
        fails("protocol", "a reply must be a map, got nil", call(body(name, require("yar").null)))
    end
    fails("protocol", "without a status", call(bytes_as_body("JSON", '{"i":1}')))
    fails("protocol", "without an id", call(bytes_as_body("JSON", '{"s":0,"r":1}')))
end)

case("another call's reply", function()
    fails("protocol", "has the id 999999, expected", call(body("JSON", { i = 999999, s = 0, r = 3 })))
    fails("protocol", "has the id", call(body("JSON", { i = -1, s = 0, r = 3 })))
end)

case("a connection is dropped after a wrong id", function()
    local answers = { { i = 999999, s = 0, r = 3 }, { s = 0, r = 3 } }
    local sockets
    sockets = fake_sockets.new(function(bytes)
        return peer.reply(bytes, table.remove(answers, 1))
    end)
    local client = calc.Calculator.new("tcp://h:1", { sockets = sockets })
    fails("protocol", "999999", client:add(1, 2))
    equal({ sockets.opened, sockets.closed }, { 1, 1 })
    equal(client:add(1, 2), 3)
    equal(sockets.opened, 2)
end)

case("packagers that are unknown, or not what they say", function()
    fails("protocol", "packed as 'PHP'", call(bytes_as_body("PHP", "i:1;")))
    fails("protocol", "packed as ''", call(bytes_as_body("", "")))
    fails("protocol", "does not unpack: JSON", call(bytes_as_body("JSON", peer.pack("MSGPACK", { i = 1, s = 0 }))))
    fails("protocol", "does not unpack: MSGPACK", call(bytes_as_body("MSGPACK", '{"i":1,"s":0}')))
    fails("protocol", "does not unpack", call(bytes_as_body("JSON", "")))
    fails("protocol", "does not unpack", call(bytes_as_body("MSGPACK", "")))
    -- What PHP sends when a string of the reply is not UTF-8.
    fails("protocol", "does not unpack", call(bytes_as_body("JSON", '{"i":7,"s":0,"r":')))
end)

case("nil and NaN keys", function()
    fails("protocol", "without a status", call(bytes_as_body("MSGPACK", "\130\161i\0\192\1")))
    fails("protocol", "no scalar", call(bytes_as_body("MSGPACK", "\130\161i\0\203\127\248\0\0\0\0\0\0\1")))
end)

case("nesting without end", function()
    fails("protocol", "nested deeper", call(bytes_as_body("JSON", ("["):rep(300000))))
    fails("protocol", "nested deeper", call(bytes_as_body("MSGPACK", ("\145"):rep(300000))))
    fails("protocol", "nested deeper", call(bytes_as_body("MSGPACK", ("\129\0"):rep(300000))))
end)

case("lengths that promise too much", function()
    local _, _, sockets = call(function(request)
        return peer.frame(request.id, "JSON\0\0\0\0", "{}", 4000000000)
    end)
    equal(sockets.largest, 82)
    fails("protocol", "4000000000 bytes is above the limit", call(function(request)
        return peer.frame(request.id, "JSON\0\0\0\0", "{}", 4000000008)
    end))
    fails("protocol", "empty reply", call(function(request)
        return peer.frame(request.id, "", "", 0)
    end))
    fails("protocol", "no room", call(function(request)
        return peer.frame(request.id, "JSON", "", 4)
    end))
    fails("protocol", "unexpected end", call(bytes_as_body("MSGPACK", "\221\255\255\255\255")))
    fails("protocol", "unexpected end", call(bytes_as_body("MSGPACK", "\223\255\255\255\255")))
    fails("protocol", "unexpected end", call(bytes_as_body("MSGPACK", "\219\255\255\255\255x")))
end)

case("a reply cut at every byte", function()
    local whole = function(request)
        return peer.frame(request.id, "MSGPACK\0", peer.pack("MSGPACK", { i = request.id, s = 0, r = 3 }))
    end
    local size = #whole({ id = 1000000 })
    for cut = 0, size - 1 do
        fails("transport", "the server closed the connection", call(function(request)
            request.id = request.id
            return whole(request):sub(1, math.min(cut, #whole(request) - 1))
        end))
    end
end)

case("a body cut at every byte inside an honest frame", function()
    for _, name in ipairs({ "JSON", "MSGPACK" }) do
        for cut = 0, 20 do
            local value, err = call(function(request)
                local packed = peer.pack(name, { i = request.id, s = 0, r = { { a = 1.5 }, "text", { 1, 2 } } })
                return bytes_as_body(name, packed:sub(1, math.min(cut, #packed - 1)))(request)
            end)
            fails("protocol", "", value, err)
        end
    end
end)

case("random bytes", function()
    local state = 12345
    local function random(limit)
        state = (state * 16807) % 2147483647
        return state % limit
    end
    for _ = 1, 3000 do
        local bytes = {}
        for index = 1, random(40) do
            bytes[index] = string.char(random(256))
        end
        bytes = table.concat(bytes)
        for _, name in ipairs({ "JSON", "MSGPACK" }) do
            local value, err = call(bytes_as_body(name, bytes))
            fails("protocol", "", value, err)
        end
    end
end)

case("honest bodies with bytes changed", function()
    local state = 4711
    local function random(limit)
        state = (state * 16807) % 2147483647
        return state % limit
    end
    local value = { i = 0, s = 0, r = { text = "h\195\169", list = { 1, -2, 3.5, {} } } }
    for _, name in ipairs({ "JSON", "MSGPACK" }) do
        local honest = peer.pack(name, value)
        for _ = 1, 3000 do
            local at = random(#honest) + 1
            local changed = honest:sub(1, at - 1) .. string.char(random(256)) .. honest:sub(at + 1)
            local result, err = call(bytes_as_body(name, changed))
            -- The body may still be well-formed; then the value is no i64.
            equal(result == nil and type(err) == "table" and type(err.message) == "string", true)
        end
    end
end)

case("a peer that drips cannot stretch the deadline", function()
    local _, err, sockets = call(function(request)
        return peer.frame(request.id, "JSON\0\0\0\0", (" "):rep(1000))
    end, { pieces = 1, delay = 0.1 }, { timeout = 2000 })
    fails("timeout", "no answer within 2000 ms", nil, err)
    equal(sockets.time - 1000 < 2.2, true)
end)

case("a peer that never answers", function()
    local _, err, sockets = call(function()
        return ""
    end, { pieces = 1 }, { timeout = 700 })
    fails("timeout", "within 700 ms while reading the reply", nil, err)
    equal(math.abs(sockets.time - 1000.7) < 0.001, true)
end)

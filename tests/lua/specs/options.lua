local fake_sockets = require("fake_sockets")
local harness = require("harness")
local peer = require("peer")
local yar = require("yar")

local case, equal, fails = harness.case, harness.equal, harness.fails

local function with(options)
    return yar.new("http://user:pass@127.0.0.1:1/", options)
end

case("options are checked, by name and by value", function()
    fails("argument", "unknown option string \"timeot\"; known are connect_timeout", with({ timeot = 1 }))
    fails("argument", "unknown option number 1", with({ "JSON" }))
    fails("argument", "option packager: expected", with({ packager = "PHP" }))
    fails("argument", "option timeout: expected milliseconds", with({ timeout = 0 }))
    fails("argument", "option timeout: expected milliseconds", with({ timeout = "5" }))
    fails("argument", "option connect_timeout", with({ connect_timeout = 0 / 0 }))
    fails("argument", "option keepalive", with({ keepalive = 1 }))
    fails("argument", "option max_body", with({ max_body = 1.5 }))
    fails("argument", "at most 32 bytes fit, got 33", with({ token = ("x"):rep(33) }))
    fails("argument", "a NUL byte", with({ provider = "a\0b" }))
    for text, shown in pairs({
        [""] = "", ["."] = ".", [".a"] = ".a", ["a."] = "a.", ["a..b"] = "a..b", ["a\n"] = "a\\010", ["\255"] = "\\255",
    }) do
        fails("argument", 'option service: expected the name of a service, such as "Orders", or "shop.Orders" with its '
            .. 'package, got string "' .. shown .. '"; leave the option out to call the first service',
            with({ service = text }))
    end
    fails("argument", "option service: expected the name of a service", with({ service = 5 }))
    fails("argument", "option sockets", with({ sockets = {} }))
    fails("argument", "options: expected a table", with("JSON"))
end)

case("headers cannot break out of the request", function()
    fails("argument", "bad value of header X", with({ headers = { X = "a\r\nY: b" } }))
    fails("argument", "bad value of header X", with({ headers = { X = "a\0" } }))
    fails("argument", "bad value of header X", with({ headers = { X = 5 } }))
    fails("argument", "bad header name", with({ headers = { ["X: y\r\nZ"] = "a" } }))
    fails("argument", "bad header name", with({ headers = { "a" } }))
    fails("argument", "belongs to the client", with({ headers = { ["Content-Length"] = "5" } }))
end)

case("provider and token fill their fields", function()
    local seen
    local sockets = fake_sockets.new(function(bytes)
        seen = peer.open(bytes)
        return peer.reply(bytes, { r = true })
    end)
    local client = yar.new("tcp://h:1", {
        sockets = sockets, provider = ("p"):rep(32), token = "secret", packager = "json",
    })
    equal(client:call("m"), true)
    equal(seen.provider, ("p"):rep(32))
    equal(seen.token, "secret" .. ("\0"):rep(26))
    equal(seen.packager, "JSON")
    equal(yar.new("http://user:pass@h/", { sockets = sockets }).options.token, "pass")
end)

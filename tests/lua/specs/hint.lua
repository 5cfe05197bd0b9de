-- Ports that speak something else than the address says.
local fake_sockets = require("fake_sockets")
local harness = require("harness")
local peer = require("peer")
local yar = require("yar")

local case, equal, fails = harness.case, harness.equal, harness.fails

local BAD_REQUEST = "HTTP/1.1 400 Bad Request\r\n\r\n"
local ALERT = "\21\3\3\0\2\2\70"
local TLS = "; the port speaks TLS, which Lua clients do not: write the address of one without TLS"

-- Calls a peer that answers anything with these bytes.
local function call(uri, answer, how)
    local sockets = fake_sockets.new(function()
        return answer, how or { close = true }
    end)
    local value, err = yar.new(uri, { sockets = sockets, timeout = 500 }):call("m")
    equal({ sockets.opened, sockets.closed }, { 1, 1 })
    return value, err
end

case("HTTP where none was expected", function()
    local long = "HTTP/1.1 400 Bad Request\r\nContent-Length: 50\r\n\r\n" .. ("x"):rep(50)
    for _, answer in ipairs({ BAD_REQUEST, long }) do
        for _, how in ipairs({ { close = true }, { pieces = 3, close = true }, {} }) do
            fails("protocol", "tcp://h:1: not a Yar reply: it begins with 'HTTP/1.1 400 Ba'; the port speaks HTTP: "
                .. "write http://h:1/", call("tcp://h:1", answer, how))
            fails("protocol", "; the port speaks HTTP: write http://[::1]:9600/", call("tcp://[::1]:9600", answer, how))
            fails("protocol", "unix:///s: not a Yar reply: it begins with 'HTTP/1.1 400 Ba'; the socket speaks HTTP, "
                .. "which unix:// addresses do not", call("unix:///s", answer, how))
        end
    end
end)

case("Yar without HTTP where HTTP was expected", function()
    for _, id in ipairs({ 0, 10, 168430090 }) do
        for _, how in ipairs({ { close = true }, { pieces = 3, close = true }, {} }) do
            local answer = peer.frame(id, ("\0"):rep(8), "")
            fails("protocol", "; the port speaks Yar without HTTP: write tcp://h:8080",
                call("http://h:8080/x", answer, how))
            fails("protocol", ": write tcp://h:80", call("http://h/x", answer, how))
            fails("protocol", ": write tcp://[::1]:80", call("http://[::1]/x", answer, how))
        end
    end
    fails("transport", "http://h/x: the server closed the connection while reading the reply; is it a Yar server "
        .. "without HTTP that wants tcp://h:80, or one with TLS, which Lua clients do not speak?",
        call("http://h/x", ""))
end)

case("TLS, which answers with an alert", function()
    for _, how in ipairs({ { close = true }, { pieces = 3, close = true }, {} }) do
        fails("protocol", "tcp://h:1: not a Yar reply: it begins with '\\021\\003\\003\\000\\002\\002F'" .. TLS,
            call("tcp://h:1", ALERT, how))
        fails("protocol", "http://h/x: not an HTTP reply: it begins with '\\021\\003\\003\\000\\002\\002F'" .. TLS,
            call("http://h/x", ALERT, how))
    end
end)

case("what is nothing in particular gets no hint", function()
    local frame = peer.frame(1, ("\0"):rep(8), "")
    for uri, answers in pairs({
        ["tcp://h:1"] = { "", "HTTP", "\21\3\3\0\2\2", "\21\3\3\0\2\2\128", "\21\3\3\1\2\2\70", ("x"):rep(90) },
        ["unix:///s"] = { "", ALERT, ("x"):rep(90) },
        ["http://h/x"] = { "HTT", frame:sub(1, 9), "\21\3\3\0\2\2", "220 mail\r\n", BAD_REQUEST },
    }) do
        for _, answer in ipairs(answers) do
            local _, err = call(uri, answer)
            for _, word in ipairs({ "speaks", "is it" }) do
                equal(err.message:find(word, 1, true), nil, err.message)
            end
        end
    end
end)

local calc = require("calc")
local fake_sockets = require("fake_sockets")
local harness = require("harness")
local peer = require("peer")

local case, equal, fails, has = harness.case, harness.equal, harness.fails, harness.has

local function head_and_frame(bytes)
    local stop = select(2, bytes:find("\r\n\r\n", 1, true))
    return bytes:sub(1, stop), bytes:sub(stop + 1)
end

-- Calls add(1, 2) against a peer that wraps the reply frame as `wrap` says.
local function setup(wrap, options, how)
    local sockets = fake_sockets.new(function(bytes)
        local _, frame = head_and_frame(bytes)
        return wrap(peer.reply(frame, { r = 3 })), how or { close = true }
    end)
    options = options or {}
    options.sockets = sockets
    local uri = options.uri or "http://h:8080/api?x=1"
    options.uri = nil
    return assert(calc.Calculator.new(uri, options)), sockets
end

local function call(wrap, options, how)
    local client, sockets = setup(wrap, options, how)
    local value, err = client:add(1, 2)
    return value, err, sockets
end

local CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

local function with_length(frame)
    return "HTTP/1.1 200 OK\r\nContent-Length: " .. #frame .. "\r\n\r\n" .. frame
end

local function raw(text)
    return function()
        return text
    end
end

case("the request is a POST with a Host, a type and a length", function()
    local value, _, sockets = call(with_length, { headers = { ["X-Trace"] = "7", ["User-Agent"] = "mine" } })
    equal(value, 3)
    local head, frame = head_and_frame(sockets.sent[1])
    equal(head:match("^[^\r]*"), "POST /api?x=1 HTTP/1.1")
    for _, line in ipairs({
        "host: h:8080", "content-type: application/octet-stream", "content-length: " .. #frame,
        "connection: keep-alive", "x-trace: 7", "user-agent: mine",
    }) do
        has(head, "\r\n" .. line .. "\r\n")
    end
    equal(select(2, head:gsub("\r\nuser%-agent", "")), 1)
    equal(peer.open(frame).keep, 0)
    has(sockets.address.host, "h")
end)

case("user and password become credentials, provider and token", function()
    local _, _, sockets = call(with_length, { uri = "http://me:p%40ss@[::1]:81" })
    local head, frame = head_and_frame(sockets.sent[1])
    has(head, "\r\nauthorization: Basic bWU6cEBzcw==\r\n")
    has(head, "\r\nhost: [::1]:81\r\n")
    equal(sockets.address.host, "::1")
    equal(peer.open(frame).provider:match("^[^%z]*"), "me")
    equal(peer.open(frame).token:match("^[^%z]*"), "p%40ss")
end)

case("replies by length, in chunks and up to the end are read in any pieces", function()
    local wraps = {
        with_length,
        function(frame)
            return "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;ext=1\r\n" .. frame:sub(1, 5)
                .. ("\r\n%X\r\n"):format(#frame - 5) .. frame:sub(6) .. "\r\n0\r\nTrailer: x\r\n\r\n"
        end,
        function(frame)
            return "HTTP/1.0 200 OK\n\n" .. frame
        end,
        function(frame)
            return "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200\r\nContent-Length:" .. #frame .. ", " .. #frame
                .. "\r\n\r\n" .. frame
        end,
    }
    for index, wrap in ipairs(wraps) do
        for _, pieces in ipairs({ 1, 2, 3, 50, 8192 }) do
            equal(call(wrap, nil, { pieces = pieces, close = true }), 3, index .. " by " .. pieces)
        end
    end
end)

case("a connection is kept only when both sides may keep it", function()
    local function uses(wrap, options)
        local client, sockets = setup(wrap, options, {})
        equal(client:add(1, 2), 3)
        equal(client:add(1, 2), 3)
        return sockets.opened
    end
    local function saying(version, line)
        return function(frame)
            return "HTTP/" .. version .. " 200 OK\r\n" .. line .. "Content-Length: " .. #frame .. "\r\n\r\n" .. frame
        end
    end
    equal(uses(with_length), 1)
    equal(uses(with_length, { keepalive = false }), 2)
    equal(uses(saying("1.1", "Connection: x, Close\r\n")), 2)
    equal(uses(saying("1.0", "")), 2)
    equal(uses(saying("1.0", "Connection: Keep-Alive\r\n")), 1)
    equal(uses(function(frame)
        return with_length(frame) .. "surplus"
    end), 2)
    equal(uses(function(frame)
        return CHUNKED .. ("%x\r\n"):format(#frame) .. frame .. "\r\n0\r\n\r\n"
    end), 1)
end)

case("a status other than 200 is an error that keeps the body", function()
    for _, status in ipairs({
        "400 Bad Request", "404 Not Found",
        "500 Oops", "302 Found", "201 Created", "502 Bad",
    }) do
        local value, err = call(raw("HTTP/1.1 " .. status .. "\r\nContent-Length: 9\r\n\r\n<h1>x\0\255</"))
        fails("transport", "HTTP status " .. status:sub(1, 3) .. ": <h1>x\\000\\255</", value, err)
        equal({ err.http_status, #err.body }, { tonumber(status:sub(1, 3)), 9 })
    end
    fails("transport", "HTTP status 204", call(raw("HTTP/1.1 204 No Content\r\n\r\n")))
    fails("transport", "HTTP status 101", call(raw("HTTP/1.1 101 Switching\r\n\r\n")))
end)

case("a redirect says where to, and is not followed", function()
    local moved = "HTTP/1.1 302 Found\r\nLocation: https://h/new\r\nContent-Length: 2\r\n\r\nno"
    local value, err = call(raw(moved))
    fails("transport", "http://h:8080/api?x=1: HTTP status 302, moved to https://h/new: no", value, err)
    equal(err.http_status, 302)
end)

case("replies that are no HTTP", function()
    for _, text in ipairs({
        "SSH-2.0-x\r\n\r\n", "HTTP/2 200\r\n\r\n",
        "HTTP/1.1 20x OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\n: x\r\n\r\n", "HTTP/1.1 200 OK\r\n folded\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
        CHUNKED .. "xyz\r\n",
        CHUNKED .. "2\r\nabc\r\n",
    }) do
        fails("protocol", "", call(raw(text)))
    end
end)

case("limits hold before anything is read", function()
    local _, err, sockets = call(raw("HTTP/1.1 200 OK\r\nContent-Length: 4000000000\r\n\r\n"))
    fails("protocol", "4000000000 bytes, the limit is 10485850", nil, err)
    equal(sockets.largest, nil)
    fails("protocol", "above the limit", call(raw(CHUNKED .. "ffffffff\r\n")))
    fails("protocol", "above the limit",
        call(raw(CHUNKED .. "" .. ("f"):rep(40) .. "\r\n")))
    fails("protocol", "longer than 200", call(raw("HTTP/1.1 200 OK\r\n\r\n" .. ("x"):rep(500)), { max_body = 110 }))
    fails("protocol", "longer than 8192", call(raw("HTTP/1.1 200 OK\r\nX: " .. ("y"):rep(100000))))
    fails("protocol", "more than 100 header lines", call(raw("HTTP/1.1 200 OK\r\n" .. ("X: y\r\n"):rep(200) .. "\r\n")))
    fails("protocol", "nothing but interim", call(raw(("HTTP/1.1 100 Continue\r\n\r\n"):rep(50))))
    equal((setup(function(frame)
        return "HTTP/1.1 200 OK\r\n" .. ("X: y\r\n"):rep(99) .. "Content-Length: " .. #frame .. "\r\n\r\n" .. frame
    end)):add(1, 2), 3)
end)

case("blanks take no quadratic time", function()
    local blanks = (" "):rep(8000)
    local started = os.clock()
    fails("protocol", "content length", call(raw("HTTP/1.1 200 OK\r\n" .. ("X: a" .. blanks .. "b\r\n"):rep(50)
        .. ("Content-Length: 1" .. blanks .. "1\r\n"):rep(49) .. "\r\n")))
    fails("protocol", "header line", call(raw("HTTP/1.1 200 OK\r\n" .. blanks .. "\r\n")))
    equal(os.clock() - started < 1, true, "took " .. os.clock() - started .. " s")
    equal((setup(function(frame)
        return "HTTP/1.1 200 OK\r\nContent-Length: \t" .. #frame .. " \t\r\n\r\n" .. frame
    end)):add(1, 2), 3)
end)

case("a body that breaks off is no reply, and its connection is gone", function()
    for _, text in ipairs({
        "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nabc",
        CHUNKED .. "ff\r\nabc",
        CHUNKED .. "3\r\nabc\r\n",
        CHUNKED .. "0\r\n", "HTTP/1.1 200 OK\r\nX:", "HTTP", "",
    }) do
        local value, err, sockets = call(raw(text))
        fails("transport", "closed the connection while reading the reply", value, err)
        equal(sockets.closed, 1)
    end
end)

case("bodies that are no frame", function()
    fails("protocol", "at least 82 bytes, got 0", call(raw("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")))
    fails("protocol", "at least 82 bytes, got 5", call(raw("HTTP/1.1 200 OK\r\n\r\nhello")))
    fails("protocol", "no magic number in a header that begins with '<html>", call(raw(
        "HTTP/1.1 200 OK\r\n\r\n<html>" .. ("x"):rep(200))))
    fails("protocol", "at least 90 bytes, got 85", call(function(frame)
        return "HTTP/1.1 200 OK\r\n\r\n" .. frame:sub(1, 85)
    end))
end)

case("a peer that drips headers cannot stretch the deadline", function()
    local _, err, sockets = call(raw("HTTP/1.1 200 OK\r\nX: " .. ("y"):rep(5000)), { timeout = 2000 },
        { pieces = 1, delay = 0.1 })
    fails("timeout", "within 2000 ms", nil, err)
    equal(sockets.time - 1000 < 2.2, true)
end)

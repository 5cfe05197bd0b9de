local harness = require("harness")
local uri = require("yar.uri")

local case, equal, has = harness.case, harness.equal, harness.has

case("addresses are taken apart", function()
    local tcp = uri.parse("tcp://calc.example:9600/ignored")
    equal({ tcp.kind, tcp.host, tcp.port }, { "tcp", "calc.example", 9600 })
    local six = uri.parse("TCP://[::1]:9600")
    equal({ six.kind, six.host, six.port }, { "tcp", "::1", 9600 })
    equal(uri.parse("unix:///tmp/yar.sock").path, "/tmp/yar.sock")
    local http = uri.parse("http://user:p%40ss@h:8080/api/?x=1#part")
    equal({ http.host, http.port, http.path, http.authority, http.user, http.password },
        { "h", 8080, "/api/?x=1", "h:8080", "user", "p%40ss" })
    equal(http.uri, "http://h:8080/api/?x=1#part")
    local query = uri.parse("http://h:80?x=1")
    equal({ query.host, query.port, query.path }, { "h", 80, "/?x=1" })
    local bare = uri.parse("http://[2001:db8::1]")
    equal({ bare.host, bare.port, bare.path, bare.authority }, { "2001:db8::1", 80, "/", "[2001:db8::1]" })
    equal(uri.parse("http://a@b@h/").host, "h")
end)

case("bad addresses are refused with a reason", function()
    for text, reason in pairs({
        [""] = "expected tcp://", ["h:80"] = "expected tcp://", ["ftp://h"] = "expected tcp://",
        ["https://h/"] = "https is not supported", ["tcp://h"] = "no port", ["tcp://h:"] = "bad port",
        ["tcp://h:0"] = "bad port", ["tcp://h:65536"] = "bad port", ["tcp://h:80x"] = "bad port",
        ["tcp://:80"] = "bad host",
        ["tcp://[::1"] = "bad host", ["tcp://[h]:1"] = "bad host", ["tcp://a b:1"] = "white space",
        ["http://h/\r\nX: y"] = "white space", ["http://h\0/"] = "white space", ["http:///x"] = "bad host",
        ["unix://relative"] = "expected unix:///path", ["unix:///"] = "expected unix:///path",
    }) do
        local address, problem = uri.parse(text)
        equal(address, nil, text)
        has(problem, reason)
    end
    has(select(2, uri.parse(nil)), "must be a string")
    local _, problem = uri.parse("http://user:secret@h:99999/")
    equal(problem:find("secret", 1, true), nil)
end)

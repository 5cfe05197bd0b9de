local frame = require("yar.frame")
local harness = require("harness")
local packagers = require("yar.packagers")

local case, equal, has = harness.case, harness.equal, harness.has

case("a frame is laid out as on the wire of PHP", function()
    local middle = frame.middle(false, "Yar TCP Client", "")
    local body = harness.bytes_of_hex("83a169ce4e61c4e7a16da3616464a170920102")
    equal(harness.hex_of_bytes(frame.render(0x4e61c4e7, middle, "MSGPACK\0", body)),
        "4e61c4e7000080dfec6000000000" .. "5961722054435020436c69656e74" .. ("00"):rep(18) .. ("00"):rep(32)
        .. "0000001b" .. "4d53475041434b00" .. "83a169ce4e61c4e7a16da3616464a170920102")
    equal(frame.middle(true, "", ""):sub(7, 10), "\0\0\0\1")
    equal(#frame.middle(true, ("p"):rep(32), ("t"):rep(32)), 74)
end)

case("lengths are checked", function()
    local function header(length)
        return frame.render(1, frame.middle(false, "", ""), "", ""):sub(1, 78) .. harness.bytes_of_hex(length)
    end
    equal(frame.length(header("00000008"), 100), 8)
    equal(frame.length(header("0000006c"), 100), 108)
    local _, problem = frame.length(header("0000006d"), 100)
    has(problem, "101 bytes is above the limit of 100")
    _, problem = frame.length(header("ffffffff"), 10485760)
    has(problem, "above the limit")
    _, problem = frame.length(header("00000000"), 100)
    has(problem, "empty reply")
    _, problem = frame.length(header("00000007"), 100)
    has(problem, "no room for the packager name")
    _, problem = frame.length(("x"):rep(82), 100)
    has(problem, "no magic number")
    _, problem = frame.length("short", 100)
    has(problem, "at least 82 bytes, got 5")
end)

case("packager names are read as PHP reads them", function()
    for _, field in ipairs({ "JSON\0\0\0\0", "json\0\0\0\0", "JSON\0abc", "JSON\0\0\0\255" }) do
        equal(packagers.by_field(field).name, "JSON")
    end
    equal(packagers.by_field("MSGPACK!").name, "MSGPACK")
    for _, field in ipairs({
        "JSO\0\0\0\0\0", "JSONX\0\0\0", "JSON    ", " JSON\0\0\0", "\0JSON\0\0\0", "PHP\0\0\0\0\0",
    }) do
        equal(packagers.by_field(field), nil, harness.show(field))
    end
end)

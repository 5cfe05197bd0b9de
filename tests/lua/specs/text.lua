local base64 = require("yar.base64")
local harness = require("harness")
local text = require("yar.text")

local case, equal = harness.case, harness.equal

case("UTF-8 is checked to the last bit", function()
    for _, valid in ipairs({
        "", "plain", "h\195\169llo", "\228\189\160\229\165\189", "\240\159\152\128", "\237\159\191", "\238\128\128",
        "\244\143\191\191", "\194\128", "\224\160\128", "\240\144\128\128", "a\0b",
    }) do
        equal(text.is_utf8(valid), true, harness.show(valid))
    end
    for _, invalid in ipairs({
        "\255", "\128", "a\195", "\192\128", "\193\191", "\224\159\191", "\237\160\128", "\237\191\191",
        "\240\143\191\191", "\244\144\128\128", "\245\128\128\128", "\226\130", "\240\159\152", "ok\254", "\195\40",
    }) do
        equal(text.is_utf8(invalid), false, harness.hex_of_bytes(invalid))
    end
end)

case("values are described in one short printable line", function()
    equal(text.describe("x"), 'string "x"')
    equal(text.describe("a\n\"\255"), 'string "a\\010\\034\\255"')
    equal(#text.describe(("y"):rep(1000)) < 60, true)
    equal(text.describe(nil), "nil")
    equal(text.describe(1.5), "number 1.5")
    equal(text.describe(0.1 + 0.2), "number 0.30000000000000004")
    equal(text.describe({}), "table")
    equal(text.describe(require("yar.values").null), "null")
end)

case("base64 goes both ways and refuses the rest", function()
    for plain, encoded in pairs({
        [""] = "", ["f"] = "Zg==", ["fo"] = "Zm8=", ["foo"] = "Zm9v", ["\0\255\254"] = "AP/+",
    }) do
        equal(base64.encode(plain), encoded)
        equal(base64.decode(encoded), plain)
    end
    for _, bad in ipairs({ "Z", "Zg=", "Zg", "Z===", "====", "Zg==Zg==", "Z\ng=", "Zm-_" }) do
        equal(base64.decode(bad), nil, bad)
    end
end)

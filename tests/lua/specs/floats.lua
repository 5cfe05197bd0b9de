local floats = require("yar.floats")
local harness = require("harness")

local case, equal = harness.case, harness.equal
local minus_zero = -1 / math.huge

case("doubles keep their bits", function()
    for hex, value in pairs({
        ["3ff0000000000000"] = 1, ["bff8000000000000"] = -1.5, ["3fb999999999999a"] = 0.1,
        ["7e37e43c8800759c"] = 1e300, ["0000000000000001"] = 5e-324, ["0010000000000000"] = 2.2250738585072014e-308,
        ["000fffffffffffff"] = 2.225073858507201e-308, ["7fefffffffffffff"] = 1.7976931348623157e308,
        ["7ff0000000000000"] = 1 / 0, ["fff0000000000000"] = -1 / 0, ["0000000000000000"] = 0,
        ["8000000000000000"] = minus_zero,
    }) do
        equal(harness.hex_of_bytes(floats.double_bytes(value)), hex)
        local back = floats.double_at("xx" .. harness.bytes_of_hex(hex) .. "yy", 3)
        equal(back, value)
        equal(1 / back, 1 / value)
    end
    local nan = floats.double_at(floats.double_bytes(0 / 0), 1)
    equal(nan ~= nan, true)
    nan = floats.double_at(harness.bytes_of_hex("fffeffffffffffff"), 1)
    equal(nan ~= nan, true)
end)

case("singles are read and made", function()
    equal(floats.single_at(harness.bytes_of_hex("3f800000"), 1), 1)
    equal(floats.single_at(harness.bytes_of_hex("be99999a"), 1), -0.30000001192092896)
    equal(floats.single_at(harness.bytes_of_hex("00000001"), 1), 1.401298464324817e-45)
    equal(floats.single_at(harness.bytes_of_hex("ff800000"), 1), -1 / 0)
    equal(floats.narrow(0.1), 0.10000000149011612)
    equal(floats.narrow(16777217), 16777216)
    equal(floats.narrow(16777219), 16777220)
    equal(floats.narrow(1e39), 1 / 0)
    equal(floats.narrow(3.4028234663852886e38), 3.4028234663852886e38)
    equal(floats.narrow(1e-60), 0)
end)

case("text is short, exact and always a float", function()
    for text, value in pairs({
        ["0.1"] = 0.1, ["0.30000000000000004"] = 0.1 + 0.2, ["1.0"] = 1.0, ["-0.0"] = minus_zero,
        ["1e+22"] = 1e22, ["1e+300"] = 1e300, ["9007199254740992.0"] = 2 ^ 53, ["1.7976931348623157e+308"] =
            1.7976931348623157e308, ["3.14"] = 3.14, ["-2.5"] = -2.5,
    }) do
        equal(floats.text(value), text)
        equal(tonumber(text), value)
    end
end)

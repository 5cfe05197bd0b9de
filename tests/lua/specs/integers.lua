local harness = require("harness")
local integers = require("yar.integers")

local case, equal = harness.case, harness.equal
local kinds = integers.kinds

local SAMPLES = {
    "0", "1", "-1", "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740992",
    "-9007199254740993", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "18446744073709551615", "1234567890123456789", "-1234567890123456789",
}

case("integers keep every digit through text and words", function()
    for _, digits in ipairs(SAMPLES) do
        local value = integers.parse(digits)
        equal(integers.text(value), digits)
        local high, low, negative = integers.words(value)
        equal(integers.text(integers.from_words(high, low, negative)), digits)
    end
end)

case("integers have the form of their interpreter", function()
    equal(type(integers.parse("9007199254740992")), "number")
    local wide = integers.parse("9007199254740993")
    if math.type then
        equal(math.type(wide), "integer")
        equal(integers.parse("9223372036854775808"), "9223372036854775808")
    elseif rawget(_G, "jit") then
        equal(tostring(wide), "9007199254740993LL")
        equal(tostring(integers.parse("18446744073709551615")), "18446744073709551615ULL")
    else
        equal(wide, "9007199254740993")
    end
    equal(integers.parse("18446744073709551616"), "18446744073709551616")
end)

case("fit knows the ranges of all kinds", function()
    for name, range in pairs({
        i8 = { "-128", "127", "-129", "128" },
        u8 = { "0", "255", "-1", "256" },
        i16 = { "-32768", "32767", "-32769", "32768" },
        u16 = { "0", "65535", "-1", "65536" },
        i32 = { "-2147483648", "2147483647", "-2147483649", "2147483648" },
        u32 = { "0", "4294967295", "-1", "4294967296" },
        i64 = { "-9223372036854775808", "9223372036854775807", "-9223372036854775809", "9223372036854775808" },
        u64 = { "0", "18446744073709551615", "-1", "18446744073709551616" },
    }) do
        local kind = kinds[name]
        for index = 1, 4 do
            local value = integers.parse(range[index])
            local fitting = integers.fit(value, kind)
            equal(fitting ~= nil, index <= 2, name .. " " .. range[index])
            equal(fitting and integers.text(fitting), index <= 2 and range[index] or nil)
            equal(integers.fit(range[index], kind) ~= nil, index <= 2)
        end
    end
end)

case("fit refuses whatever is no exact integer", function()
    for _, value in ipairs({ 1.5, 0 / 0, 1 / 0, -1 / 0, "", "1.0", "01", "+1", " 1", "0x1", "1e3", "-0", true, {} }) do
        equal(integers.fit(value, kinds.i64), nil, tostring(value))
    end
    equal(integers.fit(2 ^ 63, kinds.i64), nil)
    equal(integers.fit(1e300, kinds.u64), nil)
    equal(integers.fit(3.0, kinds.i8), 3)
    if math.type then
        equal(math.type(integers.fit(3.0, kinds.i8)), "integer")
    end
end)

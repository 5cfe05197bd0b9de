local harness = require("harness")
local integers = require("yar.integers")
local peer = require("peer")
local reader = require("yar.json.reader")
local yar = require("yar")

local case, equal, has = harness.case, harness.equal, harness.has
local minus_zero = -1 / math.huge

local function write(value)
    return peer.pack("JSON", value)
end

case("the strict reader refuses what is not JSON", function()
    for _, bad in ipairs({
        "", " ", "[1,]", '{"a":1,}', "+1", "01", "-01", ".5", "1.", "1.e3", "1e", "1e+", "-", '{xa":1}', "{a:1}",
        '"\\q"', '"\\uZZZZ"', '"\\u12"', '"a\nb"', '"\\ud83d"', '"\\ud83d\\u0041"', '"\\ude00"', '"open', "[1 2]",
        "[1", '{"a"}', '{"a":}', '{"a" 1}', "nul", "True", "1 2", "1\0", "NaN", "Infinity", "// 1", "'a'", "0x10",
        "\239\187\191{}", '"\255"', '"\237\160\128"', "1e400", "-1e400", "[,1]", "]", "1,2",
    }) do
        local value, problem = reader.decode(bad)
        equal(value, nil, bad)
        has(problem, "JSON: ")
    end
end)

case("the reader takes every form of every value", function()
    equal(reader.decode(' [ true , false , null , "x" ] '), { true, false, yar.null, "x" })
    equal(reader.decode('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u4f60\\ud83d\\ude00"'),
        '"\\/\b\f\n\r\t\195\169\228\189\160\240\159\152\128')
    equal(reader.decode('"/a\\u0000b\127"'), "/a\0b\127")
    equal(reader.decode("-1.5e2"), -150)
    equal(reader.decode("1E3"), 1000)
    equal(1 / reader.decode("-0"), 1 / minus_zero)
    equal(reader.decode("0"), 0)
    equal(reader.decode('{"a":1,"a":2}').a, 2)
    equal(#reader.decode("[1,null,3]"), 3)
    equal(reader.decode("null"), yar.null)
end)

case("integers are exact, whatever their size", function()
    for _, digits in ipairs({
        "9007199254740991", "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
        "1000000000000000", "999999999999999",
    }) do
        local value = reader.decode("[" .. digits .. "]")[1]
        equal(integers.text(value), digits)
        -- Lua 5.1 has nothing but a string for some, which is written as one.
        equal(write({ value }), type(value) == "string" and '["' .. digits .. '"]' or "[" .. digits .. "]")
    end
    -- PHP has no such integer, so it travels as a string.
    equal(write({ yar.integer("18446744073709551615") }), '["18446744073709551615"]')
end)

case("floats are exact and stay floats", function()
    equal(write({ 0.1 + 0.2 }), "[0.30000000000000004]")
    equal(write({ 1e300 }), "[1e+300]")
    equal(write({ 1e22 }), "[1e+22]")
    equal(write({ minus_zero }), "[-0.0]")
    if math.type then
        equal(write({ 1.0 }), "[1.0]")
        equal(math.type(reader.decode("1.0")), "float")
    end
end)

case("strings are escaped where JSON wants it", function()
    equal(write('a"\\\n\r\t\1\127/\195\169'), '"a\\"\\\\\\n\\r\\t\\u0001\127/\195\169"')
    equal(reader.decode(write("\0\31 \240\159\152\128")), "\0\31 \240\159\152\128")
end)

case("nesting is bounded", function()
    local deep = ("["):rep(512) .. ("]"):rep(512)
    equal(type(reader.decode(deep)), "table")
    local _, problem = reader.decode("[" .. deep .. "]")
    has(problem, "nested deeper than 512")
    _, problem = reader.decode(('{"a":'):rep(100000))
    has(problem, "nested deeper than 512")
    _, problem = reader.decode(("["):rep(1000000))
    has(problem, "nested deeper than 512")
end)

case("empty containers survive a round trip", function()
    equal(write(reader.decode('{"a":{}}')), '{"a":{}}')
    equal(write(reader.decode('{"a":[]}')), '{"a":[]}')
end)

local harness = require("harness")
local peer = require("peer")
local reader = require("yar.msgpack.reader")
local yar = require("yar")

local case, equal, has = harness.case, harness.equal, harness.has
local bytes_of_hex, hex_of_bytes = harness.bytes_of_hex, harness.hex_of_bytes

local function write(value)
    return hex_of_bytes(peer.pack("MSGPACK", value))
end

local function read(hex)
    return reader.decode(bytes_of_hex(hex))
end

case("integers take their shortest form, unsigned unless negative", function()
    for digits, hex in pairs({
        ["0"] = "00", ["127"] = "7f", ["128"] = "cc80", ["255"] = "ccff", ["256"] = "cd0100", ["65535"] = "cdffff",
        ["65536"] = "ce00010000", ["4294967295"] = "ceffffffff", ["4294967296"] = "cf0000000100000000",
        ["9007199254740993"] = "cf0020000000000001", ["9223372036854775807"] = "cf7fffffffffffffff",
        ["-1"] = "ff", ["-32"] = "e0", ["-33"] = "d0df", ["-128"] = "d080", ["-129"] = "d1ff7f", ["-32768"] = "d18000",
        ["-32769"] = "d2ffff7fff", ["-2147483648"] = "d280000000", ["-2147483649"] = "d3ffffffff7fffffff",
        ["-9007199254740991"] = "d3ffe0000000000001",
        ["-9223372036854775808"] = "d38000000000000000", ["18446744073709551615"] = "cfffffffffffffffff",
    }) do
        local value = yar.integer(digits)
        equal(yar.integer and require("yar.integers").text(read(hex)), digits)
        -- Where only a string holds the value, only a typed call knows it is an integer.
        if type(value) ~= "string" then
            equal(write(value), hex, digits)
        else
            equal(hex_of_bytes(require("yar.msgpack.writer").integer(value)), hex, digits)
        end
    end
end)

case("all widths of integers are read", function()
    for hex, value in pairs({
        cc01 = 1, cd0001 = 1, ce00000001 = 1, cf0000000000000001 = 1, d001 = 1, d0ff = -1, d10001 = 1, d1ffff = -1,
        d200000001 = 1, d2ffffffff = -1, d30000000000000001 = 1, d3ffffffffffffffff = -1,
    }) do
        equal(read(hex), value, hex)
    end
end)

case("floats travel as doubles, with all their bits", function()
    equal(write(0.1), "cb3fb999999999999a")
    equal(write(1e300), "cb7e37e43c8800759c")
    equal(write(1e22), "cb4480f0cf064dd592")
    equal(write(5e-324), "cb0000000000000001")
    equal(write(1 / 0), "cb7ff0000000000000")
    equal(read("cb7e37e43c8800759c"), 1e300)
    equal(read("cb0000000000000001"), 5e-324)
    equal(read("ca3fc00000"), 1.5)
    local nan = read("cb7ff8000000000000")
    equal(nan ~= nan, true)
    if math.type then
        equal(write(1.0), "cb3ff0000000000000")
        equal(math.type(read("cb3ff0000000000000")), "float")
    end
end)

case("strings are str, never bin; both are read", function()
    for _, size in ipairs({ 0, 31, 32, 255, 256, 65535, 65536 }) do
        local value = ("\255"):rep(size)
        local packed = peer.pack("MSGPACK", value)
        equal(reader.decode(packed), value)
        equal(packed:byte() < 0xc4 or packed:byte() > 0xc6, true)
    end
    equal(read("c40200ff"), "\0\255")
    equal(read("c5000161"), "a")
    equal(read("c60000000161"), "a")
    equal(read("d90161"), "a")
end)

case("containers of all sizes come back", function()
    for _, size in ipairs({ 0, 1, 15, 16, 65535, 65536 }) do
        local list, map = {}, {}
        for index = 1, size do
            list[index] = index
            map["k" .. index] = index
        end
        equal(#reader.decode(peer.pack("MSGPACK", list)), size)
        equal(reader.decode(peer.pack("MSGPACK", yar.map(map))), map)
    end
    equal(write({}), "90")
    equal(write(yar.map({})), "90")
    equal(write({ 1, 2 }), "920102")
end)

case("null has a place in lists and maps", function()
    equal(read("9301c003"), { 1, yar.null, 3 })
    equal(read("81a161c0"), { a = yar.null })
    equal(write({ 1, yar.null, 3 }), "9301c003")
end)

case("the class name of PHP objects is dropped", function()
    equal(read("82c0a8737464436c617373a16101"), { a = 1 })
    equal(read("81c0a8737464436c617373"), {})
end)

case("malformed bytes are refused and never thrown", function()
    for _, bad in ipairs({
        "", "c1", "d40100", "c70100", "d6ffffffff", "cc", "cd00", "ce000000", "cf00000000000000", "d0", "d3",
        "ca000000", "cb00000000000000", "a1", "d9", "d90161ff", "da0001", "dbffffffff", "dbffffffff61", "91", "dc0001",
        "ddffffffff", "ddffffffff00", "dfffffffff00", "de000101", "81", "8101", "8190c0", "81cb7ff800000000000001",
        "0102", "c0c0", "92c0",
    }) do
        local value, problem = read(bad)
        equal(value, nil, bad)
        has(problem, "MSGPACK: ")
    end
end)

case("nesting is bounded", function()
    equal(type(read(("91"):rep(511) .. "90")), "table")
    local _, problem = read(("91"):rep(512) .. "90")
    has(problem, "nested deeper than 512")
    _, problem = read(("81a161"):rep(100000))
    has(problem, "nested deeper than 512")
end)

case("wide integers as keys are equal when their digits are", function()
    local map = read("81cfffffffffffffffff01")
    equal(map["18446744073709551615"], 1)
end)

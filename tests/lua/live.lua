-- Calls every method of the calculator on a running server:
-- lua tests/lua/live.lua URI PACKAGER

local here = arg[0]:match("^(.*)/[^/]*$") or "."
local root = here .. "/../.."
package.path = table.concat({
    here .. "/?.lua", root .. "/yar-gen/runtime/lua/?.lua", root .. "/examples/generated/lua/?.lua", package.path,
}, ";")

local calc = require("calc")
local harness = require("harness")
local integers = require("yar.integers")
local yar = require("yar")

local case, equal, fails = harness.case, harness.equal, harness.fails
local uri, packager = arg[1], arg[2]
if not uri or not packager then
    io.stderr:write("usage: lua tests/lua/live.lua URI PACKAGER\n")
    os.exit(2)
end

local calculator = assert(calc.Calculator.new(uri, { packager = packager }))

-- Fails when the call did, so that a nil value is not taken for a failure.
local function value_of(value, err)
    if err then
        error(tostring(err), 2)
    end
    return value
end

local function integer(digits)
    return integers.fit(digits, integers.kinds.i64)
end

case("add and sub", function()
    equal(value_of(calculator:add(1, 2)), 3)
    equal(value_of(calculator:add(-7, 7)), 0)
    equal(value_of(calculator:sub(1, 2)), -1)
    equal(value_of(calculator:add(2147483647, 1)), 2147483648)
    equal(value_of(calculator:sub(-4294967295, 1)), -4294967296)
end)

case("64-bit integers keep every digit", function()
    for _, digits in ipairs({
        "9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
        "1234567890123456789",
    }) do
        equal(integers.text(value_of(calculator:add(integer(digits), 0))), digits)
        equal(integers.text(value_of(calculator:sub(digits, 0))), digits)
    end
    equal(integers.text(value_of(calculator:add("9223372036854775807", 1))), "-9223372036854775808")
end)

case("div", function()
    equal(value_of(calculator:div(1, 4)), 0.25)
    equal(value_of(calculator:div(6, 2)), 3)
    equal(value_of(calculator:div(0.3, 1)), 0.3)
    equal(value_of(calculator:div(0.1 + 0.2, 1)), 0.1 + 0.2)
    equal(value_of(calculator:div(1e300, 1)), 1e300)
    equal(value_of(calculator:div(5e-324, 1)), 5e-324)
    if math.type then
        equal(math.type(value_of(calculator:div(6, 2))), "float")
    end
end)

case("a declared error", function()
    local value, err = calculator:div(1, 0)
    fails(calc.errors.DivisionByZero, "zero", value, err)
    equal({ err.code, err.status, err.declared }, { 33, 64, true })
    value, err = calculator:stats({})
    fails(calc.errors.BadArgument, "", value, err)
    equal({ err.code, err.status, err.declared }, { 22, 64, true })
end)

case("echo gives back whatever it was given", function()
    for _, given in ipairs({
        true, false, 0, 1, -1, 127, 128, -32, -33, 255, 256, 65535, 65536, 2147483648, 4294967295, 4294967296,
        9007199254740991, -9007199254740991, 1.5, -0.25, 1e300, "", "text", "a/b\\c\"d\n\t\0e",
        "h\195\169llo \228\189\160\229\165\189 \240\159\152\128", { 1, 2, 3 }, { a = 1, b = { c = "d" } },
        { { {}, { { 1 } } }, { deep = { er = { { est = false } } } } }, { 1, yar.null, 3 }, { a = yar.null },
        { yar.null }, ("long "):rep(20000), { ("x"):rep(70000) },
    }) do
        equal(value_of(calculator:echo(given)), given, "echo " .. harness.show(given):sub(1, 60))
    end
    equal(value_of(calculator:echo(nil)), nil)
    equal(value_of(calculator:echo(yar.null)), nil)
    equal(value_of(calculator:echo(false)), false)
end)

case("echo keeps the kind of empty containers and of numbers", function()
    equal(next(value_of(calculator:echo({}))), nil)
    equal(next(value_of(calculator:echo(yar.map({})))), nil)
    equal(#value_of(calculator:echo({ {}, yar.map({}) })), 2)
    if math.type then
        equal(math.type(value_of(calculator:echo(1))), "integer")
        equal(math.type(value_of(calculator:echo(1.5))), "float")
        equal(math.type(value_of(calculator:echo(2.0))), "float")
        equal(value_of(calculator:echo(integer("9223372036854775807"))), integer("9223372036854775807"))
        equal(value_of(calculator:echo(integer("-9223372036854775808"))), integer("-9223372036854775808"))
    elseif rawget(_G, "jit") then
        local wide = yar.integer("9007199254740993")
        equal(value_of(calculator:echo(wide)), wide)
    end
end)

case("echo of many elements", function()
    local list, map = {}, {}
    for index = 1, 3000 do
        list[index] = index
        map["key" .. index] = { index = index }
    end
    equal(value_of(calculator:echo(list)), list)
    equal(value_of(calculator:echo(map)), map)
end)

case("echo of deep nesting", function()
    local deep = { "bottom" }
    for _ = 1, 100 do
        deep = { deep }
    end
    equal(value_of(calculator:echo(deep)), deep)
end)

case("concat", function()
    equal(value_of(calculator:concat({ "a", "b", "c" }, "-")), "a-b-c")
    equal(value_of(calculator:concat({}, "-")), "")
    equal(value_of(calculator:concat({ "" }, "-")), "")
    equal(value_of(calculator:concat({ "\228\189\160", "\240\159\152\128" }, " \195\169 ")),
        "\228\189\160 \195\169 \240\159\152\128")
end)

case("stats", function()
    local stats = value_of(calculator:stats({ 1, 2.5, 4 }))
    equal(stats, { count = 3, mean = 2.5, min = 1, max = 4 })
end)

case("sleep_ms", function()
    equal(value_of(calculator:sleep_ms(0)), 0)
    equal(value_of(calculator:sleep_ms(20)), 20)
end)

case("an error that is not declared", function()
    local value, err = calculator:fail("on purpose \195\169", 7)
    fails("remote", "on purpose \195\169", value, err)
    equal({ err.code, err.status, err.declared }, { 7, 64, false })
end)

case("wrong arguments are stopped here, or told by the server", function()
    fails("argument", 'add: argument a: expected i64, got string "one"', calculator:add("one", 2))
    local untyped = yar.client(calculator)
    local value, err = untyped:call("add", "one", 2)
    fails("remote", "a", value, err)
    equal(err.status, 4)
    value, err = untyped:call("add")
    fails("remote", "", value, err)
    equal(err.status, 4)
end)

case("an unknown method", function()
    local value, err = yar.client(calculator):call("nope")
    fails("remote", "call to undefined api Calculator::nope()", value, err)
    equal(err.status, 4)
end)

case("the deadline ends a call, and the next one works", function()
    local hasty = assert(calc.Calculator.new(uri, { packager = packager, timeout = 100 }))
    fails("timeout", "within 100 ms", hasty:sleep_ms(1500))
    equal(value_of(hasty:add(20, 22)), 42)
end)

case("many calls on a kept connection, and calls without one", function()
    for index = 1, 300 do
        equal(value_of(calculator:add(index, index)), 2 * index)
    end
    local single = assert(calc.Calculator.new(uri, { packager = packager, keepalive = false }))
    for index = 1, 5 do
        equal(value_of(single:add(index, 1)), index + 1)
    end
end)

harness.finish()

-- Calls every method of the calculator: lua calc.lua [URI] [PACKAGER]

local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/../generated/lua/?.lua;" .. here .. "/../../yar-gen/runtime/lua/?.lua;" .. package.path

local calc = require("calc")
local yar = require("yar")

local uri = arg[1] or "tcp://127.0.0.1:9600"
local packager = arg[2] or "MSGPACK"

local calculator = assert(calc.Calculator.new(uri, { packager = packager }))

-- A call fails when its second result is not nil; the first may well be nil or false.
local function show(call, value, err)
    if err then
        io.stderr:write(call, " failed: ", tostring(err), "\n")
        os.exit(1)
    end
    print(call .. " = " .. tostring(value))
end

show("add(1, 2)", calculator:add(1, 2))
show("sub(1, 2)", calculator:sub(1, 2))
show("div(1, 8)", calculator:div(1, 8))
show('concat({ "a", "b", "c" }, "-")', calculator:concat({ "a", "b", "c" }, "-"))
show("echo(false)", calculator:echo(false))
show("echo(nil)", calculator:echo(nil))

local echoed = assert(calculator:echo({ yar.null, true, 42 }))
print(("echo({ null, true, 42 }) = { %s, %s, %s }"):format(tostring(echoed[1]), tostring(echoed[2]), echoed[3]))

local stats = assert(calculator:stats({ 1, 2.5, 4 }))
print(
    ("stats({ 1, 2.5, 4 }) = count %s, mean %s, min %s, max %s"):format(
        tostring(stats.count),
        stats.mean,
        stats.min,
        stats.max
    )
)

show("sleep_ms(20)", calculator:sleep_ms(20))

local _, err = calculator:div(1, 0)
if err and err.kind == calc.errors.DivisionByZero then
    print("div(1, 0) failed with " .. err.kind .. ", code " .. err.code .. ": " .. err.message)
end

_, err = calculator:stats({})
if err and err.kind == calc.errors.BadArgument then
    print("stats({}) failed with " .. err.kind .. ", code " .. err.code .. ": " .. err.message)
end

_, err = calculator:fail("on purpose", 7)
print('fail("on purpose", 7) failed with ' .. tostring(err))

_, err = calculator:add("one", 2)
print('add("one", 2) failed with ' .. tostring(err))

local hasty = assert(calc.Calculator.new(uri, { packager = packager, timeout = 50 }))
_, err = hasty:sleep_ms(1000)
print("sleep_ms(1000) within 50 ms failed with " .. tostring(err))

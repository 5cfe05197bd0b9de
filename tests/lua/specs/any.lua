local any = require("yar.any")
local harness = require("harness")
local packagers = require("yar.packagers")
local yar = require("yar")

local case, equal, has = harness.case, harness.equal, harness.has

local function write(value, name)
    local buffer = {}
    local at, problem = any.write(packagers.by_name(name or "JSON").out, buffer, 0, value, 0)
    if not at then
        return nil, problem.path .. ": " .. problem.text
    end
    return table.concat(buffer, "", 1, at)
end

case("a table is a list or a map, never a guess", function()
    equal(write({ 1, 2, 3 }), "[1,2,3]")
    equal(write({ a = 1 }), '{"a":1}')
    equal(write({}), "[]")
    equal(write(yar.map({})), "{}")
    equal(write(yar.array({})), "[]")
    equal(write(yar.map({ "x" })), '{"1":"x"}')
    equal(write(yar.map({ [10] = true })), '{"10":true}')
    equal(write(yar.array({ 1, nil, 3 }, 4)), "[1,null,3,null]")
    -- Keys of the hash part come in any order.
    local scattered = {}
    for index = 40, 1, -1 do
        scattered[index] = 0
    end
    equal(#select(1, write(scattered)), 81)
end)

case("what would arrive as something else is refused", function()
    local _, problem = write({ 1, nil, 3 })
    has(problem, "a list with a hole at 2")
    _, problem = write({ x = { 1, 2, y = 3 } })
    has(problem, ".x: neither a list nor a map with string keys")
    _, problem = write({ [1.5] = 1 })
    has(problem, "yar.map")
    _, problem = write(yar.map({ [true] = 1 }))
    has(problem, "a map key must be a string or an integer")
    _, problem = write(yar.array({ a = 1 }))
    has(problem, "marked as a list")
    _, problem = write({ a = { print } })
    has(problem, ".a[1]: a function cannot travel")
    _, problem = write({ coroutine.create(function() end) })
    has(problem, "[1]: a thread cannot travel")
end)

case("JSON refuses what it cannot carry, with the path", function()
    local _, problem = write({ a = { 1, 0 / 0 } })
    has(problem, ".a[2]: NaN has no JSON form")
    _, problem = write({ ["odd key"] = -1 / 0 })
    has(problem, '["odd key"]: infinity has no JSON form')
    _, problem = write({ s = "\255" })
    has(problem, ".s: not valid UTF-8")
    _, problem = write({ ["\255"] = 1 })
    has(problem, "not valid UTF-8")
    equal(write({ "\255" }, "MSGPACK"), "\145\161\255")
    equal(write({ 1 / 0 }, "MSGPACK"), "\145\203\127\240\0\0\0\0\0\0")
end)

case("cycles and deep tables end in an error", function()
    local loop = {}
    loop[1] = loop
    local _, problem = write(loop)
    has(problem, "nested deeper than 512")
    local map = { inner = {} }
    map.inner.outer = map
    _, problem = write(map)
    has(problem, "nested deeper than 512")
end)

case("marks of other libraries count", function()
    equal(write(setmetatable({}, { __jsontype = "object" })), "{}")
    local kept = package.loaded["cjson"]
    local marks = { array_mt = {}, empty_array_mt = {}, null = io.stdout }
    package.loaded["cjson"] = marks
    equal(write(setmetatable({}, marks.empty_array_mt)), "[]")
    equal(write({ io.stdout }), "[null]")
    package.loaded["cjson"] = kept
    local _, problem = write({ io.stdout })
    has(problem, "a userdata cannot travel")
end)

case("wide integers of LuaJIT are integers", function()
    if rawget(_G, "jit") then
        equal(write({ yar.integer("9007199254740993") }), "[9007199254740993]")
        local _, problem = write({ require("ffi").new("int[1]") })
        has(problem, "a cdata cannot travel")
    else
        equal(write({ yar.integer("12") }), "[12]")
    end
end)

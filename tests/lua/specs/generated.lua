-- The generated module as its users see it.
local calc = require("calc")
local harness = require("harness")

local case, equal = harness.case, harness.equal

case("a client has nothing but the methods of its service", function()
    local client = assert(calc.Calculator.new("tcp://127.0.0.1:1"))
    for _, name in ipairs({ "new", "call", "close", "output", "options", "set_timeout" }) do
        equal(client[name], nil, name)
    end
    for _, name in ipairs({ "add", "sub", "div", "echo", "concat", "stats", "sleep_ms", "fail" }) do
        equal(type(client[name]), "function", name)
    end
end)

case("errors are constants", function()
    equal(calc.errors, { DivisionByZero = "DivisionByZero", BadArgument = "BadArgument" })
end)

case("loading sets no globals and opens nothing", function()
    local before = {}
    for name in pairs(_G) do
        before[name] = true
    end
    for name in pairs(package.loaded) do
        if name == "calc" or name == "yar" or name:find("^yar%.") then
            package.loaded[name] = nil
        end
    end
    local kept = package.loaded["socket"]
    package.loaded["socket"] = nil
    require("calc")
    equal(package.loaded["socket"], nil)
    package.loaded["socket"] = kept
    for name in pairs(_G) do
        equal(before[name], true, name)
    end
end)

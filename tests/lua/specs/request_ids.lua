local harness = require("harness")
local request_ids = require("yar.request_ids")

local case, equal = harness.case, harness.equal

case("ids are non-zero 32-bit integers, each once", function()
    local known = {}
    for _ = 1, 10000 do
        local id = request_ids.next()
        equal(id > 0 and id < 4294967296 and id % 1 == 0, true)
        equal(known[id], nil)
        known[id] = true
    end
end)

case("every process has a sequence of its own", function()
    local known = {}
    for _ = 1, 4 do
        local command = ("'%s' -e 'package.path = \"%s/yar-gen/runtime/lua/?.lua\" "
            .. "print((\"%%.0f\"):format(require(\"yar.request_ids\").next()))'"):format(arg[-1], harness.root)
        local output = assert(io.popen(command))
        local id = output:read("*l")
        output:close()
        equal(tonumber(id) ~= nil, true, tostring(id))
        equal(known[id], nil)
        known[id] = true
    end
end)

-- Calls every method of a sample contract as its examples do, on a server that
-- answers as they say: lua tests/lua/samples.lua CONTRACT URI PACKAGER

local here = arg[0]:match("^(.*)/[^/]*$") or "."
local root = here .. "/../.."
package.path = table.concat({
    here .. "/?.lua", root .. "/yar-gen/runtime/lua/?.lua", root .. "/examples/generated/lua/?.lua", package.path,
}, ";")

local harness = require("harness")

local case, equal, fails = harness.case, harness.equal, harness.fails

local contract, uri, packager = arg[1], arg[2], arg[3]
if not packager then
    io.stderr:write("usage: lua tests/lua/samples.lua CONTRACT URI PACKAGER\n")
    os.exit(2)
end

for _, sample in ipairs(require("sample_calls")) do
    if sample.contract == contract then
        local client = assert(sample.service.new(uri, { packager = packager }))
        for _, calls in ipairs({ sample.base, sample.calls }) do
            for index, it in ipairs(calls) do
                case(("example %d, %s"):format(index, it.wire), function()
                    local value, err = it.call(client)
                    if it.fails then
                        fails(it.fails, "", value, err)
                        equal({ err.code, err.declared }, { it.code, true })
                    else
                        equal(err, nil)
                        equal(value, it.gives)
                    end
                end)
            end
        end
    end
end

harness.finish()

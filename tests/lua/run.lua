-- Runs every spec of the Lua runtime: lua tests/lua/run.lua

local here = arg[0]:match("^(.*)/[^/]*$") or "."
local root = here .. "/../.."
package.path = table.concat({
    here .. "/?.lua", root .. "/yar-gen/runtime/lua/?.lua", root .. "/examples/generated/lua/?.lua", package.path,
}, ";")

local harness = require("harness")
harness.root = root

for _, spec in ipairs({
    "integers", "floats", "text", "json", "msgpack", "any", "types", "moments", "shapes",
    "frame", "uri", "options", "service", "request_ids",
    "client", "arguments", "hostile", "stream", "http", "hint", "luasocket", "vectors", "rockspec", "generated",
    "samples",
}) do
    require("specs." .. spec)
end

harness.finish()

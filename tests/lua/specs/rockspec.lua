-- The rock holds every module, under the version that the module says.
local harness = require("harness")

local case, equal = harness.case, harness.equal
local runtime = harness.root .. "/yar-gen/runtime/lua"

case("the rockspec lists every module there is", function()
    local spec = {}
    local set_environment = rawget(_G, "setfenv")
    if set_environment then
        local chunk = assert(loadfile(runtime .. "/yar-0.1.0-1.rockspec"))
        set_environment(chunk, spec)()
    else
        assert(loadfile(runtime .. "/yar-0.1.0-1.rockspec", "t", spec))()
    end
    equal(spec.version, require("yar")._VERSION .. "-1")
    equal(spec.build.type, "builtin")
    local listing = assert(io.popen("cd '" .. runtime .. "' && find . -name '*.lua'"))
    local files = {}
    for path in listing:lines() do
        path = path:gsub("^%./", "")
        files[path:gsub("%.lua$", ""):gsub("/", ".")] = path
    end
    listing:close()
    equal(spec.build.modules, files)
end)

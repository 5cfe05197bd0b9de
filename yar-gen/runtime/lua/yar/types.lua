-- All descriptors under one roof, for generated modules.

local containers = require("yar.types.containers")
local scalars = require("yar.types.scalars")

local _M = {}

for _, part in ipairs({ scalars, containers }) do
    for name, descriptor in pairs(part) do
        _M[name] = descriptor
    end
end

return _M

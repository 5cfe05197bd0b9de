-- All descriptors under one roof, for generated modules.

local containers = require("yar.types.containers")
local enums = require("yar.types.enums")
local errors = require("yar.types.errors")
local moments = require("yar.types.moments")
local scalars = require("yar.types.scalars")
local structs = require("yar.types.structs")
local unions = require("yar.types.unions")

local _M = {}

for _, part in ipairs({ scalars, moments, enums, containers, structs, unions, errors }) do
    for name, descriptor in pairs(part) do
        _M[name] = descriptor
    end
end

return _M

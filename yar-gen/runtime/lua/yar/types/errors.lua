-- Descriptors of the errors of a contract.

local structs = require("yar.types.structs")

local _M = {}

---An error that methods may throw.
---@class yar.DeclaredError
---@field name string its `kind` in Lua
---@field code integer
---@field wire string? name of its class, when it is not the name
---@field data yar.Struct? what it carries beside the message

---@param name string
---@param code any
---@param wire string?
---@return yar.DeclaredError
function _M.error(name, code, wire)
    return { name = name, code = code, wire = wire }
end

---Gives an error its data; separate from making it, so that types may be
---declared in any order.
---@param declared yar.DeclaredError
---@param fields yar.Field[]
function _M.define_data(declared, fields)
    declared.data = structs.struct(declared.name)
    declared.data:define(fields)
end

return _M

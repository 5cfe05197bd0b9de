-- Yar calls from Lua 5.1 to 5.4 and LuaJIT. Loading does no I/O.

local client = require("yar.client")
local errors = require("yar.errors")
local integers = require("yar.integers")
local method = require("yar.method")
local types = require("yar.types")
local values = require("yar.values")

local _M = {
    _VERSION = "0.1.0",

    ---Null inside tables, where nil cannot be.
    null = values.null,
    ---Marks a table as a list; with a count, fills its holes with null.
    array = values.array,
    ---Marks a table as a map.
    map = values.map,
    ---A 64-bit integer from its decimal digits, in the form of this interpreter.
    integer = integers.parse,
    ---True for nil, yar.null and cjson.null.
    is_null = values.is_null,
    ---True for the errors that calls return.
    is_error = errors.is_error,
    ---Makes an untyped client; connects at the first call.
    new = client.new,

    -- For generated modules.
    types = types,
    typed = client.typed,
    method = method.new,
    call = client.call,
    inherit = client.inherit,
}

---The untyped client inside a typed one, with `close()` and `output`.
---@param typed table
---@return yar.Client
function _M.client(typed)
    return typed[1]
end

return _M

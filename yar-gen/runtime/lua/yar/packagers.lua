-- The packagers this runtime speaks, by their names on the wire. Knows how a
-- request is laid out in each, and nothing of what is in it.

local json_reader = require("yar.json.reader")
local json_writer = require("yar.json.writer")
local msgpack_reader = require("yar.msgpack.reader")
local msgpack_writer = require("yar.msgpack.writer")

local find, rep, sub, upper = string.find, string.rep, string.sub, string.upper

---@class yar.Packager
---@field name string
---@field field string the name as eight bytes
---@field out yar.Writer
---@field decode fun(source: string): any, string?
---@field text_only boolean true when bytes travel as base64 text
---@field request_open string before the id
---@field request_method string between the id and the method name
---@field request_params string between the method name and the list of parameters
---@field request_close string after the last parameter

local function packager(name, writer, reader, layout)
    layout.name = name
    layout.field = name .. rep("\0", 8 - #name)
    layout.out = writer
    layout.decode = reader.decode
    return layout
end

---@type table<string, yar.Packager>
local KNOWN = {
    JSON = packager("JSON", json_writer, json_reader, {
        text_only = true,
        request_open = '{"i":',
        request_method = ',"m":',
        request_params = ',"p":',
        request_close = "]}",
    }),
    MSGPACK = packager("MSGPACK", msgpack_writer, msgpack_reader, {
        text_only = false,
        request_open = "\131\161i",
        request_method = "\161m",
        request_params = "\161p",
        request_close = "",
    }),
}

-- Nearly every frame has one of these exact bytes.
local BY_FIELD = { [KNOWN.JSON.field] = KNOWN.JSON, [KNOWN.MSGPACK.field] = KNOWN.MSGPACK }

local _M = {}

---@param name string in any case
---@return yar.Packager?
function _M.by_name(name)
    return KNOWN[upper(name)]
end

---The packager that the eight bytes of a frame name: up to the first NUL and
---seven characters at most, in any case, as PHP reads them.
---@param field string
---@return yar.Packager? packager
---@return string name as it was sent
function _M.by_field(field)
    local known = BY_FIELD[field]
    if known then
        return known, known.name
    end
    local stop = find(field, "\0", 1, true) or 8
    local name = sub(field, 1, stop - 1)
    return KNOWN[upper(name)], name
end

return _M

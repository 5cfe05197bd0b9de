-- Descriptors of structs: which fields there are, what they are called on the
-- wire, and what it means when one is missing.

local parts = require("yar.types.parts")
local problems = require("yar.problem")
local suggest = require("yar.suggest")
local values = require("yar.values")

local ipairs, next, setmetatable, type = ipairs, next, setmetatable, type
local close, table_problem = parts.close, parts.table_problem
local expected, inside, new_problem = problems.expected, problems.inside, problems.new
local is_null, marker, null = values.is_null, values.marker, values.null

---A field: its name in Lua and its type.
---@class yar.Field
---@field [1] string
---@field [2] yar.Type
---@field wire string? key on the wire, when it is not the name
---@field optional boolean? true when it may be left out
---@field default any what readers take when it is missing; a function makes a table

local _M = {}

local Struct = {}
Struct.__index = Struct

---Gives the struct its fields; separate from making it, so that structs may
---refer to each other.
---@param fields yar.Field[]
function Struct:define(fields)
    local names, known, wires, plain = {}, {}, {}, true
    for index, field in ipairs(fields) do
        names[#names + 1] = type(field[1]) == "string" and field[1] or nil
        known[field[1]], wires[index] = true, field.wire or field[1]
        plain = plain and not field.optional and field.default == nil
    end
    self.fields, self.names, self.known, self.wires, self.plain = fields, names, known, wires, plain
    -- The same in every value, so they are made once for each packager.
    self.keys = {}
end

local function default_of(field)
    local default = field.default
    if type(default) == "function" then
        return default()
    end
    return default
end

-- The bytes of the keys with all that stands before them, as far as it is the
-- same in every value.
local function keys_of(self, packager)
    local out, keys = packager.out, {}
    for index, wire in ipairs(self.wires) do
        keys[index] = out.key(wire)
        if index > 1 and self.plain then
            keys[index] = (out.separator or "") .. keys[index]
        elseif self.plain then
            keys[index] = out.map_open(#self.wires) .. keys[index]
        end
    end
    self.keys[packager] = keys
    return keys
end

-- Silently dropped, a misspelt field would be a value that never arrives.
local function check_names(self, value, given)
    local count = 0
    for _ in next, value do
        count = count + 1
    end
    if count <= given then
        return nil
    end
    for key in next, value do
        if not self.known[key] then
            return inside(new_problem("no such field in " .. self.name .. suggest.hint(key, self.names)), key)
        end
    end
end

-- Null says no more than nil does where it is no value of its own; of any
-- type, it is one unless the field may be left out.
local function says_nothing(field, element)
    if element == nil then
        return true
    end
    local kind = field[2]
    if field.optional then
        return not kind.has_null and is_null(element)
    end
    return field.default ~= nil and not kind.nullable and is_null(element)
end

-- Some field may be left out, by the caller or on the wire.
local function write_some(self, packager, buffer, at, value, depth)
    local out, fields, keys = packager.out, self.fields, self.keys[packager] or keys_of(self, packager)
    local opening, given, count = at + 1, 0, 0
    at = opening
    for index = 1, #fields do
        local field = fields[index]
        local name, kind, element = field[1], field[2], value[field[1]]
        if element ~= nil then
            given = given + 1
        end
        if says_nothing(field, element) then
            element = default_of(field)
        end
        if element ~= nil or not field.optional then
            count = count + 1
            at = parts.separate(out, buffer, at, count)
            buffer[at + 1] = keys[index]
            local written, problem = kind:write(packager, buffer, at + 1, element, depth + 1)
            if not written then
                return nil, inside(problem, name)
            end
            at = written
        end
    end
    local problem = check_names(self, value, given)
    if problem then
        return nil, problem
    end
    buffer[opening] = out.map_open(count)
    return close(buffer, at, out.map_close)
end

function Struct:write(packager, buffer, at, value, depth)
    local problem = table_problem(self, value, depth)
    if problem then
        return nil, problem
    end
    local fields = self.fields
    if not self.plain or #fields == 0 then
        return write_some(self, packager, buffer, at, value, depth)
    end
    local keys, given = self.keys[packager] or keys_of(self, packager), 0
    for index = 1, #fields do
        local field = fields[index]
        local element = value[field[1]]
        if element ~= nil then
            given = given + 1
        end
        buffer[at + 1] = keys[index]
        at, problem = field[2]:write(packager, buffer, at + 1, element, depth + 1)
        if not at then
            return nil, inside(problem, field[1])
        end
    end
    problem = check_names(self, value, given)
    if problem then
        return nil, problem
    end
    return close(buffer, at, packager.out.map_close)
end

-- Null or nothing where a value of the field was expected.
local function read_missing(field, element, packager)
    local kind, optional = field[2], field.optional
    if element == nil then
        if field.default ~= nil then
            return default_of(field)
        elseif not optional and not kind.nullable then
            return nil, new_problem("expected " .. kind.name .. ", got nothing")
        end
    elseif optional and kind.has_null or field.default ~= nil and kind.nullable then
        -- Nil says that it was left out.
        return null
    elseif not optional then
        return kind:read(packager, element)
    end
end

function Struct:read(packager, value)
    if type(value) ~= "table" or value == null or (value[1] ~= nil and marker(value) ~= "object") then
        return nil, expected(self.name, value)
    end
    local read, fields, wires = {}, self.fields, self.wires
    for index = 1, #fields do
        local field = fields[index]
        local problem
        local name, element = field[1], value[wires[index]]
        if element == nil or element == null then
            read[name], problem = read_missing(field, element, packager)
        else
            read[name], problem = field[2]:read(packager, element)
        end
        if problem then
            return nil, inside(problem, name)
        end
    end
    return read
end

---@param name string
---@return yar.Struct
function _M.struct(name)
    local struct = setmetatable({ name = name }, Struct)
    struct:define({})
    return struct
end

---@class yar.Struct: yar.Type
---@field define fun(self: yar.Struct, fields: yar.Field[])

return _M

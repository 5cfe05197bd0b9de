-- Descriptors of lists, maps, tuples and structs. They know the types of
-- their elements, so an empty table is never ambiguous, and accept the other
-- shape where PHP cannot tell the two apart.

local any_values = require("yar.any")
local integers = require("yar.integers")
local problems = require("yar.problem")
local values = require("yar.values")

local concat, find, ipairs, next, setmetatable, type = table.concat, string.find, ipairs, next, setmetatable, type
local expected, inside, new_problem = problems.expected, problems.inside, problems.new
local marker, sequence_length, null = values.marker, values.sequence_length, values.null

local MAX_DEPTH = any_values.MAX_DEPTH
local TOO_DEEP = "nested deeper than " .. MAX_DEPTH .. " levels, or in itself"

local _M = {}

-- What to add before element number `index` and after the last one; MSGPACK
-- has neither.
local function separate(out, buffer, at, index)
    if index > 1 and out.separator then
        buffer[at + 1] = out.separator
        return at + 1
    end
    return at
end

local function close(buffer, at, closing)
    if closing then
        buffer[at + 1] = closing
        return at + 1
    end
    return at
end

local function table_problem(self, value, depth)
    if type(value) ~= "table" or value == null then
        return expected(self.name, value)
    elseif depth >= MAX_DEPTH then
        return new_problem(TOO_DEEP)
    end
end

---The elements of what was read for a list: a map whose keys came in order
---gives its values in that order.
local function elements_of(value)
    if type(value) ~= "table" or value == null then
        return nil
    end
    local kind, order = marker(value)
    if kind ~= "object" then
        return sequence_length(value) and value or nil
    end
    local items, rest = {}, 0
    for _ in next, value do
        rest = rest + 1
    end
    for index, key in ipairs(order or {}) do
        if type(key) ~= "number" and not (type(key) == "string" and find(key, "^%-?%d+$")) then
            return nil
        end
        items[index] = value[key]
        rest = rest - 1
    end
    return rest == 0 and items or nil
end

local List = {}
List.__index = List

function List:write(packager, buffer, at, value, depth)
    local problem = table_problem(self, value, depth)
    if problem then
        return nil, problem
    end
    local count, why, hole = sequence_length(value)
    if not count then
        if why == "hole" then
            return nil, inside(expected(self.item.name, nil), hole)
        end
        return nil, new_problem("expected " .. self.name .. ", got a table with other keys than 1 to n")
    end
    local out, item = packager.out, self.item
    at = at + 1
    buffer[at] = out.list_open(count)
    for index = 1, count do
        at = separate(out, buffer, at, index)
        at, problem = item:write(packager, buffer, at, value[index], depth + 1)
        if not at then
            return nil, inside(problem, index)
        end
    end
    return close(buffer, at, out.list_close)
end

function List:read(packager, value)
    local items = elements_of(value)
    if not items then
        return nil, expected(self.name, value)
    end
    local item = self.item
    for index = 1, #items do
        local element, problem = item:read(packager, items[index])
        if problem then
            return nil, inside(problem, index)
        end
        items[index] = element == nil and null or element
    end
    return items
end

local Map = {}
Map.__index = Map

local function write_key(self, out, key)
    if not self.key.kind then
        if type(key) ~= "string" then
            return nil, expected("a string as key", key)
        end
        local piece, why = out.key(key)
        return piece, why and new_problem(why)
    end
    local fitting = integers.fit(key, self.key.kind)
    if not fitting then
        return nil, expected(self.key.name .. " as key", key)
    end
    return out.integer_key(fitting)
end

function Map:write(packager, buffer, at, value, depth)
    local problem = table_problem(self, value, depth)
    if problem then
        return nil, problem
    end
    local out, item = packager.out, self.item
    local opening, count = at + 1, 0
    at = opening
    for key, element in next, value do
        count = count + 1
        at = separate(out, buffer, at, count)
        buffer[at + 1], problem = write_key(self, out, key)
        if problem then
            return nil, inside(problem, key)
        end
        at, problem = item:write(packager, buffer, at + 1, element, depth + 1)
        if not at then
            return nil, inside(problem, key)
        end
    end
    buffer[opening] = out.map_open(count)
    return close(buffer, at, out.map_close)
end

local function read_key(self, key)
    if self.key.kind then
        return integers.fit(key, self.key.kind)
    elseif type(key) == "number" then
        local fitting = integers.fit(key, integers.kinds.i64)
        return fitting and integers.text(fitting)
    end
    return type(key) == "string" and key or nil
end

function Map:read(packager, value)
    if type(value) ~= "table" or value == null then
        return nil, expected(self.name, value)
    end
    -- PHP sends a map with the keys 0 to n-1 as a list.
    local shift = marker(value) ~= "object" and value[1] ~= nil and 1 or 0
    local entries, item = {}, self.item
    for key, element in next, value do
        local usable = read_key(self, shift == 1 and key - 1 or key)
        if usable == nil then
            return nil, inside(expected(self.key.name .. " as key", key), key)
        end
        local read, problem = item:read(packager, element)
        if problem then
            return nil, inside(problem, key)
        end
        entries[usable] = read == nil and null or read
    end
    return entries
end

local Tuple = {}
Tuple.__index = Tuple

function Tuple:write(packager, buffer, at, value, depth)
    local problem = table_problem(self, value, depth)
    if problem then
        return nil, problem
    end
    local out, items = packager.out, self.items
    for key in next, value do
        if key ~= "n" and (type(key) ~= "number" or key < 1 or key > #items or key % 1 ~= 0) then
            return nil, inside(new_problem("no such element in " .. self.name), key)
        end
    end
    at = at + 1
    buffer[at] = out.list_open(#items)
    for index = 1, #items do
        at = separate(out, buffer, at, index)
        at, problem = items[index]:write(packager, buffer, at, value[index], depth + 1)
        if not at then
            return nil, inside(problem, index)
        end
    end
    return close(buffer, at, out.list_close)
end

function Tuple:read(packager, value)
    local elements, items = elements_of(value), self.items
    if not elements then
        return nil, expected(self.name, value)
    elseif #elements ~= #items then
        return nil, new_problem(("expected %s, got %d elements"):format(self.name, #elements))
    end
    local read = { n = #items }
    for index = 1, #items do
        local element, problem = items[index]:read(packager, elements[index])
        if problem then
            return nil, inside(problem, index)
        end
        read[index] = element
    end
    return read
end

local Struct = {}
Struct.__index = Struct

---Gives the struct its fields; separate from making it, so that structs may
---refer to each other.
---@param fields { [1]: string, [2]: yar.Type }[]
function Struct:define(fields)
    self.fields = fields
end

function Struct:write(packager, buffer, at, value, depth)
    local problem = table_problem(self, value, depth)
    if problem then
        return nil, problem
    end
    local out, fields = packager.out, self.fields
    at = at + 1
    buffer[at] = out.map_open(#fields)
    for index = 1, #fields do
        local name, kind = fields[index][1], fields[index][2]
        at = separate(out, buffer, at, index)
        buffer[at + 1] = out.key(name)
        at, problem = kind:write(packager, buffer, at + 1, value[name], depth + 1)
        if not at then
            return nil, inside(problem, name)
        end
    end
    return close(buffer, at, out.map_close)
end

function Struct:read(packager, value)
    if type(value) ~= "table" or value == null or (value[1] ~= nil and marker(value) ~= "object") then
        return nil, expected(self.name, value)
    end
    local read, fields = {}, self.fields
    for index = 1, #fields do
        local name, kind = fields[index][1], fields[index][2]
        local element = value[name]
        if element ~= nil then
            local problem
            read[name], problem = kind:read(packager, element)
            if problem then
                return nil, inside(problem, name)
            end
        elseif not kind.nullable then
            return nil, inside(new_problem("expected " .. kind.name .. ", got nothing"), name)
        end
    end
    return read
end

---@param item yar.Type
---@return yar.Type
function _M.list(item)
    return setmetatable({ name = "list<" .. item.name .. ">", item = item }, List)
end

---@param key yar.Type string or an integer
---@param item yar.Type
---@return yar.Type
function _M.map(key, item)
    return setmetatable({ name = "map<" .. key.name .. ", " .. item.name .. ">", key = key, item = item }, Map)
end

---@param items yar.Type[]
---@return yar.Type
function _M.tuple(items)
    local names = {}
    for index, item in ipairs(items) do
        names[index] = item.name
    end
    return setmetatable({ name = "(" .. concat(names, ", ") .. ")", items = items }, Tuple)
end

---@param name string
---@return yar.Struct
function _M.struct(name)
    return setmetatable({ name = name, fields = {} }, Struct)
end

---@class yar.Struct: yar.Type
---@field define fun(self: yar.Struct, fields: { [1]: string, [2]: yar.Type }[])

return _M

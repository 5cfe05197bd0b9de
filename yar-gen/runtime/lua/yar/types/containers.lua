-- Descriptors of lists, maps and tuples. They know the types of
-- their elements, so an empty table is never ambiguous, and accept the other
-- shape where PHP cannot tell the two apart.

local integers = require("yar.integers")
local parts = require("yar.types.parts")
local problems = require("yar.problem")
local values = require("yar.values")

local concat, find, ipairs, next, setmetatable, type = table.concat, string.find, ipairs, next, setmetatable, type
local close, separate, table_problem = parts.close, parts.separate, parts.table_problem
local expected, inside, new_problem = problems.expected, problems.inside, problems.new
local marker, sequence_length, null = values.marker, values.sequence_length, values.null

local _M = {}

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
    local known = self.key.known
    if known and not known(self.key, key) then
        return nil, expected(self.key.described .. " as key", key)
    elseif not self.key.kind then
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
    local kind, known = self.key.kind, self.key.known
    if kind or type(key) == "number" then
        local fitting = integers.fit(key, kind or integers.kinds.i64)
        key = fitting and (kind and not self.key.as_text and fitting or integers.text(fitting))
    end
    if not key or (not kind and type(key) ~= "string") or (known and not known(self.key, key)) then
        return nil
    end
    return key
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
            return nil, inside(expected((self.key.described or self.key.name) .. " as key", key), key)
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

return _M

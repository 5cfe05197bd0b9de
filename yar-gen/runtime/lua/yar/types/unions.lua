-- Descriptors of unions. In Lua a union is a table with one key, the name of
-- the case, however it travels.

local any_values = require("yar.any")
local parts = require("yar.types.parts")
local problems = require("yar.problem")
local structs = require("yar.types.structs")
local suggest = require("yar.suggest")
local values = require("yar.values")

local concat, ipairs, next, setmetatable, type = table.concat, ipairs, next, setmetatable, type
local close, table_problem = parts.close, parts.table_problem
local expected, inside, new_problem = problems.expected, problems.inside, problems.new
local is_null, null = values.is_null, values.null

---A case: its name in Lua and the type of what it holds, if it holds anything.
---@class yar.Case
---@field [1] string
---@field [2] yar.Type?
---@field wire string? its name on the wire, when it is another

local _M = {}

local Union = {}
Union.__index = Union

---Gives the union its cases; separate from making it, so that types may refer
---to each other.
---@param cases yar.Case[]
---@param tag string? key of the name of the case; without one the name is the only key
function Union:define(cases, tag)
    self.tag, self.names, self.by_name, self.by_wire = tag, {}, {}, {}
    for index, case in ipairs(cases) do
        case.wire = case.wire or case[1]
        self.names[index], self.by_name[case[1]], self.by_wire[case.wire] = case[1], case, case
    end
end

-- The one key, or what is wrong.
local function only_key(self, value)
    local key, element = next(value)
    if key ~= nil and next(value, key) == nil then
        return key, element
    end
    local count = 0
    for _ in next, value do
        count = count + 1
    end
    return nil, new_problem(("expected one key of %s (%s), got %s"):format(
        self.name, concat(self.names, ", "), count == 0 and "none" or count))
end

local function unknown_case(self, key)
    return inside(new_problem(("no such case in %s (%s)%s"):format(
        self.name, concat(self.names, ", "), suggest.hint(key, self.names))), key)
end

local Tag = { name = "tag" }

function Tag:write(packager, buffer, at, value)
    buffer[at + 1] = packager.out.string(value)
    return at + 1
end

-- The struct of a case with the tag as one more field, which no table has
-- under that name. Made when first needed: structs may be defined later.
local function tagged(self, case)
    if not case.tagged then
        local fields = { { Tag, Tag, wire = self.tag, default = case.wire } }
        for _, field in ipairs(case[2] and case[2].fields or {}) do
            fields[#fields + 1] = field
        end
        case.tagged = structs.struct(case[2] and case[2].name or self.name)
        case.tagged:define(fields)
    end
    return case.tagged
end

local function write_tagged(self, packager, buffer, at, key, element, depth)
    local case = self.by_name[key]
    if not case then
        -- As a reader gave it: the whole map.
        if type(element) == "table" and element ~= null and element[self.tag] == key then
            return any_values.write(packager.out, buffer, at, element, depth)
        end
        return nil, unknown_case(self, key)
    elseif not case[2] and (element == true or is_null(element)) then
        element = {}
    end
    local written, problem = tagged(self, case):write(packager, buffer, at, element, depth)
    return written, problem and inside(problem, key)
end

local function write_element(packager, buffer, at, case, element, depth)
    if case and case[2] then
        return case[2]:write(packager, buffer, at, element, depth)
    elseif not case then
        return any_values.write(packager.out, buffer, at, element, depth)
    elseif element ~= true and not is_null(element) then
        return nil, expected("yar.null or true, for the case holds nothing", element)
    end
    buffer[at + 1] = packager.out.null
    return at + 1
end

function Union:write(packager, buffer, at, value, depth)
    local problem = table_problem(self, value, depth)
    if problem then
        return nil, problem
    end
    local key, element = only_key(self, value)
    if key == nil then
        return nil, element
    elseif type(key) ~= "string" then
        return nil, unknown_case(self, key)
    elseif self.tag then
        return write_tagged(self, packager, buffer, at, key, element, depth)
    end
    local out, case = packager.out, self.by_name[key]
    local piece, why = out.key(case and case.wire or key)
    if not piece then
        return nil, new_problem("the name of the case is " .. why)
    end
    buffer[at + 1], buffer[at + 2] = out.map_open(1), piece
    at, problem = write_element(packager, buffer, at + 2, case, element, depth + 1)
    if not at then
        return nil, inside(problem, key)
    end
    return close(buffer, at, out.map_close)
end

function Union:read(packager, value)
    if type(value) ~= "table" or value == null then
        return nil, expected(self.name, value)
    end
    local wire, element
    if self.tag then
        wire, element = value[self.tag], value
    else
        wire, element = only_key(self, value)
        if wire == nil then
            return nil, element
        end
    end
    if type(wire) ~= "string" then
        local problem = expected("the name of a case of " .. self.name, wire)
        return nil, self.tag and inside(problem, self.tag) or problem
    end
    local case = self.by_wire[wire]
    if not case then
        -- It would be taken for the case that Lua calls so.
        if self.by_name[wire] then
            return nil, unknown_case(self, wire)
        end
        return { [wire] = element }
    elseif not case[2] then
        return { [case[1]] = null }
    end
    local read, problem = case[2]:read(packager, element)
    if problem then
        return nil, inside(problem, case[1])
    end
    return { [case[1]] = read == nil and null or read }
end

---@param name string
---@return yar.Union
function _M.union(name)
    local union = setmetatable({ name = name }, Union)
    union:define({})
    return union
end

---@class yar.Union: yar.Type
---@field define fun(self: yar.Union, cases: yar.Case[], tag?: string)

return _M

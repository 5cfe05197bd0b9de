-- What all descriptors of containers do: the bytes between and after
-- elements, and the bounds of a container.

local any_values = require("yar.any")
local problems = require("yar.problem")
local null = require("yar.values").null

local type = type

local MAX_DEPTH = any_values.MAX_DEPTH
local TOO_DEEP = "nested deeper than " .. MAX_DEPTH .. " levels, or in itself"

local _M = {}

---Adds what stands before element number `index`; MSGPACK has nothing there.
---@param out yar.Writer
---@param buffer string[]
---@param at integer
---@param index integer
---@return integer at
function _M.separate(out, buffer, at, index)
    if index > 1 and out.separator then
        buffer[at + 1] = out.separator
        return at + 1
    end
    return at
end

---Adds what stands after the last element, if anything.
---@param buffer string[]
---@param at integer
---@param closing string?
---@return integer at
function _M.close(buffer, at, closing)
    if closing then
        buffer[at + 1] = closing
        return at + 1
    end
    return at
end

---What is wrong with a value that must be a table, so deep in others.
---@param self yar.Type
---@param value any
---@param depth integer
---@return yar.Problem?
function _M.table_problem(self, value, depth)
    if type(value) ~= "table" or value == null then
        return problems.expected(self.name, value)
    elseif depth >= MAX_DEPTH then
        return problems.new(TOO_DEEP)
    end
end

return _M

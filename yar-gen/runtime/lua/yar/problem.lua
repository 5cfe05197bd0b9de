-- Why a value cannot be written or read, and where in it. The path is put
-- together on the way out, so that values without a problem pay nothing.

local text = require("yar.text")

local find, tostring, type = string.find, tostring, type

local _M = {}

---@class yar.Problem
---@field path string from the outermost value inwards, such as `[3].name`
---@field text string

---@param message string
---@return yar.Problem
function _M.new(message)
    return { path = "", text = message }
end

---@param expected string name of the expected type
---@param value any what was there instead
---@return yar.Problem
function _M.expected(expected, value)
    return { path = "", text = "expected " .. expected .. ", got " .. text.describe(value) }
end

---Says that the problem is in an element, whose key or index this is.
---@param problem yar.Problem
---@param key any
---@return yar.Problem
function _M.inside(problem, key)
    if type(key) ~= "string" then
        problem.path = "[" .. tostring(key) .. "]" .. problem.path
    elseif find(key, "^[%a_][%w_]*$") then
        problem.path = "." .. key .. problem.path
    else
        problem.path = '["' .. text.excerpt(key, 40) .. '"]' .. problem.path
    end
    return problem
end

return _M

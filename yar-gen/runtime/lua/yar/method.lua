-- A method of a contract: what its arguments are and how a call of it is
-- written. Knows nothing of sockets or replies.

local errors = require("yar.errors")
local problems = require("yar.problem")
local requests = require("yar.request")
local is_null = require("yar.values").is_null

local ipairs, setmetatable, type = ipairs, setmetatable, type
local begin, finish = requests.begin, requests.finish

---A parameter: its name and its type. Those that may be left out come last.
---@class yar.Param
---@field [1] string
---@field [2] yar.Type
---@field optional boolean? true when it may be left out
---@field default any what the server takes when it is left out; a function makes a table

---@class yar.Method
---@field name string in Lua
---@field wire string on the wire
---@field params yar.Param[]
---@field required integer how many of them may not be left out
---@field returns yar.Type? nil when the method returns nothing
---@field errors yar.DeclaredError[]
---@field openings table<string, table<integer, string>> constant part of a request, by `openings` of clients and count

---What the request of a client depends on.
---@class yar.Caller
---@field packager yar.Packager
---@field prefix string what stands before the names of methods on the wire
---@field openings string the same for all callers whose requests begin alike

local _M = {}

local BY_CALLER = {
    __index = function(known, caller)
        local openings = {}
        known[caller] = openings
        return openings
    end,
}

---Describes a method.
---@param name string
---@param params yar.Param[]
---@param rest { returns?: yar.Type, errors?: yar.DeclaredError[], wire?: string }?
---@return yar.Method
function _M.new(name, params, rest)
    rest = rest or {}
    local required = 0
    for index, param in ipairs(params) do
        if not param.optional and param.default == nil then
            required = index
        end
    end
    return {
        name = name,
        wire = rest.wire or name,
        params = params,
        required = required,
        returns = rest.returns,
        errors = rest.errors or {},
        openings = setmetatable({}, BY_CALLER),
    }
end

---What is wrong with an argument.
---@param method string
---@param argument string|integer
---@param problem yar.Problem
---@return yar.Error
function _M.argument_error(method, argument, problem)
    return errors.argument(("%s: argument %s%s: %s"):format(method, argument, problem.path, problem.text))
end

-- Null says no more than nil does where it is no value of its own.
local function is_left_out(param, argument)
    return argument == nil or (not param[2].has_null and is_null(argument))
end

-- Positions matter: what is left out at the end is not sent, and what is left
-- out before something else gets a value that means the same.
local function count_given(method, arguments)
    local count, params = #method.params, method.params
    while count > method.required and is_left_out(params[count], arguments[count]) do
        count = count - 1
    end
    return count
end

local function fill(method, index, count)
    local param = method.params[index]
    if param.default ~= nil then
        return type(param.default) == "function" and param.default() or param.default
    elseif param[2].has_null then
        return nil
    end
    local text = "left out, but '%s' behind it is given, and it has neither a default nor null to stand for it"
    return nil, problems.new(text:format(method.params[count][1]))
end

-- The same in every call, so it is made once for each count. Names in contracts and of services
-- are UTF-8, which no packager refuses.
local function opening_of(method, caller, count)
    local opening = requests.opening(caller.packager, caller.prefix .. method.wire, count)
    method.openings[caller.openings][count] = opening
    return opening
end

---The body of a request.
---@param method yar.Method
---@param caller yar.Caller
---@param id integer
---@param arguments any[] nil for whatever is left out
---@return string? body
---@return yar.Error? err
function _M.render(method, caller, id, arguments)
    local packager = caller.packager
    local params, separator, required = method.params, packager.out.separator, method.required
    local count = #params
    if count > required then
        count = count_given(method, arguments)
    end
    local buffer, at = begin(packager, id, method.openings[caller.openings][count] or opening_of(method, caller, count))
    for index = 1, count do
        local param, argument, written, problem = params[index], arguments[index]
        if index > required and is_left_out(param, argument) then
            argument, problem = fill(method, index, count)
            if problem then
                return nil, _M.argument_error(method.name, param[1], problem)
            end
        end
        if index > 1 and separator then
            at = at + 1
            buffer[at] = separator
        end
        written, problem = param[2]:write(packager, buffer, at, argument, 2)
        if not written then
            return nil, _M.argument_error(method.name, param[1], problem)
        end
        at = written
    end
    return finish(packager, buffer, at)
end

return _M

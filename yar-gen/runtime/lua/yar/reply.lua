-- What a reply body says: the value, or which error. Knows nothing of sockets
-- or frames.

local errors = require("yar.errors")
local integers = require("yar.integers")
local text = require("yar.text")
local values = require("yar.values")

local find, ipairs, lower, match, tonumber, tostring, type =
    string.find, ipairs, string.lower, string.match, tonumber, tostring, type
local null = values.null

local _M = {}

-- PHP reads "7" and 7 alike here.
local function integer_of(value)
    if type(value) == "number" and value % 1 == 0 then
        return value
    elseif type(value) == "string" then
        return find(value, "^-?%d+$") and #value <= 15 and tonumber(value) or nil
    end
    return integers.fit(value, integers.kinds.i64)
end

-- Integers may come as floats or digits, depending on the packager.
local function code_text(code)
    local fitting = type(code) ~= "string" and integers.fit(code, integers.kinds.i64)
    return fitting and integers.text(fitting) or tostring(code)
end

---The declared error that was thrown: by code, else by the last part of the
---class name in any case.
local function declared(errors_of_method, code, class)
    for _, candidate in ipairs(errors_of_method) do
        if code ~= nil and code_text(code) == integers.text(candidate.code) then
            return candidate
        end
    end
    local name = type(class) == "string" and lower(match(class, "([^\\]*)$"))
    for _, candidate in ipairs(errors_of_method) do
        if name == lower(candidate.wire or candidate.name) then
            return candidate
        end
    end
end

-- That the method failed this way matters more than what it says about it, so
-- data that does not fit is left out and never hides the error.
local function read_data(candidate, packager, data)
    if not candidate or not candidate.data then
        return nil
    elseif data == nil or data == null then
        return {}
    end
    local read, problem = candidate.data:read(packager, data)
    if problem then
        return {}, "data" .. problem.path .. ": " .. problem.text
    end
    return read
end

local function remote_error(status, thrown, errors_of_method, packager)
    if type(thrown) ~= "table" or thrown == null then
        local message = type(thrown) == "string" and thrown or "unknown error, status " .. status
        return errors.new(errors.REMOTE, message, { status = status, code = status })
    end
    local code, class, message = thrown.code, thrown._type, thrown.message
    if code == null or type(code) == "table" then
        code = nil
    end
    local candidate = declared(errors_of_method, code, class)
    local data, data_problem = read_data(candidate, packager, thrown.data)
    local kind = candidate and candidate.name or errors.REMOTE
    return errors.new(kind, type(message) == "string" and message or "no message", {
        status = status,
        code = code == nil and 0 or code,
        type = type(class) == "string" and class or nil,
        declared = candidate ~= nil,
        data = data,
        data_problem = data_problem,
    })
end

---@param body any decoded body
---@param id integer of the request
---@param errors_of_method yar.DeclaredError[]
---@param packager yar.Packager of the reply
---@return any value yar.null when there is none
---@return yar.Error? err
---@return string? output what the method printed
function _M.open(body, id, errors_of_method, packager)
    if type(body) ~= "table" or body == null then
        return nil, errors.protocol("a reply must be a map, got " .. text.describe(body ~= null and body or nil))
    end
    local replied, status = integer_of(body.i), integer_of(body.s)
    if not replied or not status then
        return nil, errors.protocol("a reply without " .. (replied and "a status" or "an id"))
    elseif replied ~= 0 and replied ~= id then
        return nil, errors.protocol(("the reply has the id %s, expected %.0f"):format(integers.text(replied), id))
    end
    local output = type(body.o) == "string" and body.o ~= "" and body.o or nil
    if status ~= 0 then
        return nil, remote_error(status, body.e, errors_of_method, packager), output
    elseif body.r == nil then
        return null, nil, output
    end
    return body.r, nil, output
end

return _M

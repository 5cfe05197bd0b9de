-- Descriptors of moments, days and lengths of time. In Lua a moment is its
-- milliseconds since 1970 in UTC, whichever way it travels.

local calendar = require("yar.calendar")
local integers = require("yar.integers")
local problems = require("yar.problem")
local values = require("yar.values")

local setmetatable, type = setmetatable, type
local expected, new_problem = problems.expected, problems.new
local exceeds_signed, fit, kinds = integers.exceeds_signed, integers.fit, integers.kinds
local null = values.null

local _M = {}

local Timestamp = { name = "timestamp" }
Timestamp.__index = Timestamp

local function misfit(value)
    if type(value) == "table" and value ~= null and value.timezone_type ~= nil then
        return new_problem(
            "expected timestamp, got a date object of PHP (the server must give milliseconds or RFC 3339 text)"
        )
    end
    return expected("timestamp (milliseconds since 1970)", value)
end

function Timestamp:write(packager, buffer, at, value)
    local fitting = fit(value, kinds.i64)
    if not fitting then
        return nil, misfit(value)
    end
    buffer[at + 1] = packager.out.integer(fitting)
    return at + 1
end

function Timestamp:read(_, value)
    local fitting = fit(value, kinds.i64)
    if not fitting and type(value) == "string" and #value <= 40 then
        local millis = calendar.parse(value)
        fitting = millis and fit(millis, kinds.i64)
    end
    if fitting then
        return fitting
    end
    return nil, misfit(value)
end

local Rfc3339 = setmetatable({}, Timestamp)

function Rfc3339:write(packager, buffer, at, value)
    if type(value) ~= "number" or value % 1 ~= 0 then
        return nil, misfit(value)
    elseif value < calendar.MIN_MILLIS or value > calendar.MAX_MILLIS then
        return nil, expected("timestamp in the years 0000 to 9999", value)
    end
    buffer[at + 1] = packager.out.string(calendar.text(value))
    return at + 1
end

local Date = { name = "date" }

local function is_date(value)
    return type(value) == "string" and #value == 10 and calendar.is_date(value)
end

function Date:write(packager, buffer, at, value)
    if not is_date(value) then
        return nil, expected("date (YYYY-MM-DD)", value)
    end
    buffer[at + 1] = packager.out.string(value)
    return at + 1
end

function Date:read(_, value)
    if is_date(value) then
        return value
    end
    return nil, expected("date (YYYY-MM-DD)", value)
end

local Duration = { name = "duration" }

local function milliseconds(value)
    local fitting = fit(value, kinds.u64)
    return fitting and not exceeds_signed(fitting) and fitting or nil
end

function Duration:write(packager, buffer, at, value)
    local fitting = milliseconds(value)
    if not fitting then
        return nil, expected("duration (milliseconds, 0 or more)", value)
    end
    buffer[at + 1] = packager.out.integer(fitting)
    return at + 1
end

function Duration:read(_, value)
    local fitting = milliseconds(value)
    if fitting then
        return fitting
    end
    return nil, expected("duration (milliseconds, 0 or more)", value)
end

_M.timestamp = Timestamp
_M.rfc3339 = Rfc3339
_M.date = Date
_M.duration = Duration

return _M

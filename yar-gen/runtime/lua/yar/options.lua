-- The options of a client: names, defaults, and what is acceptable. Options
-- of a misspelt name are refused, not ignored.

local errors = require("yar.errors")
local frame = require("yar.frame")
local packagers = require("yar.packagers")
local text = require("yar.text")

local concat, find, lower, next, pairs, sort, type =
    table.concat, string.find, string.lower, next, pairs, table.sort, type

---@class yar.Options
---@field packager? "JSON"|"MSGPACK" what requests are written in; replies say theirs; default MSGPACK
---@field timeout? number milliseconds for a whole call, connecting included; default 5000
---@field connect_timeout? number milliseconds for connecting; default 1000
---@field keepalive? boolean keep the connection for the next call; default true
---@field provider? string who calls, at most 32 bytes; default the user of an http address
---@field token? string secret, at most 32 bytes; default the password of an http address
---@field service? string which of several services of the server is called; default the first one, or that of the path
---@field headers? table<string, string> further HTTP headers
---@field max_body? integer largest reply in bytes; default 10 MiB
---@field sockets? table where connections come from; default yar.socket.luasocket

local _M = {}

local RESERVED_HEADERS = {
    ["content-length"] = true,
    ["transfer-encoding"] = true,
    ["connection"] = true,
    ["host"] = true,
    ["expect"] = true,
    ["te"] = true,
    ["trailer"] = true,
    ["upgrade"] = true,
}

local function milliseconds(value)
    if type(value) ~= "number" or value ~= value or value <= 0 or value > 2147483647 then
        return "expected milliseconds above 0, got " .. text.describe(value)
    end
end

local CHECKS = { timeout = milliseconds, connect_timeout = milliseconds }
CHECKS.provider = frame.field_problem
CHECKS.token = frame.field_problem

function CHECKS.service(value)
    local is_name = type(value) == "string" and text.is_utf8(value) and not find(value, "%c")
    if not is_name or find("." .. value .. ".", "..", 1, true) then
        return 'expected the name of a service, such as "Orders", or "shop.Orders" with its package, got '
            .. text.describe(value) .. "; leave the option out to call the first service"
    end
end

function CHECKS.packager(value)
    if type(value) ~= "string" or not packagers.by_name(value) then
        return 'expected "JSON" or "MSGPACK", got ' .. text.describe(value)
    end
end

function CHECKS.keepalive(value)
    if type(value) ~= "boolean" then
        return "expected true or false, got " .. text.describe(value)
    end
end

function CHECKS.max_body(value)
    if type(value) ~= "number" or value < 1 or value > 4294967287 or value % 1 ~= 0 then
        return "expected a number of bytes, got " .. text.describe(value)
    end
end

function CHECKS.sockets(value)
    if type(value) ~= "table" or type(value.connect) ~= "function" or type(value.now) ~= "function" then
        return "expected a table with the functions connect and now"
    end
end

function CHECKS.headers(value)
    if type(value) ~= "table" then
        return "expected a table, got " .. text.describe(value)
    end
    for name, content in pairs(value) do
        if type(name) ~= "string" or not find(name, "^[%w!#$%%&'*+.^_`|~-]+$") then
            return "bad header name " .. text.describe(name)
        elseif type(content) ~= "string" or find(content, "[%z\1-\8\10-\31\127]") then
            return "bad value of header " .. name .. ": " .. text.describe(content)
        elseif RESERVED_HEADERS[lower(name)] then
            return "the header " .. name .. " belongs to the client"
        end
    end
end

local function check(name, value)
    local problem = CHECKS[name](value)
    return problem and errors.argument("option " .. name .. ": " .. problem)
end

local function known_names()
    local names = {}
    for name in pairs(CHECKS) do
        names[#names + 1] = name
    end
    sort(names)
    return concat(names, ", ")
end

---Checked options with defaults filled in.
---@param given yar.Options?
---@param address yar.Address
---@return table? options
---@return yar.Error? err
function _M.resolve(given, address)
    local options = {
        packager = "MSGPACK",
        timeout = 5000,
        connect_timeout = 1000,
        keepalive = true,
        provider = (address.user or ""):sub(1, 32),
        token = (address.password or ""):sub(1, 32),
        headers = {},
        max_body = frame.MAX_BODY,
    }
    if given ~= nil and type(given) ~= "table" then
        return nil, errors.argument("options: expected a table, got " .. text.describe(given))
    end
    for name, value in pairs(given or {}) do
        if not CHECKS[name] then
            return nil, errors.argument("unknown option " .. text.describe(name) .. "; known are " .. known_names())
        end
        local err = check(name, value)
        if err then
            return nil, err
        end
        options[name] = value
    end
    return options
end

---The options of a client for another service over its connection.
---@param options table of that client
---@param changed { service: string }
---@return table? options
---@return yar.Error? err
function _M.for_service(options, changed)
    if type(changed) ~= "table" or next(changed) ~= "service" or next(changed, "service") ~= nil then
        return nil, errors.argument("options belong to the client that was given; only service can be another")
    end
    local err = check("service", changed.service)
    if err then
        return nil, err
    end
    local copy = {}
    for name, value in pairs(options) do
        copy[name] = value
    end
    copy.service = changed.service
    return copy
end

return _M

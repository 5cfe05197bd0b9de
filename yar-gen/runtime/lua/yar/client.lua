-- A client: encodes a call, has a transport carry it, decodes the answer.
-- Safe to keep at module level and to share between coroutines.

local any_values = require("yar.any")
local errors = require("yar.errors")
local frame = require("yar.frame")
local options_of = require("yar.options")
local packagers = require("yar.packagers")
local reply = require("yar.reply")
local requests = require("yar.request")
local request_ids = require("yar.request_ids")
local text = require("yar.text")
local uris = require("yar.uri")
local values = require("yar.values")

local getmetatable, pairs, select, setmetatable, type = getmetatable, pairs, select, setmetatable, type
local next_id, null = request_ids.next, values.null

local TRANSPORTS = {
    tcp = "yar.transport.stream",
    unix = "yar.transport.stream",
    http = "yar.transport.http",
}

---A method of a contract.
---@class yar.Method
---@field name string
---@field params { [1]: string, [2]: yar.Type }[]
---@field returns yar.Type? nil when the method returns nothing
---@field errors yar.DeclaredError[]
---@field openings table<string, string> constant part of a request, by packager

---@class yar.Client
---@field address yar.Address
---@field options table
---@field output string? what the method of the last call printed, if anything
local Client = {}
Client.__index = Client

local function argument_error(method_name, argument, problem)
    return errors.argument(("%s: argument %s%s: %s"):format(method_name, argument, problem.path, problem.text))
end

-- The frame around a body; its id is given back so that the reply is known.
local function frame_of(self, id, body)
    local limit = self.options.max_body
    if #body > limit then
        return nil, errors.argument(("the request has %d bytes, the limit is %d"):format(#body, limit))
    end
    return frame.render(id, self.middle, self.packager.field, body), id
end

local function open_reply(field, body, id, errors_of_method)
    local packager, name = packagers.by_field(field)
    if not packager then
        return nil, errors.protocol("the reply is packed as '" .. text.excerpt(name, 8) .. "', which is not supported")
    end
    local decoded, problem = packager.decode(body)
    if decoded == nil then
        return nil, errors.protocol("the reply does not unpack: " .. problem)
    end
    local value, err, output = reply.open(decoded, id, errors_of_method)
    return value, err, output, packager
end

-- Sends a rendered request and opens the reply.
local function exchange(self, request, id, errors_of_method)
    local deadline = self.sockets.now() + self.options.timeout / 1000
    local field, body, err = self.transport:exchange(request, deadline)
    if not field then
        return nil, err
    end
    local value, packager
    value, err, self.output, packager = open_reply(field, body, id, errors_of_method)
    if err and err.kind == errors.PROTOCOL then
        -- What else may come over this connection is anyone's guess.
        self.transport:close()
    end
    return value, err, packager
end

local function render_untyped(self, method, count, arguments)
    local packager = self.packager
    local out = packager.out
    local opening, problem = requests.opening(packager, method, count)
    if not opening then
        return nil, errors.argument("the name of the method is " .. problem)
    end
    local id = next_id()
    local buffer, at = requests.begin(packager, id, opening)
    for index = 1, count do
        if index > 1 and out.separator then
            at = at + 1
            buffer[at] = out.separator
        end
        at, problem = any_values.write(out, buffer, at, arguments[index], 2)
        if not at then
            return nil, argument_error(method, index, problem)
        end
    end
    return frame_of(self, id, requests.finish(packager, buffer, at))
end

local NO_ERRORS = {}

---Calls a method without a contract. Null inside tables is yar.null.
---@param method string
---@param ... any arguments
---@return any value
---@return yar.Error? err
function Client:call(method, ...)
    if type(method) ~= "string" then
        return nil, errors.argument("the name of a method must be a string")
    end
    local request, id = render_untyped(self, method, select("#", ...), { ... })
    if not request then
        return nil, id
    end
    local value, err = exchange(self, request, id, NO_ERRORS)
    if err or value == null then
        return nil, err
    end
    return value
end

---Closes the kept connection. The client stays usable.
function Client:close()
    self.transport:close()
end

local _M = {}

---@param uri string
---@param options yar.Options?
---@return yar.Client? client
---@return yar.Error? err
function _M.new(uri, options)
    local address, problem = uris.parse(uri)
    if not address then
        return nil, errors.argument(problem)
    end
    local resolved, err = options_of.resolve(options, address)
    if not resolved then
        return nil, err
    end
    local sockets = resolved.sockets or require("yar.socket.luasocket")
    local transport = require(TRANSPORTS[address.kind]).new(address, resolved, sockets)
    return setmetatable({
        address = address,
        options = resolved,
        sockets = sockets,
        transport = transport,
        packager = packagers.by_name(resolved.packager),
        middle = frame.middle(transport.asks_to_keep, resolved.provider, resolved.token),
    }, Client)
end

---A typed client: nothing but the methods of a service. The untyped client is
---under the key 1, which no method can be named.
---@generic T
---@param service T
---@param uri string|yar.Client
---@param options yar.Options?
---@return T? client
---@return yar.Error? err
function _M.typed(service, uri, options)
    local client, err = uri, nil
    if getmetatable(uri) ~= Client then
        client, err = _M.new(uri, options)
    elseif options ~= nil then
        return nil, errors.argument("options belong to the client that was given")
    end
    if not client then
        return nil, err
    end
    return setmetatable({ client }, service)
end

---Describes a method of a contract.
---@param name string
---@param params { [1]: string, [2]: yar.Type }[]
---@param returns yar.Type?
---@param declared table<string, integer>? declared errors and their codes
---@return yar.Method
function _M.method(name, params, returns, declared)
    local list = {}
    for error_name, code in pairs(declared or {}) do
        list[#list + 1] = { name = error_name, code = code }
    end
    return { name = name, params = params, returns = returns, errors = list, openings = {} }
end

local function render_typed(self, method, arguments)
    local packager, params = self.packager, method.params
    local separator = packager.out.separator
    -- The same in every call, so it is made once. Names in contracts are
    -- ASCII, which no packager refuses.
    local opening = method.openings[packager.name]
    if not opening then
        opening = requests.opening(packager, method.name, #params)
        method.openings[packager.name] = opening
    end
    local id = next_id()
    local buffer, at = requests.begin(packager, id, opening)
    for index = 1, #params do
        local param = params[index]
        if index > 1 and separator then
            at = at + 1
            buffer[at] = separator
        end
        local written, problem = param[2]:write(packager, buffer, at, arguments[index], 2)
        if not written then
            return nil, argument_error(method.name, param[1], problem)
        end
        at = written
    end
    return frame_of(self, id, requests.finish(packager, buffer, at))
end

---Calls a method of a contract.
---@param typed table
---@param method yar.Method
---@param ... any arguments
---@return any value true for a method that returns nothing
---@return yar.Error? err
function _M.call(typed, method, ...)
    local client = typed[1]
    local request, id = render_typed(client, method, { ... })
    if not request then
        return nil, id
    end
    local value, err, packager = exchange(client, request, id, method.errors)
    if err then
        return nil, err
    elseif not method.returns then
        return true
    end
    local result, problem = method.returns:read(packager, value)
    if problem then
        return nil, errors.result(("%s: result%s: %s"):format(method.name, problem.path, problem.text))
    elseif result == null then
        return nil
    end
    return result
end

return _M

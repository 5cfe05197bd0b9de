-- A client: encodes a call, has a transport carry it, decodes the answer.
-- Safe to keep at module level and to share between coroutines.

local any_values = require("yar.any")
local errors = require("yar.errors")
local frame = require("yar.frame")
local methods = require("yar.method")
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

---@class yar.Client: yar.Caller
---@field address yar.Address
---@field options table
---@field output string? what the method of the last call printed, if anything
local Client = {}
Client.__index = Client

local function frame_of(self, id, body)
    local limit = self.options.max_body
    if #body > limit then
        return nil, errors.argument(("the request has %d bytes, the limit is %d"):format(#body, limit))
    end
    return frame.render(id, self.middle, self.packager.field, body)
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
    local value, err, output = reply.open(decoded, id, errors_of_method, packager)
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
    local wire = self.prefix == "" and method or self.prefix .. method
    local opening, problem = requests.opening(packager, wire, count)
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
            return nil, methods.argument_error(method, index, problem)
        end
    end
    local request, err = frame_of(self, id, requests.finish(packager, buffer, at))
    return request, err or id
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

local function assemble(address, options, sockets, transport)
    local packager = packagers.by_name(options.packager)
    local prefix = options.service and options.service .. "." or ""
    return setmetatable({
        address = address,
        options = options,
        sockets = sockets,
        transport = transport,
        packager = packager,
        prefix = prefix,
        openings = prefix .. packager.name,
        middle = frame.middle(transport.asks_to_keep, options.provider, options.token),
    }, Client)
end

-- Another client over the connection of this one.
local function sharing(client, changed)
    local options, err = options_of.for_service(client.options, changed)
    return options and assemble(client.address, options, client.sockets, client.transport), err
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
    return assemble(address, resolved, sockets, transport)
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
        client, err = sharing(uri, options)
    end
    if not client then
        return nil, err
    end
    return setmetatable({ client }, service)
end

---Gives a service the methods of another, whose table of methods is under the
---key 1, which no name of a contract can be.
---@param service table
---@param base { [1]: table }
function _M.inherit(service, base)
    for name, method in pairs(base[1]) do
        if service[name] == nil then
            service[name] = method
        end
    end
end

---Calls a method of a contract.
---@param typed table
---@param method yar.Method
---@param arguments any[] in order, nil for those left out
---@return any value true for a method that returns nothing
---@return yar.Error? err
function _M.call(typed, method, arguments)
    local client, id = typed[1], next_id()
    local request, value, packager
    local body, err = methods.render(method, client, id, arguments)
    if body then
        request, err = frame_of(client, id, body)
    end
    if not request then
        return nil, err
    end
    value, err, packager = exchange(client, request, id, method.errors)
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

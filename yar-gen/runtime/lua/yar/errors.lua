-- The one shape of every failure: a table with `kind`, `code` and `message`
-- that prints itself. Knows nothing of sockets, packagers or contracts.

local setmetatable, tostring = setmetatable, tostring

---What a call returns as its second value when it failed.
---@class yar.Error
---@field kind string name of a declared error, or one of the lower-case kinds of this module
---@field code integer|string? code of the remote error; the status when the server sent only a text
---@field message string text for people
---@field status integer? status of the reply, when one came
---@field type string? class name of the remote error, as the server sent it
---@field declared boolean? true when the contract declares this error for the method
---@field data table? what a declared error carries, if the contract says that it carries something
---@field data_problem string? why the data that came does not fit, and `data` is empty
---@field http_status integer? status of an HTTP reply other than 200
---@field body string? body of an HTTP reply other than 200
local Error = {}
Error.__index = Error

function Error:__tostring()
    if self.code ~= nil then
        return self.kind .. " (" .. tostring(self.code) .. "): " .. self.message
    end
    return self.kind .. ": " .. self.message
end

local _M = {
    -- The address, an option or an argument is wrong; nothing was sent.
    ARGUMENT = "argument",
    -- No connection, or it broke; whether the method ran is unknown.
    TRANSPORT = "transport",
    -- The deadline of the call passed; whether the method ran is unknown.
    TIMEOUT = "timeout",
    -- What came back is no Yar reply, or not the reply to this call.
    PROTOCOL = "protocol",
    -- A reply came, and its value is not of the declared type.
    RESULT = "result",
    -- The server refused the call or the method failed.
    REMOTE = "remote",
}

---@param kind string
---@param message string
---@param fields table? further fields of the error; becomes the error itself
---@return yar.Error
function _M.new(kind, message, fields)
    local err = fields or {}
    err.kind = kind
    err.message = message
    return setmetatable(err, Error)
end

---True for the errors that this runtime makes.
---@param value any
---@return boolean
function _M.is_error(value)
    return getmetatable(value) == Error
end

---@param message string
---@return yar.Error
function _M.argument(message)
    return _M.new(_M.ARGUMENT, message)
end

---@param message string
---@return yar.Error
function _M.transport(message)
    return _M.new(_M.TRANSPORT, message)
end

---@param message string
---@return yar.Error
function _M.timeout(message)
    return _M.new(_M.TIMEOUT, message)
end

---@param message string
---@return yar.Error
function _M.protocol(message)
    return _M.new(_M.PROTOCOL, message)
end

---@param message string
---@return yar.Error
function _M.result(message)
    return _M.new(_M.RESULT, message)
end

return _M

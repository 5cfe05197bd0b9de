-- Putting a request body together, piece by piece. Knows the layout of the
-- envelope in every packager and nothing of contracts or sockets.

local concat = table.concat

local _M = {}

---What stands between the id and the first parameter.
---@param packager yar.Packager
---@param method string
---@param count integer number of parameters
---@return string? opening
---@return string? problem
function _M.opening(packager, method, count)
    local out = packager.out
    local name, problem = out.string(method)
    if not name then
        return nil, problem
    end
    return packager.request_method .. name .. packager.request_params .. out.list_open(count)
end

---The pieces before the first parameter, and the last used index.
---@param packager yar.Packager
---@param id integer
---@param opening string
---@return string[] buffer
---@return integer at
function _M.begin(packager, id, opening)
    return { packager.request_open, packager.out.integer(id), opening }, 3
end

---The body, once all parameters are in the buffer.
---@param packager yar.Packager
---@param buffer string[]
---@param at integer
---@return string
function _M.finish(packager, buffer, at)
    return concat(buffer, "", 1, at) .. packager.request_close
end

return _M

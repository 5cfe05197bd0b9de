-- What Lua's tables cannot say by themselves: null inside a table, and
-- whether a table is a list or a map. Knows nothing of packagers.

local getmetatable, setmetatable, next, type = getmetatable, setmetatable, next, type
local floor = math.floor
local ngx = rawget(_G, "ngx")

local _M = {}

---@class yar.Null

---Null inside tables; `nil` cannot be an element. In OpenResty it is `ngx.null`.
---@type yar.Null
_M.null = type(ngx) == "table" and ngx.null
    or setmetatable({}, {
        __tostring = function()
            return "null"
        end,
    })

local null = _M.null
local LIST = { __jsontype = "array" }
local MAP = { __jsontype = "object" }

---Marks a table as a list. With a count, holes up to it are filled with null.
---@generic T: table
---@param items T
---@param count integer?
---@return T
function _M.array(items, count)
    for index = 1, count or 0 do
        if items[index] == nil then
            items[index] = null
        end
    end
    return setmetatable(items, LIST)
end

---Marks a table as a map, whatever its keys are.
---@generic T: table
---@param entries T
---@return T
function _M.map(entries)
    return setmetatable(entries, MAP)
end

---Marks a map whose integer keys came in this order. PHP sends a list with
---holes this way, and Lua tables do not keep the order of their keys.
---@generic T: table
---@param entries T
---@param order any[]
---@return T
function _M.ordered_map(entries, order)
    return setmetatable(entries, { __jsontype = "object", order = order })
end

---True for null, ours or that of the C library cjson.
---@param value any
---@return boolean
function _M.is_null(value)
    if value == null or value == nil then
        return true
    end
    if type(value) ~= "userdata" then
        return false
    end
    local cjson = package.loaded["cjson"] or package.loaded["cjson.safe"]
    return type(cjson) == "table" and value == cjson.null
end

---"array" or "object" when the table is marked, else nil. Marks of dkjson and
---of OpenResty's cjson count as well.
---@param value table
---@return string? kind
---@return any[]? order of the keys of a map, when it is known
function _M.marker(value)
    local meta = getmetatable(value)
    if type(meta) ~= "table" then
        return nil
    end
    if meta.__jsontype then
        return meta.__jsontype, meta.order
    end
    local cjson = package.loaded["cjson"] or package.loaded["cjson.safe"]
    if type(cjson) == "table" and (meta == cjson.array_mt or meta == cjson.empty_array_mt) then
        return "array"
    end
    return nil
end

-- Keys of a sequence mostly come in order; this runs when they do not.
local function unordered_length(value)
    local count, largest = 0, 0
    for key in next, value do
        if type(key) ~= "number" or key < 1 or floor(key) ~= key then
            return nil, "not a list"
        end
        count = count + 1
        if key > largest then
            largest = key
        end
    end
    if count == largest then
        return count
    end
    for index = 1, largest do
        if value[index] == nil then
            return nil, "hole", index
        end
    end
end

---The number of elements when the keys are exactly 1 to n. The length operator
---alone may stop at any hole and does not see other keys.
---@param value table
---@return integer? count
---@return string? problem "hole" or "not a list"
---@return integer? index of the first hole
function _M.sequence_length(value)
    local count = 0
    for key in next, value do
        count = count + 1
        if key ~= count then
            return unordered_length(value)
        end
    end
    return count
end

return _M

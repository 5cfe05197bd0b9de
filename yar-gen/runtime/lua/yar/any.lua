-- Writing values whose type no contract tells: the Lua value decides. Works
-- on any writer; refuses whatever would arrive as something else.

local integers = require("yar.integers")
local problems = require("yar.problem")
local values = require("yar.values")

local math_type, next, type = math.type, next, type
local is_null, marker, sequence_length = values.is_null, values.marker, values.sequence_length
local is_cdata = integers.is_cdata
local inside, new_problem = problems.inside, problems.new

local _M = {}

---Containers may be nested this deep, the two of the request counted.
_M.MAX_DEPTH = 512

local MAX_DEPTH = _M.MAX_DEPTH
local SAFE = 9007199254740992

local write

local function write_number(out, value)
    if math_type then
        if math_type(value) == "integer" then
            return out.integer(value)
        end
    elseif value % 1 == 0 and value >= -SAFE and value <= SAFE and (value ~= 0 or 1 / value > 0) then
        return out.integer(value)
    end
    return out.float(value)
end

local function write_list(out, buffer, at, items, count, depth)
    local separator = out.separator
    at = at + 1
    buffer[at] = out.list_open(count)
    for index = 1, count do
        if separator and index > 1 then
            at = at + 1
            buffer[at] = separator
        end
        local written, problem = write(out, buffer, at, items[index], depth)
        if not written then
            return nil, inside(problem, index)
        end
        at = written
    end
    if out.list_close then
        at = at + 1
        buffer[at] = out.list_close
    end
    return at
end

local function key_piece(out, key)
    if type(key) == "string" then
        return out.key(key)
    end
    local fitting = integers.fit(key, integers.kinds.i64)
    if type(key) == "number" and fitting then
        return out.integer_key(fitting)
    end
    return nil, "a map key must be a string or an integer, not a " .. type(key)
end

local function write_map(out, buffer, at, entries, depth)
    local separator = out.separator
    local opening, count = at + 1, 0
    at = opening
    for key, value in next, entries do
        local piece, text = key_piece(out, key)
        if not piece then
            return nil, inside(new_problem(text), key)
        end
        if separator and count > 0 then
            at = at + 1
            buffer[at] = separator
        end
        count = count + 1
        at = at + 1
        buffer[at] = piece
        local written, problem = write(out, buffer, at, value, depth)
        if not written then
            return nil, inside(problem, key)
        end
        at = written
    end
    buffer[opening] = out.map_open(count)
    if out.map_close then
        at = at + 1
        buffer[at] = out.map_close
    end
    return at
end

local function only_string_keys(entries)
    for key in next, entries do
        if type(key) ~= "string" then
            return false
        end
    end
    return true
end

local function write_table(out, buffer, at, value, depth)
    if depth >= MAX_DEPTH then
        return nil, new_problem("nested deeper than " .. MAX_DEPTH .. " levels, or in itself")
    end
    local kind = marker(value)
    if kind == "object" then
        return write_map(out, buffer, at, value, depth + 1)
    end
    local count, why, hole = sequence_length(value)
    if count then
        return write_list(out, buffer, at, value, count, depth + 1)
    end
    if why == "hole" then
        return nil, new_problem("a list with a hole at " .. hole .. "; yar.null and yar.array(list, count) fill holes")
    end
    if kind == "array" then
        return nil, new_problem("marked as a list but has other keys than 1 to n")
    end
    if not only_string_keys(value) then
        return nil, new_problem("neither a list nor a map with string keys; use yar.map(table) for other keys")
    end
    return write_map(out, buffer, at, value, depth + 1)
end

---Appends the pieces of a value to a buffer.
---@param out yar.Writer
---@param buffer string[]
---@param at integer last used index of the buffer
---@param value any
---@param depth integer containers around the value
---@return integer? at last used index afterwards
---@return yar.Problem? problem
function _M.write(out, buffer, at, value, depth)
    local kind = type(value)
    local piece, text
    if kind == "string" then
        piece, text = out.string(value)
    elseif kind == "number" then
        piece, text = write_number(out, value)
    elseif kind == "boolean" then
        piece = value and out.yes or out.no
    elseif is_null(value) then
        piece = out.null
    elseif kind == "table" then
        return write_table(out, buffer, at, value, depth)
    elseif is_cdata(value) then
        piece = out.integer(value)
    else
        text = "a " .. kind .. " cannot travel"
    end
    if not piece then
        return nil, new_problem(text)
    end
    buffer[at + 1] = piece
    return at + 1
end

write = _M.write

return _M

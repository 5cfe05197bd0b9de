-- The known name that someone may have meant. Runs only when a call fails.

local byte, lower, max, min = string.byte, string.lower, math.max, math.min

local _M = {}

-- How many letters must be put in, left out or replaced.
local function distance(left, right)
    local row = {}
    for column = 0, #right do
        row[column] = column
    end
    for line = 1, #left do
        local diagonal = row[0]
        row[0] = line
        for column = 1, #right do
            local replaced = diagonal + (byte(left, line) == byte(right, column) and 0 or 1)
            diagonal = row[column]
            row[column] = min(replaced, diagonal + 1, row[column - 1] + 1)
        end
    end
    return row[#right]
end

---The nearest of some names, unless all are far away.
---@param name string
---@param known string[]
---@return string?
function _M.nearest(name, known)
    local best, least = nil, max(1, (#name - #name % 3) / 3) + 1
    for index = 1, #known do
        -- Long names are not worth the time.
        if #name <= 100 and #known[index] <= 100 then
            local far = distance(lower(name), lower(known[index]))
            if far < least then
                best, least = known[index], far
            end
        end
    end
    return best
end

---What to add to a message: `; did you mean 'name'?`, or nothing.
---@param name any
---@param known string[]
---@return string
function _M.hint(name, known)
    local nearest = type(name) == "string" and _M.nearest(name, known)
    return nearest and "; did you mean '" .. nearest .. "'?" or ""
end

return _M

-- A test runner small enough for every interpreter: groups of named cases,
-- comparison of values in depth, one closing line.

local _M = { passed = 0, failed = 0 }

---True when both are the same, tables by their contents.
local function same(left, right)
    if type(left) ~= "table" or type(right) ~= "table" then
        return left == right or (left ~= left and right ~= right)
    end
    for key, value in pairs(left) do
        if not same(value, right[key]) then
            return false
        end
    end
    for key in pairs(right) do
        if left[key] == nil then
            return false
        end
    end
    return true
end
_M.same = same

local function show(value)
    if type(value) == "string" then
        return ("%q"):format(value)
    elseif type(value) ~= "table" or getmetatable(value) and getmetatable(value).__tostring then
        return tostring(value)
    end
    local parts = {}
    for key, element in pairs(value) do
        parts[#parts + 1] = "[" .. show(key) .. "] = " .. show(element)
    end
    return "{ " .. table.concat(parts, ", ") .. " }"
end
_M.show = show

function _M.equal(actual, wanted, what)
    if not same(actual, wanted) then
        error((what and what .. ": " or "") .. "expected " .. show(wanted) .. ", got " .. show(actual), 2)
    end
end

---Fails unless the text has a part.
function _M.has(text, part)
    if not tostring(text):find(part, 1, true) then
        error("expected " .. show(part) .. " in " .. show(tostring(text)), 2)
    end
end

---Fails unless a call returned nil and an error of this kind with this text.
function _M.fails(kind, part, value, err)
    if value ~= nil or type(err) ~= "table" then
        error("expected an error of kind " .. kind .. ", got " .. show(value) .. " and " .. show(err), 2)
    end
    if err.kind ~= kind or not err.message:find(part, 1, true) then
        error("expected the kind " .. kind .. " with " .. show(part) .. ", got " .. tostring(err), 2)
    end
end

function _M.case(name, body)
    local ok, problem = xpcall(body, function(what)
        return debug.traceback(tostring(what), 2)
    end)
    if ok then
        _M.passed = _M.passed + 1
    else
        _M.failed = _M.failed + 1
        print("FAILED " .. name .. "\n  " .. problem:gsub("\n", "\n  "))
    end
end

---Prints the closing line and ends the process.
function _M.finish()
    print(("%d passed, %d failed"):format(_M.passed, _M.failed))
    os.exit(_M.failed == 0 and _M.passed > 0 and 0 or 1)
end

function _M.bytes_of_hex(hex)
    return (hex:gsub("%x%x", function(digits)
        return string.char(tonumber(digits, 16))
    end))
end

function _M.hex_of_bytes(bytes)
    return (bytes:gsub(".", function(byte)
        return ("%02x"):format(byte:byte())
    end))
end

return _M

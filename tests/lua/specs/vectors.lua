-- Every JSON and MSGPACK body recorded from the real programs decodes to the
-- value noted beside it, and what does not decode there does not decode here.
local harness = require("harness")
local integers = require("yar.integers")
local packagers = require("yar.packagers")
local peer = require("peer")
local reader = require("yar.json.reader")
local yar = require("yar")

local case, equal = harness.case, harness.equal

-- Stricter than PHP on purpose: what no JSON writer may send, or no double holds.
local REFUSED = { ["http-hand-json-lone-surrogate"] = true, ["http-hand-json-1e400"] = true }

local FLOATS = { nan = 0 / 0, inf = 1 / 0, ["-inf"] = -1 / 0 }

local matches

local function matches_key(map, key)
    if type(key) == "table" and key ~= yar.null then
        key = harness.bytes_of_hex(key["$bin"] or key["$msgpack_bin"])
    end
    return map[key]
end

local function matches_pairs(actual, list)
    if type(actual) ~= "table" or actual == yar.null then
        return false
    end
    local last, count = {}, 0
    for _, pair in ipairs(list) do
        -- The class name of a PHP object has a nil key and is dropped.
        if pair[1] ~= yar.null then
            local name = harness.show(pair[1])
            count = count + (last[name] and 0 or 1)
            last[name] = pair
        end
    end
    for _, pair in pairs(last) do
        if not matches(matches_key(actual, pair[1]), pair[2]) then
            return false
        end
    end
    for _ in pairs(actual) do
        count = count - 1
    end
    return count == 0
end

function matches(actual, tagged)
    if type(tagged) ~= "table" or tagged == yar.null then
        return actual == tagged
    elseif tagged["$int"] then
        return actual ~= nil and integers.text(actual) == tagged["$int"]
    elseif tagged["$f64"] then
        local wanted = FLOATS[tagged["$f64"]] or tonumber(tagged["$f64"])
        return type(actual) == "number" and (actual == wanted or (actual ~= actual and wanted ~= wanted))
    elseif tagged["$bin"] or tagged["$msgpack_bin"] then
        return actual == harness.bytes_of_hex(tagged["$bin"] or tagged["$msgpack_bin"])
    elseif tagged["$map"] then
        return matches_pairs(actual, tagged["$map"])
    end
    local list = {}
    for key, value in pairs(tagged) do
        list[#list + 1] = { key, value }
    end
    return matches_pairs(actual, list)
end

local function check_body(name, packager, body, value)
    local decoded, problem = packagers.by_name(packager).decode(body)
    if REFUSED[name] or (type(value) == "table" and value["$undecodable"]) then
        equal(decoded, nil, name)
    elseif type(value) == "table" and value["$deep"] then
        -- 512 levels in all in JSON, 1025 in MSGPACK.
        equal(decoded ~= nil, packager == "JSON", name)
    else
        equal(problem, nil, name)
        if not matches(decoded, value) then
            error(name .. ": got " .. harness.show(decoded))
        end
    end
end

local function check(entry)
    local bytes = harness.bytes_of_hex(entry.hex)
    local length = #bytes >= 90 and peer.number(bytes, 79) or 0
    local parts = { bytes }
    -- Some entries are several frames in one piece, and so is their value.
    while bytes:sub(82 + length + 7, 82 + length + 10) == "\128\223\236\96" do
        parts[#parts] = bytes:sub(1, 82 + length)
        bytes = bytes:sub(82 + length + 1)
        parts[#parts + 1] = bytes
    end
    for index, part in ipairs(parts) do
        -- Both layouts have 90 bytes before the body.
        check_body(entry.name, entry.packager, part:sub(91), #parts > 1 and entry.value[index] or entry.value)
    end
end

for _, name in ipairs({
    "lua-yar-client-http", "lua-yar-client-tcp", "lua-yar-server-http", "lua-yar-server-tcp", "php-client-http",
    "php-client-tcp", "php-server-http", "yar-c-client-tcp", "yar-c-server-tcp",
}) do
    local path = harness.root .. "/tests/vectors/" .. name .. ".json"
    local count = 0
    case("vectors can be read: " .. name, function()
        local file = assert(io.open(path, "rb"))
        local content = file:read("*a")
        file:close()
        -- The file notes the value of a lone surrogate as one.
        content = content:gsub('"\\ud83d"', '"?"')
        for _, entry in ipairs(assert(reader.decode(content)).entries) do
            if entry.packager == "JSON" or entry.packager == "MSGPACK" then
                count = count + 1
                case("vector " .. entry.name, function()
                    check(entry)
                end)
            end
        end
    end)
    case("vectors were checked: " .. name, function()
        equal(count > 20, true, "only " .. count)
    end)
end

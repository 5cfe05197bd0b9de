-- Request ids: non-zero 32-bit numbers. Seeded at the first call and not when
-- loaded, so that processes forked after loading do not share a sequence.

local byte, floor, tonumber, tostring = string.byte, math.floor, tonumber, tostring

local _M = {}

-- Lua 5.1 hashes a long string by a few of its bytes: frames whose ids differ
-- only in the last byte would meet in one bucket. A large odd step changes all
-- bytes and still visits every number.
local STEP = 2654435761
local RANGE = 4294967296
local last

local function random_word()
    local opened, source = pcall(function()
        return io.open("/dev/urandom", "rb")
    end)
    local bytes = opened and source and source:read(4)
    if opened and source then
        source:close()
    end
    if bytes and #bytes == 4 then
        local first, second, third, fourth = byte(bytes, 1, 4)
        return ((first * 256 + second) * 256 + third) * 256 + fourth
    end
    local address = tonumber((tostring({}):match("0x(%x+)")) or "0", 16) or 0
    return (os.time() * 1000003 + floor(os.clock() * 1000000) * 7919 + address) % RANGE
end

local function process_number()
    local ngx = rawget(_G, "ngx")
    return type(ngx) == "table" and ngx.worker and ngx.worker.pid() or 0
end

---@return integer
function _M.next()
    last = last or floor((random_word() + process_number() * 40503) % RANGE)
    last = (last + STEP) % RANGE
    if last == 0 then
        last = STEP
    end
    return last
end

return _M

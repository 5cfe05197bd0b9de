-- The other end of a call, for tests: takes requests apart and makes replies,
-- right ones and wrong ones.

local any = require("yar.any")
local packagers = require("yar.packagers")

local _M = {}

local function word(value)
    return string.char(
        math.floor(value / 16777216) % 256, math.floor(value / 65536) % 256, math.floor(value / 256) % 256, value % 256)
end
_M.word = word

function _M.number(bytes, at)
    local a, b, c, d = bytes:byte(at, at + 3)
    return ((a * 256 + b) * 256 + c) * 256 + d
end

---Bytes of any value in a packager.
function _M.pack(name, value)
    local buffer = {}
    local at, problem = any.write(packagers.by_name(name).out, buffer, 0, value, 0)
    assert(at, problem and problem.path .. problem.text)
    return table.concat(buffer, "", 1, at)
end

function _M.unpack(name, bytes)
    return packagers.by_name(name).decode(bytes)
end

---A request frame, taken apart and checked against the wire.
function _M.open(request)
    assert(#request >= 90, "a frame has at least 90 bytes")
    assert(request:sub(5, 6) == "\0\0", "the version is 0")
    assert(request:sub(7, 10) == "\128\223\236\96", "magic number")
    assert(_M.number(request, 79) == #request - 82, "the length counts the packager name")
    local packager, name = packagers.by_field(request:sub(83, 90))
    local body = assert(packager, name).decode(request:sub(91))
    return {
        id = _M.number(request, 1),
        keep = _M.number(request, 11),
        provider = request:sub(15, 46),
        token = request:sub(47, 78),
        packager = name,
        field = request:sub(83, 90),
        bytes = request:sub(91),
        body = body,
    }
end

---A reply frame around body bytes.
function _M.frame(id, field, bytes, length)
    return word(id) .. "\0\0\128\223\236\96\0\0\0\0" .. ("\0"):rep(64)
        .. word(length or #bytes + 8) .. field .. bytes
end

---A reply frame to a request with these fields of the body besides the id.
function _M.reply(request, fields)
    local opened = _M.open(request)
    fields.i = fields.i or opened.id
    fields.s = fields.s or 0
    return _M.frame(opened.id, opened.field, _M.pack(opened.packager, fields))
end

return _M

-- Reading an HTTP/1.x reply from a connection: status line, headers, and a
-- body by length, in chunks or up to the end. Every length is checked before
-- anything is read for it. Knows nothing of Yar.

local errors = require("yar.errors")
local text = require("yar.text")

local concat, find, gmatch, lower, match, tonumber =
    table.concat, string.find, string.gmatch, string.lower, string.match, tonumber

local MAX_LINE, MAX_HEADERS = 8192, 100

local function protocol(what)
    return errors.protocol("bad HTTP reply: " .. what)
end

local function read_status(connection)
    local line, err = connection:read_line(MAX_LINE)
    if not line then
        return nil, nil, err
    end
    local minor, status = match(line, "^HTTP/1%.(%d) (%d%d%d)")
    if not minor or not (find(line, "^HTTP/1%.%d %d%d%d ") or #line == 12) then
        return nil, nil, protocol("it begins with '" .. text.excerpt(line, 40) .. "'")
    end
    return tonumber(status), tonumber(minor)
end

-- Names in lower case; repeated ones are joined by commas, as HTTP allows.
local function read_headers(connection)
    local headers = {}
    for _ = 1, MAX_HEADERS + 1 do
        local line, err = connection:read_line(MAX_LINE)
        if not line then
            return nil, err
        elseif line == "" then
            return headers
        end
        local name, value = match(line, "^([^%s:]+):[ \t]*(.*)$")
        if not name then
            return nil, protocol("header line '" .. text.excerpt(line, 40) .. "'")
        end
        -- One pattern for both ends would take quadratic time on blanks.
        name, value = lower(name), match(value, "^(.*[^ \t])") or ""
        headers[name] = headers[name] and headers[name] .. ", " .. value or value
    end
    return nil, protocol(("more than %d header lines"):format(MAX_HEADERS))
end

local function read_chunk_size(connection, room)
    local line, err = connection:read_line(MAX_LINE)
    if not line then
        return nil, err
    end
    local digits = match(line, "^(%x+)[ \t]*$") or match(line, "^(%x+)[ \t]*;")
    if not digits then
        return nil, protocol("chunk size '" .. text.excerpt(line, 20) .. "'")
    end
    digits = match(digits, "^0*(%x+)$")
    local size = #digits <= 8 and tonumber(digits, 16)
    if not size or size > room then
        return nil, protocol("a chunk above the limit of the reply")
    end
    return size
end

local function read_chunks(connection, limit)
    local pieces, room = {}, limit
    while true do
        local size, err = read_chunk_size(connection, room)
        if not size then
            return nil, err
        elseif size == 0 then
            local trailers
            trailers, err = read_headers(connection)
            return trailers and concat(pieces), err
        end
        local piece, line
        piece, err = connection:read(size)
        if piece then
            line, err = connection:read_line(2)
        end
        if not line then
            return nil, err
        elseif line ~= "" then
            return nil, protocol("a chunk is longer than its size")
        end
        room = room - size
        pieces[#pieces + 1] = piece
    end
end

local function content_length(value, limit)
    if #value > 200 then
        return nil, protocol("content length '" .. text.excerpt(value, 40) .. "...'")
    end
    local length
    for digits in gmatch(value .. ",", "[ \t]*([^,]-)[ \t]*,") do
        if not find(digits, "^%d+$") or (length and length ~= digits) then
            return nil, protocol("content length '" .. text.excerpt(value, 40) .. "'")
        end
        length = digits
    end
    length = tonumber(length)
    if not length or length > limit then
        return nil, protocol(("%s bytes, the limit is %.0f"):format(text.excerpt(value, 20), limit))
    end
    return length
end

---Whether the peer leaves the connection open; never after a body that only
---the end of the connection ends.
local function stays_open(headers, minor, delimited)
    local connection = "," .. lower(headers["connection"] or ""):gsub("[ \t]", "") .. ","
    if find(connection, ",close,", 1, true) or not delimited then
        return false
    end
    return minor >= 1 or find(connection, ",keep-alive,", 1, true) ~= nil
end

local function read_body(connection, headers, minor, limit)
    local coding, length = headers["transfer-encoding"], headers["content-length"]
    if coding then
        if lower(coding) ~= "chunked" then
            return nil, nil, protocol("transfer encoding '" .. text.excerpt(coding, 40) .. "'")
        end
        local body, err = read_chunks(connection, limit)
        -- A length beside chunks is a sign of a confused middleman.
        return body, stays_open(headers, minor, not length), err
    elseif length then
        local size, err = content_length(length, limit)
        local body
        if size then
            body, err = connection:read(size)
        end
        return body, stays_open(headers, minor, true), err
    end
    local body, err = connection:read_all(limit)
    return body, false, err
end

local _M = {}

---@param connection table
---@param limit integer largest body
---@return integer? status
---@return string? body
---@return boolean? open true when the connection can take another request
---@return yar.Error? err
---@return table<string, string>? headers by names in lower case
function _M.read(connection, limit)
    for _ = 1, 10 do
        local status, minor, err = read_status(connection)
        if not status then
            return nil, nil, nil, err
        end
        local headers
        headers, err = read_headers(connection)
        if not headers then
            return nil, nil, nil, err
        end
        if status == 204 or status == 304 then
            return status, "", stays_open(headers, minor, true), nil, headers
        elseif status == 101 or status >= 200 then
            local body, open
            body, open, err = read_body(connection, headers, minor, limit)
            return body and status, body, open, err, headers
        end
    end
    return nil, nil, nil, protocol("nothing but interim replies")
end

return _M

local calendar = require("yar.calendar")
local harness = require("harness")
local integers = require("yar.integers")
local packagers = require("yar.packagers")
local types = require("yar.types")
local yar = require("yar")

local case, equal, has = harness.case, harness.equal, harness.has
local JSON, MSGPACK = packagers.by_name("JSON"), packagers.by_name("MSGPACK")

local function write(kind, value, packager)
    local buffer = {}
    local at, problem = kind:write(packager or JSON, buffer, 0, value, 0)
    return at and table.concat(buffer, "", 1, at), problem and problem.text
end

local function read(kind, value)
    local result, problem = kind:read(JSON, value)
    return result, problem and problem.text
end

local function refuses(part, value, problem)
    equal(value, nil)
    has(problem, part)
end

case("moments and their text", function()
    for text, millis in pairs({
        ["1970-01-01T00:00:00Z"] = 0,
        ["2026-11-30T12:00:00.5Z"] = 1796040000500,
        ["1969-12-31T23:59:59.999Z"] = -1,
        ["2000-02-29T00:00:00Z"] = 951782400000,
        ["1900-03-01T00:00:00.01Z"] = -2203891199990,
        ["0000-01-01T00:00:00Z"] = calendar.MIN_MILLIS,
        ["9999-12-31T23:59:59.999Z"] = calendar.MAX_MILLIS,
    }) do
        equal(calendar.text(millis), text)
        equal(calendar.parse(text), millis, text)
    end
    equal(calendar.parse("2026-11-30T14:30:00.123456789+02:30"), 1796040000123)
    equal(calendar.parse("2026-11-30t07:00:00-05:00"), 1796040000000)
    equal(calendar.parse("2026-06-30T23:59:60Z"), calendar.parse("2026-07-01T00:00:00Z"))
    for _, text in ipairs({
        "", "2026-11-30", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-31T00:00:00Z",
        "2026-11-30T24:00:00Z", "2026-11-30T12:60:00Z", "2026-11-30T12:00:61Z", "2026-11-30T12:00:00",
        "2026-11-30T12:00:00.Z", "2026-11-30T12:00:00.1234567890Z", "2026-11-30T12:00:00+24:00",
        "2026-11-30T12:00:00+0100", "x2026-11-30T12:00:00Z", "2026-00-10T00:00:00Z", "2026-01-00T00:00:00Z",
    }) do
        equal(calendar.parse(text), nil, text)
    end
end)

case("every day there is", function()
    local day, seen = calendar.MIN_MILLIS, {}
    for _ = 1, 2000 do
        local text = calendar.text(day)
        equal(calendar.is_date(text:sub(1, 10)), true, text)
        equal(calendar.parse(text), day, text)
        equal(seen[text], nil)
        seen[text] = true
        day = day + 86400000 * 1801
    end
end)

case("a timestamp is milliseconds, however it travels", function()
    equal(write(types.timestamp, 1796040000500), "1796040000500")
    equal(write(types.timestamp, 5, MSGPACK), "\5")
    equal(write(types.rfc3339, 1796040000500), '"2026-11-30T12:00:00.5Z"')
    equal(write(types.rfc3339, -1), '"1969-12-31T23:59:59.999Z"')
    for _, kind in ipairs({ types.timestamp, types.rfc3339 }) do
        equal(read(kind, 1796040000500), 1796040000500)
        equal(read(kind, 1796040000500.0), 1796040000500)
        equal(read(kind, "1796040000500"), 1796040000500)
        equal(read(kind, "2026-11-30T12:00:00.5Z"), 1796040000500)
        if math.type then
            equal(math.type(read(kind, "2026-11-30T12:00:00.5Z")), "integer")
        end
        refuses("expected timestamp", read(kind, 1.5))
        refuses('got string "yesterday"', read(kind, "yesterday"))
        refuses("expected timestamp", read(kind, yar.null))
        refuses("a date object of PHP", read(kind, { date = "x", timezone_type = 3, timezone = "UTC" }))
        refuses("expected timestamp", write(kind, 1.5))
        refuses("expected timestamp", write(kind, "2026-11-30T12:00:00Z"))
    end
    refuses("in the years 0000 to 9999", write(types.rfc3339, 253402300800000))
    refuses("in the years 0000 to 9999", write(types.rfc3339, -62167219200001))
    equal(integers.text(read(types.timestamp, "-9223372036854775808")), "-9223372036854775808")
end)

case("dates are days that exist", function()
    equal(write(types.date, "2024-02-29"), '"2024-02-29"')
    equal(read(types.date, "2026-11-30"), "2026-11-30")
    for _, text in ipairs({ "2023-02-29", "2026-1-1", "2026-11-31", "30.11.2026", "2026-11-30T00:00:00Z" }) do
        refuses("expected date (YYYY-MM-DD)", write(types.date, text))
        refuses("expected date (YYYY-MM-DD)", read(types.date, text))
    end
    refuses("got number", read(types.date, 20261130))
end)

case("durations are milliseconds and never negative", function()
    equal(write(types.duration, 1500), "1500")
    equal(read(types.duration, "1500"), 1500)
    equal(read(types.duration, 1500.0), 1500)
    refuses("expected duration (milliseconds, 0 or more)", write(types.duration, -1))
    refuses("expected duration", write(types.duration, 1.5))
    refuses("expected duration", read(types.duration, -1))
    refuses("expected duration", read(types.duration, "18446744073709551615"))
end)

-- Unions, closed enums, fields that may be missing, and integers as text.
local harness = require("harness")
local packagers = require("yar.packagers")
local yar = require("yar")

local case, equal, has = harness.case, harness.equal, harness.has
local types = yar.types
local JSON, MSGPACK = packagers.by_name("JSON"), packagers.by_name("MSGPACK")

local function write(kind, value, packager)
    local buffer = {}
    local at, problem = kind:write(packager or JSON, buffer, 0, value, 0)
    return at and table.concat(buffer, "", 1, at), problem and problem.path .. ": " .. problem.text
end

local function read(kind, value, packager)
    local result, problem = kind:read(packager or JSON, value)
    return result, problem and problem.path .. ": " .. problem.text
end

local function read_text(kind, text)
    return read(kind, JSON.decode(text))
end

local function refuses(part, value, problem)
    equal(value, nil)
    has(problem, part)
end

local circle = types.struct("Circle")
circle:define({ { "radius", types.f64 } })
local shape = types.union("Shape")
shape:define({ { "circle", circle }, { "square", types.nullable(types.i8), wire = "box" }, { "point" } })

case("a union is a table with one key", function()
    equal(write(shape, { circle = { radius = 1 } }), '{"circle":{"radius":1.0}}')
    equal(write(shape, { square = 5 }), '{"box":5}')
    equal(write(shape, { square = 5 }, MSGPACK), "\129\163box\5")
    equal(write(shape, { square = yar.null }), '{"box":null}')
    equal(write(shape, { point = yar.null }), '{"point":null}')
    equal(write(shape, { point = true }), '{"point":null}')
    equal(read_text(shape, '{"circle":{"radius":1}}'), { circle = { radius = 1 } })
    equal(read_text(shape, '{"box":7}'), { square = 7 })
    equal(read_text(shape, '{"box":null}'), { square = yar.null })
    equal(read_text(shape, '{"point":null}'), { point = yar.null })
    equal(read_text(shape, '{"point":[]}'), { point = yar.null })
end)

case("two keys or none are no union", function()
    refuses("expected one key of Shape (circle, square, point), got none", write(shape, {}))
    refuses("expected one key of Shape (circle, square, point), got 2", write(shape, { square = 1, point = true }))
    refuses("got none", read_text(shape, "{}"))
    refuses("(circle, square, point), got 2", read_text(shape, '{"box":1,"point":null}'))
    refuses("expected Shape, got number 5", write(shape, 5))
    refuses("expected Shape, got null", write(shape, yar.null))
    refuses('expected Shape, got string "circle"', read(shape, "circle"))
    refuses("expected the name of a case of Shape", read(shape, { 5 }))
    refuses("no such case in Shape", write(shape, { 5 }))
    refuses(".circle.radius: expected f64", write(shape, { circle = {} }))
    refuses(".point: expected yar.null or true", write(shape, { point = {} }))
    refuses(".circle.radius: expected f64, got nothing", read_text(shape, '{"circle":{}}'))
end)

case("an unknown case is kept", function()
    local text = '{"hexagon":{"side":[1,null,{}]}}'
    equal(write(shape, read_text(shape, text)), text)
    equal(write(shape, read_text(shape, '{"dot":null}')), '{"dot":null}')
    -- Lua calls another case so.
    refuses("no such case in Shape", read_text(shape, '{"square":1}'))
end)

local tagged = types.union("Event")
local opened = types.struct("Opened")
tagged:define({ { "opened", opened, wire = "open" }, { "closed" } }, "kind")
opened:define({ { "by", types.string }, { "at", types.i32, optional = true } })

case("a tag holds the name of the case", function()
    equal(write(tagged, { opened = { by = "me" } }), '{"kind":"open","by":"me"}')
    equal(write(tagged, { opened = { by = "me", at = 5 } }, MSGPACK), "\131\164kind\164open\162by\162me\162at\5")
    equal(write(tagged, { closed = yar.null }), '{"kind":"closed"}')
    equal(write(tagged, { closed = true }), '{"kind":"closed"}')
    equal(read_text(tagged, '{"by":"me","kind":"open"}'), { opened = { by = "me" } })
    equal(read_text(tagged, '{"kind":"closed"}'), { closed = yar.null })
    refuses(".opened.by: expected string, got nil", write(tagged, { opened = {} }))
    refuses(".opened.bye: no such field in Opened; did you mean 'by'?",
        write(tagged, { opened = { by = "x", bye = 1 } }))
    refuses(".closed.x: no such field", write(tagged, { closed = { x = 1 } }))
    refuses("no such case in Event (opened, closed); did you mean 'opened'?", write(tagged, { openend = { by = "x" } }))
    refuses(".kind: expected the name of a case of Event, got nil", read_text(tagged, '{"by":"me"}'))
    refuses(".kind: expected the name of a case of Event, got number 5", read_text(tagged, '{"kind":5}'))
    refuses(".opened.by: expected string", read_text(tagged, '{"kind":"open"}'))
end)

case("an unknown case with a tag is kept as the whole map", function()
    local value = read_text(tagged, '{"kind":"moved","to":"there"}')
    equal(value, { moved = { kind = "moved", to = "there" } })
    equal(read_text(tagged, write(tagged, value)), value)
end)

case("closed enums have no other values", function()
    local op = types.closed("Op", types.string, { "add", "subtract" })
    equal(write(op, "add"), '"add"')
    equal(read(op, "subtract"), "subtract")
    refuses('expected Op ("add", "subtract"), got string "pow"', write(op, "pow"))
    refuses('expected Op ("add", "subtract"), got string "pow"', read(op, "pow"))
    refuses('expected Op ("add", "subtract"), got number 1', read(op, 1))
    local level = types.closed("Level", types.i32, { 0, 10 })
    equal(write(level, 10), "10")
    equal(read(level, "10"), 10)
    equal(read(level, 10.0), 10)
    refuses("expected Level (0, 10), got number 5", write(level, 5))
    refuses("expected Level (0, 10), got number 5", read(level, 5))
    local big = types.closed("Big", types.u64, { yar.integer("18446744073709551615") })
    equal(write(big, yar.integer("18446744073709551615")), '"18446744073709551615"')
    refuses("expected Big (18446744073709551615), got number 1", write(big, 1))
    local many = {}
    for index = 1, 1000 do
        many[index] = index
    end
    refuses("19, 20, ...), got number 0", write(types.closed("Many", types.i32, many), 0))
end)

case("closed enums as keys", function()
    local by_op = types.map(types.closed("Op", types.string, { "add" }), types.i8)
    equal(write(by_op, { add = 1 }), '{"add":1}')
    refuses('.pow: expected Op ("add") as key, got string "pow"', write(by_op, { pow = 1 }))
    refuses('.pow: expected Op ("add") as key', read(by_op, { pow = 1 }))
    local by_level = types.map(types.closed("Level", types.i32, { 0, 10 }), types.i8)
    equal(read(by_level, JSON.decode('{"10":1}')), { [10] = 1 })
    refuses("[5]: expected Level (0, 10) as key", write(by_level, { [5] = 1 }))
end)

case("64-bit integers as text on every interpreter", function()
    equal(read(types.i64_text, 5), "5")
    equal(read(types.u64_text, "18446744073709551615"), "18446744073709551615")
    equal(write(types.i64_text, "5"), "5")
    equal(write(types.i64_text, 5), "5")
    refuses('expected i64, got string "x"', write(types.i64_text, "x"))
    refuses("expected u64", read(types.u64_text, -1))
    local ids = types.map(types.i64_text, types.list(types.u64_text))
    equal(read(ids, JSON.decode('{"7":[1]}')), { ["7"] = { "1" } })
    equal(write(ids, { ["7"] = { "1" } }), '{"7":[1]}')
    equal(write(ids, { [7] = { 1 } }, MSGPACK), "\129\7\145\1")
end)

local term = types.struct("Term")
term:define({
    { "value", types.i8 },
    { "op", types.string, default = "add" },
    { "loud", types.bool, default = false, wire = "isLoud" },
    { "tags", types.list(types.string), default = function()
        return { "x" }
    end },
    { "note", types.string, optional = true },
    { "state", types.nullable(types.i8), optional = true },
    { "limit", types.nullable(types.i8), default = 5 },
})

case("writers write defaults and leave out what may be left out", function()
    equal(write(term, { value = 1 }), '{"value":1,"op":"add","isLoud":false,"tags":["x"],"limit":5}')
    equal(write(term, { value = 1, op = "mul", loud = true, tags = {}, note = "n", state = 2, limit = yar.null }),
        '{"value":1,"op":"mul","isLoud":true,"tags":[],"note":"n","state":2,"limit":null}')
    equal(write(term, { value = 1, op = yar.null, note = yar.null, state = yar.null, tags = { "a" } }),
        '{"value":1,"op":"add","isLoud":false,"tags":["a"],"state":null,"limit":5}')
    refuses(".note: expected string, got number 5", write(term, { value = 1, note = 5 }))
    refuses(".value: expected i8, got nil", write(term, {}))
    local rare = types.struct("Rare")
    rare:define({ { "a", types.i8, optional = true } })
    equal(write(rare, {}), "{}")
    equal(write(rare, {}, MSGPACK), "\144")
    equal(write(rare, { a = 1 }, MSGPACK), "\129\161a\1")
end)

case("readers fill in defaults and know three states", function()
    equal(read_text(term, '{"value":1}'), { value = 1, op = "add", loud = false, tags = { "x" }, limit = 5 })
    equal(read_text(term, '{"value":1,"isLoud":true,"note":null,"state":null,"limit":null,"tags":[]}'),
        { value = 1, op = "add", loud = true, tags = {}, state = yar.null, limit = yar.null })
    equal(read_text(term, '{"value":1,"note":"n","state":2,"limit":3,"tags":[]}'),
        { value = 1, op = "add", loud = false, tags = {}, note = "n", state = 2, limit = 3 })
    refuses(".op: expected string, got null", read_text(term, '{"value":1,"op":null}'))
    refuses(".value: expected i8, got nothing", read_text(term, "{}"))
    local first, second = read_text(term, '{"value":1}'), read_text(term, '{"value":1}')
    first.tags[1] = "changed"
    equal(second.tags, { "x" })
end)

case("null of any type is a value unless the field may be left out", function()
    local loose = types.struct("Loose")
    loose:define({ { "must", types.any }, { "may", types.any, optional = true },
        { "filled", types.any, default = 5 }, { "three", types.nullable(types.any), optional = true } })
    local nulls = { must = yar.null, may = yar.null, filled = yar.null, three = yar.null }
    equal(write(loose, nulls), '{"must":null,"filled":null,"three":null}')
    equal(write(loose, {}), '{"must":null,"filled":5}')
    equal(write(loose, { may = false }), '{"must":null,"may":false,"filled":5}')
    local back = read_text(loose, '{"must":null,"may":null,"filled":null,"three":null}')
    equal(back, { must = yar.null, filled = yar.null, three = yar.null })
end)

case("only one of two optional fields is sent", function()
    local patch = types.struct("Patch")
    patch:define({ { "a", types.nullable(types.i32), optional = true },
        { "b", types.nullable(types.i32), optional = true } })
    equal(write(patch, { a = yar.null }), '{"a":null}')
    equal(write(patch, { b = yar.null }), '{"b":null}')
    equal(read_text(patch, '{"a":null}'), { a = yar.null })
end)

case("a field that does not exist is never dropped silently", function()
    refuses(".nots: no such field in Term; did you mean 'note'?", write(term, { value = 1, nots = "x" }))
    refuses(".whatever: no such field in Term", write(term, { value = 1, whatever = "x" }))
    refuses("[1]: no such field in Term", write(term, { value = 1, "x" }))
    refuses(".isLoud: no such field in Term", write(term, { value = 1, isLoud = true }))
    refuses(".radios: no such field in Circle; did you mean 'radius'?", write(circle, { radius = 1, radios = 2 }))
    -- What a reader passed over is no longer there.
    equal(write(circle, read_text(circle, '{"radius":1,"new":2}')), '{"radius":1.0}')
end)

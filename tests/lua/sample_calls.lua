-- The examples of the sample contracts as calls: what is sent, what a server
-- answers in JSON, and what comes of it in Lua. Used against a scripted peer
-- and against a real server.

local accounts = require("shop.accounts")
local legacy = require("legacy")
local metrics = require("metrics")
local orders = require("shop.orders")
local yar = require("yar")

local ANN = {
    id = 1, name = "Ann", role = "member", state = 1, created = 1796040000000, tags = {}, contact = { none = yar.null },
}
local EMPTY = { accounts = {}, total = 0 }

---What an error of the server looks like in JSON.
local function thrown(code, class, more)
    return ('{"message":"m","code":%d,"file":"","line":0,"_type":"%s"%s}'):format(code, class, more or "")
end

local HEALTH = {
    {
        wire = "ping", sent = "[]", reply = "null", gives = true,
        call = function(client)
            return client:ping()
        end,
    },
    {
        wire = "status", sent = "[]", reply = '["1.4.0","2026-11-30T12:00:00Z"]',
        gives = { n = 2, "1.4.0", 1796040000000 },
        call = function(client)
            return client:status()
        end,
    },
}

local ACCOUNTS = {
    {
        wire = "get", sent = "[1]", reply = '{"id":1,"name":"Ann","email":null,"created":"2026-11-30T12:00:00Z"}',
        gives = ANN,
        call = function(client)
            return client:get(1)
        end,
    },
    {
        wire = "get", sent = "[2]", fails = accounts.errors.NotFound, code = 1404,
        reply = thrown(1404, "NotFound", ',"data":{"id":2}'),
        call = function(client)
            return client:get(2)
        end,
    },
    {
        wire = "list", sent = '[{"limit":2}]', reply = '{"accounts":[],"next":null,"total":0}', gives = EMPTY,
        call = function(client)
            return client:list({ limit = 2 })
        end,
    },
    {
        wire = "list", sent = '[{"cursor":"b","limit":2},"ADMIN"]', reply = '{"accounts":[],"next":null,"total":0}',
        gives = EMPTY,
        call = function(client)
            return client:list({ cursor = "b", limit = 2 }, accounts.Role.admin)
        end,
    },
    {
        wire = "open", sent = '["Ann"]', reply = "1", gives = 1,
        call = function(client)
            return client:open("Ann")
        end,
    },
    {
        wire = "open", sent = '["Ann","ann@example.org","ADMIN"]', fails = accounts.errors.NameTaken, code = 1409,
        reply = thrown(1409, "NameTaken"),
        call = function(client)
            return client:open("Ann", "ann@example.org", accounts.Role.admin)
        end,
    },
    {
        wire = "change", sent = '[1,{"email":null}]', reply = "null", gives = true,
        call = function(client)
            return client:change(1, { email = yar.null })
        end,
    },
    {
        wire = "sign_in", sent = '["Ann","secret"]', reply = '"AQID"', gives = "\1\2\3",
        call = function(client)
            return client:sign_in("Ann", "secret")
        end,
    },
    {
        wire = "isTaken", sent = '["Ann"]', reply = "false", gives = false,
        call = function(client)
            return client:is_taken("Ann")
        end,
    },
}

local ORDERS = {
    {
        wire = "place",
        sent = '[[{"article":"A-1","count":1,"price":{"amount":250,"currency":"EUR"}}],{"kind":"courier",'
            .. '"address":{"street":"Main Street 1","city":"Berlin","country":"DE"},"track_no":null}]',
        reply = '{"id":7,"lines":[],"total":{"amount":250,"currency":"EUR"}}',
        gives = {
            id = 7, stage = "open", lines = {}, total = { amount = 250, currency = "EUR" },
            delivery = { download = yar.null }, payments = {}, limit = { amount = 100000, currency = "EUR" },
        },
        call = function(client)
            return client:place(
                { { article = "A-1", price = { amount = 250 } } },
                { courier = { address = { street = "Main Street 1", city = "Berlin" } } }
            )
        end,
    },
    {
        wire = "find", sent = "[8]", reply = "null",
        call = function(client)
            return client:find(8)
        end,
    },
    {
        wire = "by_stage", sent = '[{"start":1793491200000,"end":null}]', reply = '{"open":[1,2],"cancelled":[]}',
        gives = { open = { 1, 2 }, cancelled = {} },
        call = function(client)
            return client:by_stage({ start = 1793491200000 })
        end,
    },
    {
        wire = "cancel", sent = "[7]", reply = "null", gives = true,
        call = function(client)
            return client:cancel(7)
        end,
    },
    {
        wire = "cancel", sent = "[9]", fails = orders.errors.TooLate, code = 2409,
        reply = thrown(2409, "TooLate", ',"data":{"stage":"sent"}'),
        call = function(client)
            return client:cancel(9)
        end,
    },
    {
        wire = "quote", sent = "[[]]", reply = '{"amount":0}', gives = { amount = 0, currency = "EUR" },
        call = function(client)
            return client:quote({})
        end,
    },
    {
        wire = "quote", sent = '[[],"USD"]', reply = '{"amount":0,"currency":"USD"}',
        gives = { amount = 0, currency = "USD" },
        call = function(client)
            return client:quote({}, "USD")
        end,
    },
}

local METRICS = {
    {
        wire = "store",
        sent = '[1,[{"id":1,"name":"unnamed","unit":"%","samples":[],"labels":{"region":"north"},"digest":"/w=="}]]',
        reply = '{"count":0}', gives = { count = 0 },
        call = function(client)
            return client:store("1", { { id = 1, samples = {}, digest = "\255" } })
        end,
    },
    {
        wire = "store", sent = "[1,[]]", reply = '{"nothing":null}', gives = { nothing = yar.null },
        call = function(client)
            return client:store("1", {})
        end,
    },
    {
        wire = "query", sent = '[1,"load",60000]', reply = "[[0,0.5],[60000,1.0]]",
        gives = { { n = 2, 0, 0.5 }, { n = 2, 60000, 1 } },
        call = function(client)
            return client:query(1, "load", 60000)
        end,
    },
    {
        wire = "newest", sent = "[[1,2]]", reply = '{"1":{"-5":0.5},"2":{}}', gives = { { [-5] = 0.5 }, {} },
        call = function(client)
            return client:newest({ 1, 2 })
        end,
    },
    {
        wire = "counts", sent = "[]", reply = '[{"s":3},{"2026-11-30":{"tiny":5}}]',
        gives = {
            n = 2, { s = 3 },
            { ["2026-11-30"] = {
                tiny = 5, small = -300, medium = 70000, large = 12312341234, few = 1, some = 2, many = 3,
                most = "9007199254740993",
            } },
        },
        call = function(client)
            return client:counts()
        end,
    },
    {
        wire = "export", sent = "[1,true]", reply = '"AAE="', gives = "\0\1",
        call = function(client)
            return client:export_all(1, true)
        end,
    },
}

local LEGACY = {
    {
        wire = "getEntry", sent = "[1]", reply = '{"ID":1,"Title":"Home","Body":"PHA+","parent_ID":null}',
        gives = { id = 1, title = "Home", body = "<p>", public = false },
        call = function(client)
            return client:entry(1)
        end,
    },
    {
        wire = "findBy", reply = "[]", gives = {},
        call = function(client)
            return client:find({ Title = "Home", hidden = yar.null, tags = { "a", 1, 2.5, true } })
        end,
    },
    {
        wire = "getBlocks", sent = "[1]",
        reply = '[{"type":"text","content":"Hello"},{"type":"img","url":"/a.png","size":[16,9]},{"type":"hr"}]',
        gives = {
            { text = { content = "Hello" } }, { image = { url = "/a.png", size = { n = 2, 16, 9 } } },
            { rule = yar.null },
        },
        call = function(client)
            return client:blocks(1)
        end,
    },
    {
        wire = "save", sent = '[{"ID":1,"Title":"Home","Body":"","is-public":false,"parent_ID":null}]',
        reply = "[true,null]", gives = { n = 2, true },
        call = function(client)
            return client:save({ id = 1, title = "Home", body = "" })
        end,
    },
    {
        wire = "call", sent = '["phpversion",[]]', reply = '"8.2.0"', gives = "8.2.0",
        call = function(client)
            return client:call("phpversion", {})
        end,
    },
}

return {
    { contract = "accounts", service = accounts.Accounts, calls = ACCOUNTS, base = HEALTH },
    { contract = "orders", service = orders.Orders, calls = ORDERS, base = HEALTH },
    { contract = "metrics", service = metrics.Metrics, calls = METRICS, base = {} },
    { contract = "legacy", service = legacy.Content, calls = LEGACY, base = {} },
}

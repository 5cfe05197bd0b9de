-- The sample contracts: bytes out, bytes in, values.
local accounts = require("shop.accounts")
local fake_sockets = require("fake_sockets")
local harness = require("harness")
local integers = require("yar.integers")
local metrics = require("metrics")
local orders = require("shop.orders")
local peer = require("peer")
local samples = require("sample_calls")

local case, equal, fails = harness.case, harness.equal, harness.fails

-- Makes a call and has a peer give its answer; returns the request as well.
local function call(service, it)
    local request
    local sockets = fake_sockets.new(function(bytes)
        request = peer.open(bytes)
        local key = it.fails and "e" or "r"
        local body = ('{"i":%.0f,"s":%d,"%s":%s}'):format(request.id, it.fails and 64 or 0, key, it.reply)
        return peer.frame(request.id, request.field, body)
    end)
    local client = assert(service.new("tcp://h:1", { sockets = sockets, packager = "JSON" }))
    local value, err = it.call(client)
    return request, value, err
end

for _, sample in ipairs(samples) do
    for _, calls in ipairs({ sample.base, sample.calls }) do
        for index, it in ipairs(calls) do
            case(("%s, example %d, %s"):format(sample.contract, index, it.wire), function()
                local request, value, err = call(sample.service, it)
                equal(request.body.m, it.wire)
                if it.sent then
                    equal(request.bytes:match('"p":(.*)}$'), it.sent)
                end
                if it.fails then
                    fails(it.fails, "m", value, err)
                    equal({ err.code, err.declared }, { it.code, true })
                else
                    equal(err, nil)
                    equal(value, it.gives)
                end
            end)
        end
    end
end

case("data of the errors of the samples", function()
    local _, _, err = call(accounts.Accounts, samples[1].calls[2])
    equal(err.data, { id = 2 })
    _, _, err = call(orders.Orders, samples[2].calls[5])
    equal(err.data, { stage = orders.Stage.sent })
    _, _, err = call(accounts.Accounts, {
        fails = true,
        reply = '{"message":"m","code":0,"_type":"Shop\\\\QuotaExceededException","data":{"retry_after":1500}}',
        call = function(client)
            return client:open("Ann")
        end,
    })
    equal({ err.kind, err.data }, { accounts.errors.QuotaExceeded, { retry_after = 1500 } })
end)

case("constants of the samples", function()
    equal({ accounts.MAX_PAGE, accounts.SESSION, accounts.LAUNCH, accounts.CONFIRMED_SINCE },
        { 100, 1800000, "2024-02-29", 1709251200000 })
    equal({ accounts.DEFAULT_ROLE, accounts.WARN_AT, accounts.SYSTEM, accounts.EXPORT_MARK, accounts.CONFIRM },
        { accounts.Role.member, 0.8, 'the "shop" itself', "YAR\0\255", true })
    equal(orders.CURRENCY, "EUR")
    equal(integers.text(metrics.FIRST_SERIES), "-9223372036854775808")
    equal(integers.text(metrics.LAST_MACHINE), "18446744073709551615")
    equal({ metrics.GOOD, metrics.UNNAMED }, { 3, "unnamed" })
end)

case("a closed enum of a sample refuses what it does not know", function()
    local _, value, err = call(accounts.Accounts, {
        reply = '{"id":1,"name":"Ann","email":null,"created":0,"state":5}',
        call = function(client)
            return client:get(1)
        end,
    })
    fails("result", "get: result.state: expected State (1, 2, 9), got number 5", value, err)
end)

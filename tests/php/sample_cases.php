<?php

declare(strict_types=1);

// Every method of the sample contracts, called as their examples do on any
// server that answers as they say.

use Acme\Shop\Accounts;
use Shop\Common\Base\Interval;
use Shop\Common\Base\PageRequest;
use Shop\Common\Money\Currency;
use Shop\Common\Money\Money;
use Shop\Orders;
use Yar\Options;
use Yar\Packager;

$like = static function (mixed $expected, mixed $actual): void {
    if ($expected != $actual) {
        throw new Failed('expected ' . show($expected) . ', got ' . show($actual));
    }
};
$health = static fn(object $client): array => [
    'ping' => static fn() => $client->ping(),
    'status' => static fn() => $like(['1.4.0', new DateTimeImmutable('2026-11-30T12:00:00Z')], $client->status()),
];
$accounts = static fn(Accounts\Accounts $client): array => $health($client) + [
    'get' => static function () use ($client, $like): void {
        $like(new Accounts\Account(1, 'Ann', null, null, new DateTimeImmutable('2026-11-30T12:00:00Z')), $client->get(1));
        same(1404, throws(Accounts\NotFound::class, '', static fn() => $client->get(2))->getCode());
    },
    'list' => static function () use ($client, $like): void {
        $like(new Accounts\Page([], null, 0), $client->list(new PageRequest(limit: 2)));
        $like(new Accounts\Page([], null, 0), $client->list(new PageRequest('b', 2), Accounts\Role::Admin));
    },
    'open' => static function () use ($client): void {
        same(1, $client->open('Ann'));
        throws(Accounts\NameTaken::class, '', static fn() => $client->open('Ann', 'ann@example.org', Accounts\Role::Admin));
    },
    'change' => static fn() => $client->change(1, new Accounts\AccountPatch(email: null)),
    'sign_in' => static fn() => same("\1\2\3", $client->signIn('Ann', 'secret')),
    'isTaken' => static fn() => same(false, $client->isTaken('Ann')),
];
$orders = static fn(Orders\Orders $client): array => $health($client) + [
    'place' => static function () use ($client, $like): void {
        $delivery = new Orders\Delivery\Courier(new Orders\Courier(new Orders\Address('Main Street 1', 'Berlin'), null));
        $like(new Orders\Order(7, [], new Money(250)), $client->place([new Orders\Line('A-1', new Money(250))], $delivery));
    },
    'find' => static fn() => same(null, $client->find(8)),
    'by_stage' => static fn() => same(['open' => [1, 2], 'cancelled' => []], $client->byStage(new Interval(new DateTimeImmutable('2026-11-01T00:00:00Z'), null))),
    'cancel' => static function () use ($client): void {
        $client->cancel(7);
        same(2409, throws(Orders\TooLate::class, '', static fn() => $client->cancel(9))->getCode());
    },
    'quote' => static function () use ($client, $like): void {
        $like(new Money(0), $client->quote([]));
        $like(new Money(0, Currency::Usd), $client->quote([], Currency::Usd));
    },
];
$metrics = static fn(Metrics\Metrics $client): array => [
    'store' => static function () use ($client, $like): void {
        $like(new Metrics\Stored\Count(0), $client->store(1, [new Metrics\Series(1, [], "\xff")]));
        $like(new Metrics\Stored\Nothing(), $client->store(1, []));
    },
    'query' => static fn() => $like([[new DateTimeImmutable('@0'), 0.5], [new DateTimeImmutable('@60'), 1.0]], $client->query(1, 'load', 60000)),
    'newest' => static fn() => same([1 => [-5 => 0.5], 2 => []], $client->newest([1, 2])),
    'counts' => static fn() => $like([['s' => 3], ['2026-11-30' => new Metrics\Counters(tiny: 5)]], $client->counts()),
    'export' => static fn() => same("\0\1", $client->exportAll(1, true)),
];
$legacy = static fn(Legacy\ContentService $client): array => [
    'getEntry' => static fn() => $like(new Legacy\Entry(1, 'Home', '<p>', null), $client->entry(1)),
    'findBy' => static fn() => same([], $client->find(['Title' => 'Home', 'hidden' => null, 'tags' => ['a', 1, 2.5, true]])),
    'getBlocks' => static fn() => $like(
        [new Legacy\Block\Text(new Legacy\Text('Hello')), new Legacy\Block\Image(new Legacy\Image('/a.png', [16, 9])), new Legacy\Block\Rule()],
        $client->blocks(1),
    ),
    'save' => static fn() => same([true, null], $client->save(new Legacy\Entry(1, 'Home', '', null))),
    'call' => static fn() => same('8.2.0', $client->call('phpversion', [])),
];

return static fn(string $contract, string $uri, Packager $packager): array => match ($contract) {
    'accounts' => $accounts(new Accounts\AccountsClient($uri, new Options($packager))),
    'orders' => $orders(new Orders\OrdersClient($uri, new Options($packager))),
    'metrics' => $metrics(new Metrics\MetricsClient($uri, new Options($packager))),
    'legacy' => $legacy(new Legacy\ContentServiceClient($uri, new Options($packager))),
};

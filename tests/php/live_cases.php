<?php

declare(strict_types=1);

// Every method of the calculator, against any server that serves it.

use Calc\BadArgument;
use Calc\CalculatorClient;
use Calc\DivisionByZero;
use Yar\Client;
use Yar\Exception\ServerException;
use Yar\Exception\TimeoutException;
use Yar\Exception\ValueException;
use Yar\Options;
use Yar\Packager;

return static function (string $uri, Packager $packager): array {
    $calc = new CalculatorClient($uri, new Options(packager: $packager));
    $tests = [
        'add' => static function () use ($calc): void {
            foreach ([[1, 2], [-7, 7], [PHP_INT_MAX, 0], [PHP_INT_MIN, 0], [9_007_199_254_740_993, 1], [-129, 1]] as [$a, $b]) {
                same($a + $b, $calc->add($a, $b));
                same($a - $b, $calc->sub($a, $b));
            }
        },
        'div' => static function () use ($calc): void {
            same(0.25, $calc->div(1.0, 4.0));
            same(3.0, $calc->div(6.0, 2.0));
            same(1e300, $calc->div(1e300, 1.0));
        },
        'a declared error' => static function () use ($calc): void {
            $error = throws(DivisionByZero::class, 'zero', static fn() => $calc->div(1.0, 0.0));
            same(33, $error->getCode());
        },
        'concat' => static function () use ($calc): void {
            same('', $calc->concat([], ','));
            same("数\"/\\🦀\"/\\", $calc->concat(['数', '🦀', ''], '"/\\'));
            same(str_repeat('é', 200_000), $calc->concat([str_repeat('é', 100_000), str_repeat('é', 100_000)], ''));
            same(3000 * 2 - 1, strlen($calc->concat(array_fill(0, 3000, 'a'), ',')));
        },
        'stats' => static function () use ($calc): void {
            $stats = $calc->stats([2.0, -1.5, 4.0]);
            same(['count' => 3, 'mean' => 1.5, 'min' => -1.5, 'max' => 4.0], $stats->toArray());
            throws(BadArgument::class, '', static fn() => $calc->stats([]));
        },
        'sleep_ms' => static fn() => same(1, $calc->sleepMs(1)),
        'fail' => static function () use ($calc): void {
            $error = throws(ServerException::class, '坏了', static fn() => $calc->fail('坏了', -5));
            same([64, -5, -5, 'Exception'], [$error->status, $error->getCode(), $error->remoteCode, $error->type]);
        },
        'an unknown method' => static function () use ($uri, $packager): void {
            $client = new Client($uri, new Options(packager: $packager));
            $error = throws(ServerException::class, 'nope', static fn() => $client->call('nope'));
            same(4, $error->status);
        },
        'a deadline, and the call after it' => static function () use ($uri, $packager): void {
            $hasty = new CalculatorClient($uri, new Options(packager: $packager, timeout: 60));
            throws(TimeoutException::class, '60 ms', static fn() => $hasty->sleepMs(200));
            usleep(200_000);
            same(3, $hasty->add(1, 2));
        },
        'connections that are not kept' => static function () use ($uri, $packager): void {
            $calc = new CalculatorClient($uri, new Options(packager: $packager, keepAlive: false));
            same(3, $calc->add(1, 2));
            same(4, $calc->add(2, 2));
        },
        'a value of the wrong type is not sent' => static function () use ($calc): void {
            throws(ValueException::class, 'sleep_ms: argument ms: expected i32', static fn() => $calc->sleepMs(1 << 40));
            throws(ValueException::class, 'concat: argument parts[1]: expected string', static fn() => $calc->concat(['a', 1], ''));
            throws(ValueException::class, 'concat: argument parts[0]: expected UTF-8', static fn() => $calc->concat(["\xff"], ''));
        },
    ];
    $values = [
        null, true, false, 0, 1, -1, 127, 128, -32, -33, 65_536, 1 << 32, PHP_INT_MAX, PHP_INT_MIN,
        0.1, -2.5, 1.0, 1e300, '', 'a', "a/b\n\x7fé", '数据 🦀', "nul\0inside", str_repeat('x', 70_000),
        [], [[]], [1, 2, 3], [null, [1], 'x'], ['k' => 'v'], ['a' => null, 'b' => ['c' => [false]]], [5 => 'x', 7 => 'y'],
    ];
    foreach ($values as $number => $value) {
        $tests["echo $number: " . substr(show($value), 0, 40)] = static fn() => same($value, $calc->echo($value));
    }
    $tests['echo: an empty map'] = static fn() => same([], $calc->echo(new stdClass()));
    if ($packager === Packager::Json) {
        $tests['echo: what JSON cannot carry'] = static function () use ($calc): void {
            throws(ValueException::class, 'echo: argument value["a"][0]: expected UTF-8', static fn() => $calc->echo(['a' => ["\xff"]]));
            throws(ValueException::class, 'echo: argument value[1]: expected a finite number', static fn() => $calc->echo([1, NAN]));
            throws(ValueException::class, 'div: argument b: expected a finite number', static fn() => $calc->div(1.0, INF));
        };
    } else {
        $tests['echo: what JSON cannot carry'] = static function () use ($calc): void {
            same("\xff\x00\xfe", $calc->echo("\xff\x00\xfe"));
            same(INF, $calc->echo(INF));
            same(NAN, $calc->echo(NAN));
        };
    }

    return $tests;
};

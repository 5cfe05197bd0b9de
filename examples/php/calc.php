<?php

declare(strict_types=1);

// Calls every method of the calculator: php calc.php [URI] [PACKAGER]

use Calc\BadArgument;
use Calc\CalculatorClient;
use Calc\DivisionByZero;
use Yar\Exception\ServerException;
use Yar\Exception\TimeoutException;
use Yar\Exception\YarException;
use Yar\Options;
use Yar\Packager;

require __DIR__ . '/autoload.php';

$uri = $argv[1] ?? 'tcp://127.0.0.1:9600';
$packager = Packager::named($argv[2] ?? 'msgpack') ?? exit("the packager is json, msgpack or php\n");

try {
    $calculator = new CalculatorClient($uri, new Options(packager: $packager));

    echo 'add(1, 2) = ', $calculator->add(1, 2), "\n";
    echo 'sub(1, 2) = ', $calculator->sub(1, 2), "\n";
    echo 'div(1, 8) = ', $calculator->div(1, 8), "\n";
    echo 'echo([null, true, 42]) = ', json_encode($calculator->echo([null, true, 42])), "\n";
    echo 'concat([a, b, c], -) = ', $calculator->concat(['a', 'b', 'c'], '-'), "\n";
    $stats = $calculator->stats([1.0, 2.5, 4.0]);
    echo "stats([1, 2.5, 4]) = count $stats->count, mean $stats->mean, min $stats->min, max $stats->max\n";
    echo 'sleep_ms(20) = ', $calculator->sleepMs(20), "\n";

    try {
        $calculator->div(1.0, 0.0);
    } catch (DivisionByZero $error) {
        echo 'div(1, 0) throws DivisionByZero ', $error->getCode(), ': ', $error->getMessage(), "\n";
    }
    try {
        $calculator->stats([]);
    } catch (BadArgument $error) {
        echo 'stats([]) throws BadArgument ', $error->getCode(), ': ', $error->getMessage(), "\n";
    }
    try {
        $calculator->fail('on purpose', 7);
    } catch (ServerException $error) {
        echo 'fail(on purpose, 7) throws ', $error->type, ' ', $error->getCode(), ': ', $error->getMessage(), "\n";
    }
    try {
        (new CalculatorClient($uri, new Options(packager: $packager, timeout: 50)))->sleepMs(1000);
    } catch (TimeoutException $error) {
        echo 'sleep_ms(1000) within 50 ms: ', $error->getMessage(), "\n";
    }
} catch (YarException $error) {
    fwrite(STDERR, $error::class . ': ' . $error->getMessage() . "\n");
    exit(1);
}

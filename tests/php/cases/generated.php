<?php

declare(strict_types=1);

// The generated classes as a program sees them, without any server.

use Calc\BadArgument;
use Calc\Calculator;
use Calc\CalculatorClient;
use Calc\DivisionByZero;
use Calc\Stats;
use Yar\Exception\ServerException;
use Yar\Exception\TransportException;
use Yar\Exception\YarException;

return [
    'errors have the message and code of the contract' => static function (): void {
        $error = new DivisionByZero();
        same(['division by zero', 33, 33, 64, 'DivisionByZero'], [$error->getMessage(), $error->getCode(), $error->remoteCode, $error->status, $error->type]);
        same(['none', 22], [(new BadArgument('none'))->getMessage(), (new BadArgument())->getCode()]);
        same(true, $error instanceof ServerException && $error instanceof YarException);
    },
    'structs go to arrays and back' => static function (): void {
        $stats = new Stats(count: 2, mean: 1.5, min: 1.0, max: 2.0);
        same(true, Stats::fromArray($stats->toArray()) == $stats);
        same(array_keys(Stats::fields()), array_keys($stats->toArray()));
    },
    'a client connects with its first call' => static function (): void {
        $calc = new CalculatorClient('tcp://127.0.0.1:1');
        same(true, $calc instanceof Calculator);
        throws(TransportException::class, 'tcp://127.0.0.1:1: cannot connect: connection refused', static fn() => $calc->add(1, 2));
        $calc = new CalculatorClient('unix:///nonexistent/calc.sock');
        throws(TransportException::class, 'cannot connect: no such file', static fn() => $calc->add(1, 2));
    },
];

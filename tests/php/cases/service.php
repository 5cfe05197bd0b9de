<?php

declare(strict_types=1);

// Which of several services behind one listener is called.

use Calc\CalculatorClient;
use Yar\Client;
use Yar\Exception\ServerException;
use Yar\Exception\ValueException;
use Yar\Options;
use Yar\Packager;
use Yar\Type;

return static function (string $tcp, string $http): array {
    $tests = [];
    foreach ([$tcp, $http] as $uri) {
        foreach (Packager::cases() as $packager) {
            $where = explode(':', $uri)[0] . " $packager->value";
            $tests["service: its name stands before the method's, $where"] = static function () use ($uri, $packager): void {
                $asked = static function (?string $service) use ($uri, $packager): string {
                    $frame = hex2bin((new Client($uri, new Options($packager, service: $service)))->call('frame'));

                    return $packager->format()->unpack(substr($frame, 90))['m'];
                };
                same(['frame', 'shop.Orders.frame', 'Users.frame'], [$asked(null), $asked('shop.Orders'), $asked('Users')]);
            };
        }
    }

    return $tests + [
        'service: clients that are generated have one, too' => static function () use ($tcp): void {
            [$users, $orders] = [new CalculatorClient($tcp), new CalculatorClient($tcp, new Options(service: 'Orders'))];
            same(3, $users->add(1, 2));
            throws(ServerException::class, 'undefined api Calculator::Orders.add()', static fn() => $orders->add(1, 2));
            same(7, $users->add(3, 4));
        },
        'service: errors show the method as the caller wrote it' => static function () use ($tcp): void {
            $client = new Client($tcp, new Options(service: 'Orders'));
            $error = throws(ValueException::class, '', static fn() => $client->method('frame')->receive(Type::i64()));
            same('frame: result: expected i64', substr($error->getMessage(), 0, 27));
            $error = throws(ValueException::class, '', static fn() => (new CalculatorClient($tcp, new Options(service: 'Orders')))->concat([1], ''));
            same('concat: argument parts[0]: expected', substr($error->getMessage(), 0, 35));
        },
    ];
};

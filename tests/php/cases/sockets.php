<?php

declare(strict_types=1);

// Replies over tcp and unix sockets, most of them hostile.

use Calc\CalculatorClient;
use Calc\DivisionByZero;
use Shapes\Denied;
use Shapes\Shape;
use Yar\Absent;
use Yar\Client;
use Yar\Exception\PackagerException;
use Yar\Exception\ProtocolException;
use Yar\Exception\ServerException;
use Yar\Exception\TimeoutException;
use Yar\Exception\TransportException;
use Yar\Exception\ValueException;
use Yar\Options;
use Yar\Packager;
use Yar\Type;

require_once __DIR__ . '/../fixtures/shapes.php';

return static function (string $tcp, string $unix): array {
    $expected = [
        'close-nothing' => [TransportException::class, 'closed without a reply'],
        'reset-me' => [TransportException::class, 'closed'],
        'close-half-a-header' => [TransportException::class, 'in the middle of the reply, after 40 bytes'],
        'close-half-a-body' => [TransportException::class, 'in the middle of the reply'],
        'bad-magic' => [ProtocolException::class, 'not a Yar frame'],
        'close-text' => [ProtocolException::class, 'begins with "<br />\n<b>Warning'],
        'length-zero' => [ProtocolException::class, 'this one announces 0'],
        'length-three' => [ProtocolException::class, 'this one announces 3'],
        'length-over-limit' => [ProtocolException::class, 'this one announces 10485761'],
        'length-huge' => [ProtocolException::class, 'this one announces 4294967295'],
        'wrong-id' => [ProtocolException::class, 'reply to another call'],
        'no-id' => [ProtocolException::class, 'no integer under its key i'],
        'no-status' => [ProtocolException::class, 'no integer under its key s'],
        'float-status' => [ProtocolException::class, 'no integer under its key s'],
        'unknown-packager' => [ProtocolException::class, 'unknown packager "YAML"'],
        'no-packager' => [ProtocolException::class, 'unknown packager "1234567"'],
        'list-body' => [ProtocolException::class, 'no integer under its key i'],
        'scalar-body' => [ProtocolException::class, 'is a map, got int'],
        'empty-body' => [PackagerException::class, 'JSON cannot be read'],
        'json-cut' => [PackagerException::class, 'JSON cannot be read'],
        'json-bad-utf8' => [PackagerException::class, 'JSON cannot be read'],
        'json-deep' => [PackagerException::class, 'JSON cannot be read'],
        'msgpack-cut' => [PackagerException::class, 'MSGPACK cannot be read'],
        'msgpack-long-string' => [PackagerException::class, '4294967295 bytes expected'],
        'msgpack-long-list' => [PackagerException::class, '4294967295 values expected'],
        'msgpack-long-map' => [PackagerException::class, '8589934590 values expected'],
        'msgpack-deep' => [PackagerException::class, '512 levels'],
        'msgpack-no-type' => [PackagerException::class, 'c1 is no type'],
        'msgpack-trailing' => [PackagerException::class, '1 bytes after the value'],
        'msgpack-list-key' => [PackagerException::class, 'a key is a container'],
        'php-cut' => [PackagerException::class, 'PHP cannot be read'],
        'php-long-string' => [PackagerException::class, 'PHP cannot be read'],
        'php-long-array' => [PackagerException::class, 'PHP cannot be read'],
        'php-deep' => [PackagerException::class, 'PHP cannot be read'],
        'php-cycle' => [PackagerException::class, 'PHP cannot be read'],
        'php-bomb' => [PackagerException::class, 'references repeat too many values'],
        'text-error' => [ServerException::class, 'call to undefined api Calculator::nope()'],
        'refused' => [ServerException::class, 'authentication failed'],
        'no-error' => [ServerException::class, 'unknown error, status 8'],
        'exception' => [ServerException::class, 'boom'],
        'exception-text-code' => [ServerException::class, 'gone'],
        'exception-bare' => [ServerException::class, 'unknown error, status 64'],
    ];
    $tests = [];
    foreach (['tcp' => $tcp, 'unix' => $unix] as $scheme => $uri) {
        $tests["$scheme: a reply that comes before the call was sent, then a good call"] = static function () use ($uri): void {
            $client = new Client($uri);
            throws(ServerException::class, 'too long for me', static fn() => $client->call('refuse-unread', [str_repeat('x', 9_000_000)]));
            same('fine', $client->call('ok'));
        };
    }
    foreach ($expected as $scenario => [$class, $part]) {
        foreach (['tcp' => $tcp, 'unix' => $unix] as $scheme => $uri) {
            $tests["$scheme: $scenario, then a good call"] = static function () use ($uri, $scenario, $class, $part): void {
                $client = new Client($uri, new Options(packager: Packager::Json));
                $error = throws($class, $part, static fn() => $client->call($scenario));
                // Whoever calls several services wants to know which one it was.
                same(true, !$error instanceof ProtocolException || str_starts_with($error->getMessage(), "$uri: "), $error->getMessage());
                same('fine', $client->call('ok'));
            };
        }
    }
    foreach (['ok', 'close-ok', 'ok-with-junk-behind', 'zero-id', 'text-id', 'odd-packager-field', 'msgpack', 'php', 'splits'] as $scenario) {
        foreach (Packager::cases() as $packager) {
            $tests["tcp: $scenario three times, $packager->value"] = static function () use ($tcp, $scenario, $packager): void {
                $client = new Client($tcp, new Options(packager: $packager));
                for ($call = 0; $call < 3; ++$call) {
                    same('fine', $client->call($scenario));
                    // A service that closes needs a moment until that can be seen here.
                    usleep(5000);
                }
            };
        }
    }

    return $tests + [
        'tcp: values of replies' => static function () use ($tcp): void {
            $client = new Client($tcp);
            same(null, $client->call('null'));
            same(['a' => 1, 'b' => 2], $client->call('php-object'));
            $client->close();
            same('fine', $client->call('ok'));
        },
        'tcp: output of the service' => static function () use ($tcp): void {
            $heard = [];
            $client = new Client($tcp, new Options(onOutput: static function (string $text) use (&$heard): void {
                $heard[] = $text;
            }));
            same('fine', $client->call('output'));
            same(['Notice: hm'], $heard);
            same('fine', (new Client($tcp))->call('output'));
        },
        'tcp: what remote errors carry' => static function () use ($tcp): void {
            $client = new Client($tcp);
            $parts = static function (string $scenario) use ($client): array {
                $error = throws(ServerException::class, '', static fn() => $client->call($scenario));

                return [$error->status, $error->getCode(), $error->remoteCode, $error->type];
            };
            same([4, 4, 4, ''], $parts('text-error'));
            same([32, 32, 32, ''], $parts('refused'));
            same([64, 5, 5, 'App\\Oops'], $parts('exception'));
            same([64, 0, 'HY000', 'PDOException'], $parts('exception-text-code'));
        },
        'tcp: declared errors by code, then by name, never by status' => static function () use ($tcp): void {
            $client = new Client($tcp);
            $call = static fn(string $scenario) => $client->method($scenario)->throws(DivisionByZero::class)->finish(...);
            throws(DivisionByZero::class, 'by code', $call('div-by-code'));
            throws(DivisionByZero::class, 'by name', $call('div-by-name'));
            throws(ServerException::class, 'status 33', $call('text-like-declared-code'));
            throws(ServerException::class, 'boom', $call('exception'));
        },
        'tcp: data of errors' => static function () use ($tcp): void {
            $client = new Client($tcp);
            $parts = static function (string $scenario) use ($client): array {
                $error = throws(Denied::class, '', static fn() => $client->method($scenario)->throws(Denied::class)->finish());

                return [$error->getMessage(), $error->retryAfter, $error->code_ === null ? null : $error->code_::class];
            };
            same(['no', 1500, Shape\Point::class], $parts('denied'));
            same(['denied', null, null], $parts('denied-bare'));
            same(['no', null, Shape\Point::class], $parts('denied-oddly'));
            same(['no', null, null], $parts('denied-scalar'));
            same(['mine', 40, 5], [(new Denied('mine'))->getMessage(), (new Denied(retryAfter: 5))->getCode(), (new Denied(retryAfter: 5))->retryAfter]);
        },
        'tcp: the shortest list of arguments' => static function () use ($tcp): void {
            $sent = static function (array $given) use ($tcp): string {
                $call = (new Client($tcp, new Options(packager: 'json')))->method('frame')->with('a', Type::i8(), 1)
                    ->withDefault('b', Type::u8(), $given['b'] ?? null, 2)
                    ->withOptional('c', Type::nullable(Type::string()), \array_key_exists('c', $given) ? $given['c'] : Absent::Absent)
                    ->withDefault('d', Type::nullable(Type::i8()), \array_key_exists('d', $given) ? $given['d'] : Absent::Absent, 4)
                    ->withOptional('e', Type::string(), $given['e'] ?? null)
                    ->withOptional('f', Type::any(), $given['f'] ?? null);

                return explode('"p":', hex2bin($call->receive(Type::string())))[1];
            };
            same('[1]}', $sent([]));
            same('[1,9]}', $sent(['b' => 9]));
            same('[1,2]}', $sent(['b' => 2]));
            same('[1,2,"x"]}', $sent(['c' => 'x']));
            same('[1,2,null]}', $sent(['c' => null]));
            same('[1,2,null,null]}', $sent(['d' => null]));
            same('[1,2,null,4,"y"]}', $sent(['e' => 'y']));
            same('[1,3,null,4,"y",[]]}', $sent(['b' => 3, 'e' => 'y', 'f' => []]));
            throws(ValueException::class, 'frame: argument e: it cannot be left out when one behind it is given', static fn() => $sent(['f' => 1]));
            throws(ValueException::class, 'frame: argument b: expected u8', static fn() => $sent(['b' => 256]));
        },
        'tcp: a dripping reply does not move the deadline' => static function () use ($tcp): void {
            $client = new Client($tcp, new Options(timeout: 200));
            $started = hrtime(true);
            throws(TimeoutException::class, 'no reply within 200 ms', static fn() => $client->call('drip'));
            $took = (hrtime(true) - $started) / 1e6;
            same(true, $took > 190 && $took < 500, "$took ms:");
            usleep(100_000);
        },
        'tcp: silence ends at the deadline' => static function () use ($tcp): void {
            throws(TimeoutException::class, 'no reply within 100 ms', static fn() => (new Client($tcp, new Options(timeout: 100)))->call('silent'));
        },
        'tcp: a late reply is not taken for the next' => static function () use ($tcp): void {
            $client = new Client($tcp, new Options(timeout: 100));
            throws(TimeoutException::class, '', static fn() => $client->call('late'));
            usleep(400_000);
            same('fine', $client->call('ok'));
        },
        'tcp: the frame that leaves' => static function () use ($tcp): void {
            $frame = hex2bin((new Client($tcp, new Options(provider: 'me', token: str_repeat('t', 32))))->call('frame', ['x' => 1]));
            $header = unpack('Nid/nversion/Nmagic/Nreserved/a32provider/a32token/Nlength', $frame);
            same([0, 0x80df_ec60, 1, 'me' . str_repeat("\0", 30), str_repeat('t', 32), strlen($frame) - 82], [$header['version'], $header['magic'], $header['reserved'], $header['provider'], $header['token'], $header['length']]);
            same(true, $header['id'] > 0);
            same("MSGPACK\0\x83\xa1i" . (new Yar\Format\MsgpackFormat())->pack($header['id']) . "\xa1m\xa5frame\xa1p\x91\x01", substr($frame, 82));
            $once = hex2bin((new Client($tcp, new Options(Packager::Php, keepAlive: false)))->call('frame'));
            same([0, 'a:0:{}}'], [ord($once[13]), substr($once, -7)]);
        },
        'tcp: a request above the limit is not sent' => static function () use ($tcp): void {
            throws(PackagerException::class, 'at most 10485760 bytes', static fn() => (new Client($tcp))->call('echo', [str_repeat('x', 10_485_760)]));
        },
        'tcp: a body near the limit goes both ways' => static function () use ($tcp): void {
            $text = str_repeat('x', 10_000_000);
            same(true, (new Client($tcp))->call('echo', [$text]) === $text);
            throws(ProtocolException::class, 'to 1000 bytes', static fn() => (new Client($tcp, new Options(maxBody: 1000)))->call('echo', [str_repeat('x', 2000)]));
        },
        'tcp: results of the wrong type' => static function () use ($tcp): void {
            $client = new Client($tcp);
            throws(Yar\Exception\ValueException::class, 'ok: result: expected i64, got "fine"', static fn() => $client->method('ok')->receive(Yar\Type::i64()));
        },
        'tcp: two clients at once' => static function () use ($tcp): void {
            [$one, $two] = [new CalculatorClient($tcp), new CalculatorClient($tcp)];
            same([3, 7, 11], [$one->add(1, 2), $two->add(3, 4), $one->add(5, 6)]);
        },
    ];
};

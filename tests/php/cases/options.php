<?php

declare(strict_types=1);

// Addresses and options: refused when they are made, without their secrets.

use Yar\Client;
use Yar\Exception\UsageException;
use Yar\Options;
use Yar\Packager;
use Yar\Transport\Address;

return [
    'addresses' => static function (): void {
        same('tcp://127.0.0.1:9600', Address::parse('tcp://127.0.0.1:9600')->socket());
        same('tcp://[::1]:9600', Address::parse('TCP://[::1]:9600/ignored')->socket());
        same('unix:///run/calc.sock', Address::parse('unix:///run/calc.sock')->socket());
        $http = Address::parse('http://me:secret@example.org/a/b?c=d#e');
        same(['tcp://example.org:80', '/a/b?c=d', 'me', 'secret'], [$http->socket(), $http->path, $http->user, $http->password]);
        same('http://example.org:80', $http->display());
        same('tls://example.org:8443', Address::parse('https://example.org:8443')->socket());
        same('/', Address::parse('http://example.org')->path);
    },
    'addresses that are none' => static function (): void {
        foreach (['', 'calc', 'tcp://', 'tcp://host', 'tcp://host:0', 'tcp://host:99999', 'unix://', 'unix://relative', 'ftp://host:1', 'http://', "http://host/a b", "http://host/\r\nX: y", 'http://:80'] as $uri) {
            throws(UsageException::class, 'an address is', static fn() => new Client($uri));
        }
        throws(UsageException::class, 'this one is none of them: "ftp://host:1/a"', static fn() => new Client('ftp://host:1/a'));
        throws(UsageException::class, 'none of them: "tcp://host/\\r\\n"', static fn() => new Client("tcp://host/\r\n"));
        foreach (['ftp://me:secret@host', 'tcp://secret@host', 'http://me:se@cret@host:0', 'me:secret@host', "tcp://me:secret\n@host"] as $uri) {
            $error = throws(UsageException::class, 'host', static fn() => new Client($uri));
            same(false, str_contains($error->getMessage(), 'cret'), $error->getMessage());
        }
        // PHP 8.2 learned to leave arguments out of traces.
        same(false, PHP_VERSION_ID >= 80_200 && str_contains((string) $error, 'secret'));
    },
    'options' => static function (): void {
        same([1000, 5000, Packager::Msgpack, true], [(new Options())->connectTimeout, (new Options())->timeout, (new Options())->packager, (new Options())->keepAlive]);
        throws(UsageException::class, 'timeout must be from 1', static fn() => new Options(timeout: 0));
        throws(UsageException::class, 'connectTimeout', static fn() => new Options(connectTimeout: -1));
        throws(UsageException::class, 'maxBody', static fn() => new Options(maxBody: Options::MAX_BODY + 1));
        throws(UsageException::class, 'provider takes at most 32 bytes, got 33', static fn() => new Options(provider: str_repeat('p', 33)));
        same(32, strlen((new Options(token: str_repeat('t', 32)))->token));
        $error = throws(UsageException::class, 'token', static fn() => new Options(token: str_repeat('t', 33)));
        same(false, str_contains($error->getMessage(), 'ttt'));
        throws(UsageException::class, 'headers', static fn() => new Options(headers: ['X-A' => "b\r\nX-B: c"]));
        throws(UsageException::class, 'headers', static fn() => new Options(headers: ['X A' => 'b']));
        same([null, 'Orders'], [(new Options())->service, (new Options(service: 'Orders'))->service]);
        foreach (['' => '', '.' => '.', '.a' => '.a', 'a.' => 'a.', 'a..b' => 'a..b', "a\n" => 'a\\n', "\xff" => '\\377'] as $name => $shown) {
            $message = 'option service is the name of a service, such as "Orders", or "shop.Orders" with its package, got "' . $shown
                . '"; leave the option out to call the first service';
            throws(UsageException::class, $message, static fn() => new Options(service: (string) $name));
        }
    },
    'packager names' => static function (): void {
        same(Packager::Msgpack, Packager::named('MsgPack'));
        same(null, Packager::named('JSO'));
        same([Packager::Json, Packager::Php], [(new Options(packager: 'json'))->packager, (new Options('PHP'))->packager]);
        throws(UsageException::class, 'option packager is one of JSON, MSGPACK, PHP, got "JSO\\n"', static fn() => new Options(packager: "JSO\n"));
        same(null, Packager::named(''));
    },
];

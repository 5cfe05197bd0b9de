<?php

declare(strict_types=1);

// Responses over HTTP, most of them hostile.

use Yar\Client;
use Yar\Exception\ProtocolException;
use Yar\Exception\TransportException;
use Yar\Options;

return static function (string $http): array {
    $tests = [];
    foreach (['ok', 'says-close', 'continue-first', 'bare-line-feeds', 'wrong-frame-length', 'chunked', 'close-without-length'] as $scenario) {
        $tests["http: $scenario three times"] = static function () use ($http, $scenario): void {
            $client = new Client($http . '/calc?x=y');
            for ($call = 0; $call < 3; ++$call) {
                same('fine', $client->call($scenario));
            }
        };
    }
    $expected = [
        'status-500' => [TransportException::class, 'HTTP status 500'],
        'status-503' => [TransportException::class, 'HTTP status 503, expected 200; its body begins with "<p>\\"busy\\"</p>'],
        'status-502' => [TransportException::class, 'HTTP status 502, expected 200'],
        'status-302' => [TransportException::class, 'HTTP status 302, expected 200; it points to "http://127.0.0.1:1/"'],
        'status-204' => [TransportException::class, 'HTTP status 204'],
        'close-nonsense' => [ProtocolException::class, 'not an HTTP reply, it begins with "220 mail"'],
        'short' => [ProtocolException::class, 'at least 82 bytes, got "hello"'],
        'warning-first' => [ProtocolException::class, 'begins with "<b>Warning</b> x'],
        'close-partial' => [TransportException::class, 'in the middle'],
        'close-partial-chunk' => [TransportException::class, 'in the middle'],
        'length-huge' => [ProtocolException::class, 'longer than'],
        'length-endless' => [ProtocolException::class, 'none or too large'],
        'length-negative' => [ProtocolException::class, 'none or too large'],
        'chunk-huge' => [ProtocolException::class, 'longer than'],
        'chunk-nonsense' => [ProtocolException::class, 'none or too large'],
        'chunk-too-long' => [ProtocolException::class, 'does not end where it should'],
        'long-line' => [ProtocolException::class, 'a line of the reply'],
        'many-lines' => [ProtocolException::class, 'header lines'],
    ];
    foreach ($expected as $scenario => [$class, $part]) {
        $tests["http: $scenario, then a good call"] = static function () use ($http, $scenario, $class, $part): void {
            $client = new Client($http);
            throws($class, $part, static fn() => $client->call($scenario));
            same('fine', $client->call('ok'));
        };
    }

    return $tests + [
        'http: the frame that leaves' => static function () use ($http): void {
            $frame = hex2bin((new Client(str_replace('//', '//me:secret@', $http)))->call('frame'));
            same(["\0\0\0\0", 'me', 'secret'], [substr($frame, 10, 4), rtrim(substr($frame, 14, 32), "\0"), rtrim(substr($frame, 46, 32), "\0")]);
        },
        'http: the request that leaves' => static function (): void {
            $listener = stream_socket_server('tcp://127.0.0.1:0');
            $name = stream_socket_get_name($listener, false);
            $options = new Options(timeout: 50, headers: ['X-Trace' => '7', 'content-type' => 'application/x-yar', 'Content-Length' => '1']);
            try {
                (new Client("http://u:p@$name/a?b", $options))->call('x');
            } catch (Yar\Exception\TimeoutException) {
            }
            $request = stream_get_contents(stream_socket_accept($listener));
            [$head, $body] = explode("\r\n\r\n", $request, 2);
            same([
                'POST /a?b HTTP/1.1', "Host: $name", 'User-Agent: yar-php', 'Accept: */*', 'content-type: application/x-yar',
                'Authorization: Basic dTpw', 'X-Trace: 7', 'Connection: keep-alive', 'Content-Length: ' . strlen($body),
            ], explode("\r\n", $head));
        },
    ];
};

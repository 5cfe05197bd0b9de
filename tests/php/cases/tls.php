<?php

declare(strict_types=1);

// What becomes of handshakes, good ones and others.

use Yar\Client;
use Yar\Exception\ProtocolException;
use Yar\Exception\TimeoutException;
use Yar\Exception\TransportException;
use Yar\Options;

return static function (string $good, string $plain, string $closing, string $ca): array {
    $fails = static fn(string $uri, string $message) => throws(TransportException::class, "$uri: cannot connect: $message", static fn() => (new Client($uri))->call('m'));
    $trusting = static function (Closure $work) use ($ca): void {
        putenv("SSL_CERT_FILE=$ca");
        try {
            $work();
        } finally {
            putenv('SSL_CERT_FILE');
        }
    };
    $without = static fn(string $uri): string => 'without it, an address begins with http://, or is tcp:' . substr($uri, 6) . ' where Yar is spoken without HTTP';

    return [
        'tls: an issuer of one\'s own' => static function () use ($good, $fails, $trusting): void {
            $fails($good, 'its certificate is out of date, or no issuer that is trusted has signed it; if the issuer is your own, name its file as openssl.cafile in php.ini');
            $trusting(static fn() => same('fine', (new Client($good))->call('m')));
        },
        'tls: openssl.cafile' => static function () use ($good, $ca): void {
            $code = 'require "' . __DIR__ . '/../harness.php"; echo (new Yar\Client($argv[1]))->call("m");';
            $command = [PHP_BINARY, '-d', "openssl.cafile=$ca", '-r', $code, $good];
            same('fine', shell_exec(implode(' ', array_map(escapeshellarg(...), $command))));
        },
        'tls: a certificate for another name' => static fn() => $trusting(static fn() => $fails(
            str_replace('127.0.0.1', 'localhost', $good),
            'its certificate is not for localhost; call it by a name that is in the certificate',
        )),
        'tls: a port without TLS' => static fn() => $fails($plain, 'the port does not speak TLS; ' . $without($plain)),
        'tls: a port that closes' => static fn() => $fails($closing, 'the peer closed the connection during the TLS handshake; check that it speaks TLS: ' . $without($closing)),
        'tls: Yar without HTTP' => static fn() => $trusting(static function () use ($good): void {
            $message = '; the port speaks TLS without HTTP, which PHP clients do not: write its address with https:// or tcp://';
            throws(ProtocolException::class, $message, static fn() => (new Client($good))->call('no-http'));
            $message = 'without a reply; does it speak TLS without HTTP, which PHP clients do not?';
            throws(TransportException::class, $message, static fn() => (new Client($good))->call('silent'));
        }),
        'tls: a handshake without end' => static function (): void {
            $listener = stream_socket_server('tcp://127.0.0.1:0');
            $uri = 'https://' . stream_socket_get_name($listener, false);
            throws(TimeoutException::class, 'no connection within 100 ms', static fn() => (new Client($uri, new Options(connectTimeout: 100)))->call('m'));
        },
    ];
};

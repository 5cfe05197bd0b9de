<?php

declare(strict_types=1);

// Ports that speak something else than the address says.

use Yar\Client;
use Yar\Exception\ProtocolException;
use Yar\Exception\TransportException;
use Yar\Options;

return static function (string $tcp, string $http, string $unix): array {
    $expected = [
        "$tcp http" => 'not a Yar reply, it begins with "HTTP/1."; the port speaks HTTP: write http:' . substr($tcp, 4) . '/',
        "$unix http" => 'not a Yar reply, it begins with "HTTP/1."; the socket speaks HTTP, which unix:// addresses do not',
        "$tcp tls" => 'begins with "\\025\\003\\003\\000\\002\\002F"; the port speaks TLS, which tcp:// addresses do not: write https:' . substr($tcp, 4) . '/ if there is HTTP within',
        "$http tls" => 'not an HTTP reply, it begins with "\\025\\003\\003\\000\\002\\002F"; the port speaks TLS: write https:// instead of http://',
        "$http no-http" => '; the port speaks Yar without HTTP: write tcp:' . substr($http, 5),
    ];
    $tests = [];
    foreach ($expected as $case => $message) {
        [$uri, $scenario] = explode(' ', $case);
        // Whether the peer closes the connection or waits must not matter.
        foreach ([$scenario, "close-$scenario"] as $way) {
            $tests["hints: $case, $way"] = static function () use ($uri, $way, $message): void {
                $error = throws(ProtocolException::class, $message, static fn() => (new Client($uri, new Options(timeout: 1000)))->call($way));
                same(true, str_starts_with($error->getMessage(), "$uri: not a"), $error->getMessage());
            };
        }
    }

    return $tests + [
        'hints: a service that knows no HTTP says nothing' => static function () use ($http): void {
            $message = 'without a reply; is it a Yar service without HTTP that wants tcp:' . substr($http, 5) . ', or one with TLS that wants https://?';
            throws(TransportException::class, $message, static fn() => (new Client($http))->call('close-silently'));
        },
        'hints: none where nothing is known' => static function () use ($tcp, $http, $unix): void {
            foreach (["$tcp close-nothing", "$tcp close-warning-of-tls", "$tcp close-text", "$unix close-tls", "$http close-warning-of-tls", "$http close-nonsense", "$http status-502"] as $case) {
                [$uri, $scenario] = explode(' ', $case);
                try {
                    (new Client($uri))->call($scenario);
                    throw new Failed("$case: no error");
                } catch (ProtocolException|TransportException $error) {
                    same(0, preg_match('/speaks?|is it/', $error->getMessage()), $error->getMessage());
                }
            }
        },
    ];
};

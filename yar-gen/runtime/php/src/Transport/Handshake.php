<?php

declare(strict_types=1);

namespace Yar\Transport;

/**
 * Why a TLS handshake failed, which PHP tells by warnings only.
 *
 * @internal
 */
final class Handshake
{
    private const NO_TLS = ['wrong version number', 'packet length too long', 'unknown protocol'];

    /**
     * @param list<string> $warnings
     */
    public static function problem(Address $address, array $warnings): string
    {
        $text = \implode("\n", $warnings);
        $without = "without it, an address begins with http://, or is tcp://{$address->place()} where Yar is spoken without HTTP";

        return match (true) {
            \str_contains($text, 'certificate verify failed') => 'its certificate is out of date, or no issuer that is trusted has signed it; if the issuer is your own, name its file as openssl.cafile in php.ini',
            \str_contains($text, 'did not match expected') => "its certificate is not for $address->host; call it by a name that is in the certificate",
            \array_filter(self::NO_TLS, static fn(string $sign): bool => \str_contains($text, $sign)) !== [] => "the port does not speak TLS; $without",
            \preg_match('/error:.*/', $text, $match) === 1 => 'the TLS handshake failed: ' . $match[0],
            default => "the peer closed the connection during the TLS handshake; check that it speaks TLS: $without",
        };
    }
}

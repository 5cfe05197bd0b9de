<?php

declare(strict_types=1);

namespace Yar\Transport;

use Yar\Exception\ProtocolException;
use Yar\Exception\TransportException;
use Yar\Protocol\Header;

/**
 * What a peer speaks instead, when it speaks something else than its address
 * says.
 *
 * @internal
 */
final class Hint
{
    /** What tells an alert, and what tells a frame; no reply is shorter. */
    private const LENGTHS = [7, 10];

    /**
     * Looks at the first bytes of a reply, before anything waits for an end
     * that such a peer does not send.
     *
     * @throws ProtocolException when another protocol begins so
     * @throws TransportException
     */
    public static function check(Address $address, Connection $connection, Deadline $deadline): void
    {
        foreach (self::LENGTHS as $length) {
            $start = $connection->start($length, $deadline);
            $hint = self::of($address, $start);
            if ($hint !== '') {
                $wanted = $address->isHttp() ? 'an HTTP' : 'a Yar';
                throw new ProtocolException("not $wanted reply, it begins with \"" . \addcslashes($start, "\0..\37\"\\\177..\377") . "\"$hint");
            }
        }
    }

    /**
     * What a peer may speak that closes the connection without a word.
     */
    public static function ofSilence(Address $address): string
    {
        return match ($address->scheme) {
            'http' => "; is it a Yar service without HTTP that wants tcp://{$address->place()}, or one with TLS that wants https://?",
            'https' => '; does it speak TLS without HTTP, which PHP clients do not?',
            default => '',
        };
    }

    /**
     * To be put behind an error; empty where nothing is known.
     */
    private static function of(Address $address, string $start): string
    {
        $place = $address->place();
        $isHttp = \str_starts_with($start, 'HTTP/');

        return match (true) {
            $isHttp && $address->scheme === 'tcp' => "; the port speaks HTTP: write http://$place/",
            $isHttp && $address->scheme === 'unix' => '; the socket speaks HTTP, which unix:// addresses do not',
            $address->scheme === 'http' && Header::begins($start) => "; the port speaks Yar without HTTP: write tcp://$place",
            $address->scheme === 'https' && Header::begins($start) => '; the port speaks TLS without HTTP, which PHP clients do not: write its address with https:// or tcp://',
            $address->scheme === 'http' && self::isAlert($start) => '; the port speaks TLS: write https:// instead of http://',
            $address->scheme === 'tcp' && self::isAlert($start) => "; the port speaks TLS, which tcp:// addresses do not: write https://$place/ if there is HTTP within",
            default => '',
        };
    }

    /**
     * A fatal alert of any version of TLS. No frame begins so: its magic
     * number stands where the last of these bytes does.
     */
    private static function isAlert(string $start): bool
    {
        return \preg_match('/^\x15\x03.\x00\x02\x02[\x00-\x7f]/s', $start) === 1;
    }
}

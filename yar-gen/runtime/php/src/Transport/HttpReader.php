<?php

declare(strict_types=1);

namespace Yar\Transport;

use Yar\Exception\ProtocolException;
use Yar\Exception\TransportException;
use Yar\Exception\YarException;
use Yar\Protocol\Header;

/**
 * Reads one HTTP/1.x response: by length, in chunks, or until the end.
 *
 * @internal
 */
final class HttpReader
{
    private const MAX_LINE = 16_384;

    private const MAX_LINES = 200;

    private readonly int $limit;

    public function __construct(int $maxBody)
    {
        $this->limit = $maxBody + Header::LENGTH;
    }

    /**
     * The body, and whether the connection can be used again.
     *
     * @return array{string, bool}
     *
     * @throws TransportException
     * @throws ProtocolException
     */
    public function read(Connection $connection, Deadline $deadline): array
    {
        do {
            [$version, $status] = self::statusLine($connection->readLine(self::MAX_LINE, $deadline));
            $headers = $this->headers($connection, $deadline);
        } while ($status >= 100 && $status < 200);
        if ($status !== 200) {
            throw self::refusal($status, $headers, $connection, $deadline);
        }
        $wish = \strtolower($headers['connection'] ?? '');
        $keep = $version === '1.1' ? !\str_contains($wish, 'close') : \str_contains($wish, 'keep-alive');
        if (\strtolower($headers['transfer-encoding'] ?? '') === 'chunked') {
            return [$this->chunks($connection, $deadline), $keep];
        }
        if (isset($headers['content-length'])) {
            return [$connection->read($this->length($headers['content-length'], 10), $deadline), $keep];
        }

        return [$connection->readToEnd($this->limit, $deadline), false];
    }

    /**
     * @return array{string, int}
     */
    private static function statusLine(string $line): array
    {
        if (\preg_match('#^HTTP/(1\.[01]) ([1-5][0-9]{2})( |$)#D', $line, $match) !== 1) {
            throw new ProtocolException('not an HTTP reply, it begins with ' . self::quoted($line, 80));
        }

        return [$match[1], (int) $match[2]];
    }

    /**
     * Says what else the reply tells: where to go, or what went wrong.
     *
     * @param array<string, string> $headers
     */
    private static function refusal(int $status, array $headers, Connection $connection, Deadline $deadline): TransportException
    {
        $text = "the service answered with HTTP status $status, expected 200";
        if (isset($headers['location'])) {
            $text .= '; it points to ' . self::quoted($headers['location'], 200);
        }
        $length = $headers['content-length'] ?? '';
        if (\preg_match('/^[1-9][0-9]{0,8}$/D', $length) === 1) {
            try {
                $text .= '; its body begins with ' . self::quoted($connection->read(\min((int) $length, 200), $deadline), 200);
            } catch (YarException) {
                // The status is the news, not that its body was cut short.
            }
        }

        return new TransportException($text);
    }

    private static function quoted(string $bytes, int $most): string
    {
        return '"' . \addcslashes(\substr($bytes, 0, $most), "\0..\37\"\\\177..\377") . '"';
    }

    /**
     * @return array<string, string> by lower-case name
     */
    private function headers(Connection $connection, Deadline $deadline): array
    {
        $headers = [];
        for ($count = 0; $count < self::MAX_LINES; ++$count) {
            $line = $connection->readLine(self::MAX_LINE, $deadline);
            if ($line === '') {
                return $headers;
            }
            [$name, $value] = \explode(':', $line, 2) + [1 => ''];
            $headers[\strtolower(\rtrim($name))] = \trim($value);
        }

        throw new ProtocolException('the HTTP reply has more than ' . self::MAX_LINES . ' header lines');
    }

    private function chunks(Connection $connection, Deadline $deadline): string
    {
        $body = '';
        while (true) {
            $size = \trim(\explode(';', $connection->readLine(self::MAX_LINE, $deadline))[0]);
            $length = $this->length($size, 16);
            if ($length === 0) {
                $this->headers($connection, $deadline);

                return $body;
            }
            if (\strlen($body) + $length > $this->limit) {
                throw $this->tooLong();
            }
            $body .= $connection->read($length, $deadline);
            if ($connection->readLine(self::MAX_LINE, $deadline) !== '') {
                throw new ProtocolException('a chunk of the HTTP reply does not end where it should');
            }
        }
    }

    private function length(string $text, int $base): int
    {
        $digits = $base === 16 ? '/^0*([0-9a-f]{0,8})$/Di' : '/^0*([0-9]{0,9})$/D';
        if ($text === '' || \preg_match($digits, $text, $match) !== 1) {
            throw new ProtocolException('the HTTP reply has a length that is none or too large: "' . \addcslashes(\substr($text, 0, 40), "\0..\37\177..\377") . '"');
        }
        $length = \intval('0' . $match[1], $base);

        return $length <= $this->limit ? $length : throw $this->tooLong();
    }

    private function tooLong(): ProtocolException
    {
        return new ProtocolException("the HTTP reply is longer than $this->limit bytes");
    }
}

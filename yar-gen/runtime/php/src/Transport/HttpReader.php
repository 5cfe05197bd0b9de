<?php

declare(strict_types=1);

namespace Yar\Transport;

use Yar\Exception\ProtocolException;
use Yar\Exception\TransportException;
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
            throw new TransportException("the service answered with HTTP status $status, expected 200");
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
            throw new ProtocolException('not an HTTP reply, it begins with "' . \addcslashes(\substr($line, 0, 80), "\0..\37\"\\\177..\377") . '"');
        }

        return [$match[1], (int) $match[2]];
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

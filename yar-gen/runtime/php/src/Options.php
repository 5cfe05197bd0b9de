<?php

declare(strict_types=1);

namespace Yar;

use Yar\Exception\UsageException;

/**
 * Settings of a client. Times are in milliseconds.
 */
final class Options
{
    /** Longest body that Yar peers take. */
    public const MAX_BODY = 10_485_760;

    public readonly Packager $packager;

    /**
     * @param Packager|string $packager the packager, or its name in any case
     * @param int $connectTimeout limit for opening a connection
     * @param int $timeout limit for the whole call: connect, send, and the last byte of the reply
     * @param string $provider who calls; at most 32 bytes
     * @param string $token secret of the caller; at most 32 bytes
     * @param bool $keepAlive whether the connection is kept for the next call
     * @param array<string, string> $headers further HTTP header lines
     * @param int $maxBody longest body to accept; lower it to bound memory
     * @param ?\Closure(string): void $onOutput receives what a PHP service printed during the call
     * @param ?string $service which of several services of the server is called; without it the first one is, or that of the path
     */
    public function __construct(
        Packager|string $packager = Packager::Msgpack,
        public readonly int $connectTimeout = 1000,
        public readonly int $timeout = 5000,
        public readonly string $provider = '',
        #[\SensitiveParameter]
        public readonly string $token = '',
        public readonly bool $keepAlive = true,
        public readonly array $headers = [],
        public readonly int $maxBody = self::MAX_BODY,
        public readonly ?\Closure $onOutput = null,
        public readonly ?string $service = null,
    ) {
        $this->packager = $packager instanceof Packager ? $packager : self::packager($packager);
        self::checkRange('connectTimeout', $connectTimeout, 86_400_000);
        self::checkRange('timeout', $timeout, 86_400_000);
        self::checkRange('maxBody', $maxBody, self::MAX_BODY);
        self::checkField('provider', $provider);
        self::checkField('token', $token);
        self::checkService($service);
        foreach ($headers as $name => $value) {
            self::checkHeader((string) $name, $value);
        }
    }

    private static function packager(string $name): Packager
    {
        $known = \implode(', ', \array_column(Packager::cases(), 'value'));

        return Packager::named($name)
            ?? throw new UsageException("option packager is one of $known, got " . self::quoted($name));
    }

    private static function checkRange(string $option, int $value, int $most): void
    {
        if ($value < 1 || $value > $most) {
            throw new UsageException("option $option must be from 1 to $most, got $value");
        }
    }

    private static function checkField(string $option, string $value): void
    {
        if (\strlen($value) > 32) {
            throw new UsageException("option $option takes at most 32 bytes, got " . \strlen($value));
        }
    }

    private static function checkService(?string $name): void
    {
        if ($name !== null && \preg_match('/^[^.\p{Cc}]+(\.[^.\p{Cc}]+)*$/Du', $name) !== 1) {
            throw new UsageException('option service is the name of a service, such as "Orders", or "shop.Orders" with its package, got ' . self::quoted($name)
                . '; leave the option out to call the first service');
        }
    }

    private static function quoted(string $text): string
    {
        return '"' . \addcslashes(\substr($text, 0, 40), "\0..\37\"\\\177..\377") . '"';
    }

    private static function checkHeader(string $name, string $value): void
    {
        if (\preg_match('/^[!#$%&\'*+.^_`|~0-9A-Za-z-]+$/D', $name) !== 1 || \preg_match('/[\x00-\x08\x0a-\x1f\x7f]/', $value) === 1) {
            throw new UsageException('option headers holds a line that HTTP does not allow: ' . \addcslashes($name, "\0..\37\177..\377"));
        }
    }
}

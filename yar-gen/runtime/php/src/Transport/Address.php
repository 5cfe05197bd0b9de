<?php

declare(strict_types=1);

namespace Yar\Transport;

use Yar\Exception\UsageException;

/**
 * Where a service is, read from its URI.
 *
 * @internal
 */
final class Address
{
    private const PORTS = ['http' => 80, 'https' => 443];

    private function __construct(
        public readonly string $scheme,
        public readonly string $host,
        public readonly int $port,
        public readonly string $path,
        public readonly string $user,
        #[\SensitiveParameter]
        public readonly string $password,
    ) {}

    /**
     * @throws UsageException
     */
    public static function parse(#[\SensitiveParameter] string $uri): self
    {
        $scheme = \strtolower(\explode('://', $uri, 2)[0]);
        if ($scheme === 'unix' && \preg_match('#^unix://(/[^\x00]+)$#Di', $uri, $match) === 1) {
            return new self('unix', '', 0, $match[1], '', '');
        }
        $parts = \preg_match('/[\x00-\x20\x7f]/', $uri) === 1 ? false : \parse_url($uri);
        $host = $parts['host'] ?? '';
        $port = $parts['port'] ?? self::PORTS[$scheme] ?? 0;
        if (!\is_array($parts) || !\in_array($scheme, ['tcp', 'http', 'https'], true) || $host === '' || $port < 1) {
            throw new UsageException('an address is tcp://host:port, unix:///path, http://host/path or https://host/path; this one is none of them: ' . self::quote($uri));
        }
        $path = ($parts['path'] ?? '/') . (isset($parts['query']) ? '?' . $parts['query'] : '');
        // Parts of the URI are cut to the 32 bytes that the header has for them.
        $user = \substr($parts['user'] ?? '', 0, 32);

        return new self($scheme, $host, $port, $path, $user, \substr($parts['pass'] ?? '', 0, 32));
    }

    public function isHttp(): bool
    {
        return $this->scheme === 'http' || $this->scheme === 'https';
    }

    /**
     * The address in PHP's own notation.
     */
    public function socket(): string
    {
        return match ($this->scheme) {
            'unix' => 'unix://' . $this->path,
            'https' => "tls://{$this->place()}",
            default => "tcp://{$this->place()}",
        };
    }

    /**
     * Host and port, as every other scheme has them.
     */
    public function place(): string
    {
        return "$this->host:$this->port";
    }

    /**
     * The address as messages show it: without user and password.
     */
    public function display(): string
    {
        return $this->scheme === 'unix' ? $this->socket() : "$this->scheme://{$this->place()}";
    }

    /**
     * The beginning of a URI without user and password, in any of the ways to
     * get them wrong.
     */
    private static function quote(string $uri): string
    {
        $place = \preg_replace('#^([^/]*//)?.*@#s', '$1', $uri) ?? '';

        return '"' . \addcslashes(\substr($place, 0, 80), "\0..\37\"\\\177..\377") . '"';
    }
}

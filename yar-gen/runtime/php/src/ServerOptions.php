<?php

declare(strict_types=1);

namespace Yar;

/**
 * Settings of a server.
 */
final class ServerOptions
{
    /**
     * @param ?\Closure(string, string): bool $authenticate whether a caller with this provider and this token may pass; without it all may
     * @param ?\Closure(\Throwable): void $onError hears of what a method threw and the contract does not name; without it PHP's error log does
     * @param int $maxBody longest request to accept, in bytes
     */
    public function __construct(
        public readonly ?\Closure $authenticate = null,
        public readonly ?\Closure $onError = null,
        public readonly int $maxBody = Options::MAX_BODY,
    ) {}
}

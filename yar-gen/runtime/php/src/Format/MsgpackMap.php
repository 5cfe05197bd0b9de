<?php

declare(strict_types=1);

namespace Yar\Format;

/**
 * Entries that are a map whatever their keys look like.
 *
 * @internal
 */
final class MsgpackMap
{
    /**
     * @param array<mixed> $entries
     * @param bool $stringKeys whether keys that look like integers are strings
     */
    public function __construct(
        public readonly array $entries,
        public readonly bool $stringKeys,
    ) {}
}

<?php

declare(strict_types=1);

namespace Yar\Format;

use Yar\Exception\PackagerException;
use Yar\Exception\ValueException;

/**
 * One packager: what values look like in it, and the bytes.
 *
 * Types build the value to pack with the small methods, so that `pack` meets
 * only what it can write.
 *
 * @internal
 */
interface Format
{
    /** Levels of nesting that are read and written. */
    public const MAX_DEPTH = 512;

    /**
     * @throws PackagerException
     */
    public function pack(mixed $value): string;

    /**
     * @throws PackagerException
     */
    public function unpack(string $bytes): mixed;

    /**
     * A string of unknown contents.
     *
     * @throws ValueException when the packager cannot carry it
     */
    public function text(string $value): string;

    /**
     * @throws ValueException when the packager cannot carry it
     */
    public function float(float $value): float;

    /**
     * Decimal text of an integer above PHP's largest.
     */
    public function unsigned(string $decimal): mixed;

    public function writeBytes(string $bytes): string;

    /**
     * @throws ValueException
     */
    public function readBytes(string $value): string;

    /**
     * Marks entries as a map, also when they look like a list or are none.
     *
     * @param array<mixed> $entries
     * @param bool $stringKeys whether keys that look like integers are strings
     */
    public function map(array $entries, bool $stringKeys): mixed;
}

<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * A backed enum that is open: raw values this version does not know stay raw.
 *
 * @internal
 *
 * @template T of \BackedEnum
 * @template R of int|string
 *
 * @implements Codec<T|R>
 */
final class EnumType implements Codec
{
    /**
     * @param class-string<T> $class
     * @param Codec<R> $raw
     */
    public function __construct(private readonly string $class, private readonly Codec $raw) {}

    public function encode(mixed $value, Format $format): mixed
    {
        if ($value instanceof \BackedEnum && !$value instanceof $this->class) {
            throw ValueException::expected($this->class, $value);
        }

        return $this->raw->encode($value instanceof \BackedEnum ? $value->value : $value, $format);
    }

    /**
     * @return T|R
     */
    public function decode(mixed $value, Format $format): \BackedEnum|int|string
    {
        $raw = $this->raw->decode($value, $format);
        // Only a u64 above PHP's integers is text in an integer enum, and no case can have it.
        if (\is_string($raw) && !$this->raw instanceof StringType) {
            return $raw;
        }

        return ($this->class)::tryFrom($raw) ?? $raw;
    }
}

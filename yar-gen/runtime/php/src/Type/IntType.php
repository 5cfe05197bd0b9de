<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * An integer that always fits PHP's.
 *
 * @internal
 *
 * @implements Codec<int>
 */
final class IntType implements Codec
{
    /** From here on not every integer is a float. */
    private const EXACT_FLOATS = 9_007_199_254_740_992.0;

    public function __construct(
        private readonly string $name,
        private readonly int $least,
        private readonly int $most,
    ) {}

    public function encode(mixed $value, Format $format): int
    {
        return \is_int($value) ? $this->check($value) : throw ValueException::expected($this->name, $value);
    }

    public function decode(mixed $value, Format $format): int
    {
        return $this->check(self::exact($value) ?? throw ValueException::expected($this->name, $value));
    }

    /**
     * The integer that a value stands for without loss, or null.
     */
    public static function exact(mixed $value): ?int
    {
        if (\is_int($value)) {
            return $value;
        }
        if (\is_float($value)) {
            return \abs($value) < self::EXACT_FLOATS && \floor($value) === $value ? (int) $value : null;
        }

        return \is_string($value) && (string) (int) $value === $value ? (int) $value : null;
    }

    private function check(int $value): int
    {
        if ($value < $this->least || $value > $this->most) {
            throw ValueException::expected("$this->name from $this->least to $this->most", $value);
        }

        return $value;
    }
}

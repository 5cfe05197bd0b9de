<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * A float; f32 is rounded to its precision and travels widened.
 *
 * @internal
 *
 * @implements Codec<float>
 */
final class FloatType implements Codec
{
    private const SINGLE_MOST = 3.4028235677973366e38;

    public function __construct(private readonly bool $single) {}

    public function encode(mixed $value, Format $format): float
    {
        if (!\is_float($value) && !\is_int($value)) {
            throw ValueException::expected($this->single ? 'f32' : 'f64', $value);
        }

        return $format->float($this->single ? self::narrow((float) $value) : (float) $value);
    }

    public function decode(mixed $value, Format $format): float
    {
        if (\is_float($value)) {
            return $value;
        }
        if (\is_int($value) || (\is_string($value) && \is_numeric($value) && \trim($value) === $value)) {
            return (float) $value;
        }

        throw ValueException::expected($this->single ? 'f32' : 'f64', $value);
    }

    private static function narrow(float $value): float
    {
        if (\is_finite($value) && \abs($value) >= self::SINGLE_MOST) {
            throw ValueException::expected('a number in the range of f32', $value);
        }
        /** @var array{1: float} $parts */
        $parts = \unpack('G', \pack('G', $value));

        return $parts[1];
    }
}

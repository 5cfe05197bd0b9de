<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * A 64-bit unsigned integer: an int as long as it fits, else decimal text.
 *
 * @internal
 *
 * @implements Codec<int|numeric-string>
 */
final class UnsignedType implements Codec
{
    private const MOST = '18446744073709551615';

    public function encode(mixed $value, Format $format): mixed
    {
        if (!\is_int($value) && !\is_string($value)) {
            throw ValueException::expected('u64', $value);
        }
        $number = self::normal($value);

        return \is_string($number) ? $format->unsigned($number) : $number;
    }

    public function decode(mixed $value, Format $format): int|string
    {
        return self::normal($value);
    }

    /**
     * @return int|numeric-string
     */
    private static function normal(mixed $value): int|string
    {
        $int = IntType::exact($value);
        if ($int !== null && $int >= 0) {
            return $int;
        }
        $large = \is_string($value) && \preg_match('/^[1-9][0-9]{18,19}$/D', $value) === 1
            && (\strlen($value) < 20 || \strcmp($value, self::MOST) <= 0);

        return $large && \is_numeric($value) ? $value : throw ValueException::expected('u64 from 0 to ' . self::MOST, $value);
    }
}

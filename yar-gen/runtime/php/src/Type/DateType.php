<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * A day of the calendar, as `YYYY-MM-DD`.
 *
 * @internal
 *
 * @implements Codec<string>
 */
final class DateType implements Codec
{
    public function encode(mixed $value, Format $format): string
    {
        return self::check($value);
    }

    public function decode(mixed $value, Format $format): string
    {
        if (\is_array($value) && isset($value['timezone_type'])) {
            throw new ValueException('expected a day such as "2026-11-30", got a date object of PHP: let the other side send `$date->format(\'Y-m-d\')`');
        }

        return self::check($value);
    }

    private static function check(mixed $value): string
    {
        if (\is_string($value) && \preg_match('/^(\d{4})-(\d\d)-(\d\d)$/D', $value, $match) === 1) {
            // The year 0 is a leap year, and `checkdate` does not know it.
            if (\checkdate((int) $match[2], (int) $match[3], (int) $match[1] ?: 4)) {
                return $value;
            }
        }

        throw ValueException::expected('a day such as "2026-11-30"', $value);
    }
}

<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * UTF-8 text.
 *
 * @internal
 *
 * @implements Codec<string>
 */
final class StringType implements Codec
{
    public function encode(mixed $value, Format $format): string
    {
        return self::check($value);
    }

    public function decode(mixed $value, Format $format): string
    {
        return self::check($value);
    }

    /**
     * Whether a string is UTF-8; asks PCRE, which every PHP has.
     */
    public static function isText(string $value): bool
    {
        return \preg_match('//u', $value) === 1;
    }

    private static function check(mixed $value): string
    {
        if (!\is_string($value)) {
            throw ValueException::expected('string', $value);
        }

        return self::isText($value) ? $value : throw ValueException::expected('UTF-8 (declare the type bytes for raw data)', $value);
    }
}

<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * Raw bytes; base64 where the packager has only text.
 *
 * @internal
 *
 * @implements Codec<string>
 */
final class BytesType implements Codec
{
    public function encode(mixed $value, Format $format): string
    {
        return \is_string($value) ? $format->writeBytes($value) : throw ValueException::expected('bytes', $value);
    }

    public function decode(mixed $value, Format $format): string
    {
        return match (true) {
            \is_string($value) => $format->readBytes($value),
            \is_array($value) && self::areBytes($value) => \implode('', \array_map(\chr(...), $value)),
            default => throw ValueException::expected('bytes', $value),
        };
    }

    /**
     * Whether these are numbers of bytes, which is how some peers send them.
     *
     * @param array<mixed> $values
     */
    private static function areBytes(array $values): bool
    {
        foreach ($values as $value) {
            if (!\is_int($value) || $value < 0 || $value > 255) {
                return false;
            }
        }

        return \array_is_list($values);
    }
}

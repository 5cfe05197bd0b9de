<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * @internal
 *
 * @implements Codec<bool>
 */
final class BoolType implements Codec
{
    public function encode(mixed $value, Format $format): bool
    {
        return \is_bool($value) ? $value : throw ValueException::expected('bool', $value);
    }

    public function decode(mixed $value, Format $format): bool
    {
        return match ($value) {
            true, 1 => true,
            false, 0 => false,
            default => throw ValueException::expected('bool', $value),
        };
    }
}

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
        return \is_string($value) ? $format->readBytes($value) : throw ValueException::expected('bytes', $value);
    }
}

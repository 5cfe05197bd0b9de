<?php

declare(strict_types=1);

namespace Yar\Format;

use Yar\Exception\PackagerException;
use Yar\Exception\ValueException;
use Yar\Type\StringType;

/**
 * @internal
 */
final class JsonFormat implements Format
{
    private const FLAGS = \JSON_THROW_ON_ERROR | \JSON_PRESERVE_ZERO_FRACTION | \JSON_UNESCAPED_SLASHES
        | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_LINE_TERMINATORS;

    public function pack(mixed $value): string
    {
        try {
            return \json_encode($value, self::FLAGS, self::MAX_DEPTH);
        } catch (\JsonException $error) {
            throw new PackagerException('JSON cannot be written: ' . \lcfirst($error->getMessage()), 0, $error);
        }
    }

    public function unpack(string $bytes): mixed
    {
        try {
            return \json_decode($bytes, true, self::MAX_DEPTH, \JSON_THROW_ON_ERROR | \JSON_BIGINT_AS_STRING);
        } catch (\JsonException $error) {
            throw new PackagerException('JSON cannot be read: ' . \lcfirst($error->getMessage()), 0, $error);
        }
    }

    public function text(string $value): string
    {
        return StringType::isText($value) ? $value : throw ValueException::expected('UTF-8, all that JSON carries', $value);
    }

    public function float(float $value): float
    {
        return \is_finite($value) ? $value : throw ValueException::expected('a finite number, all that JSON carries', $value);
    }

    public function unsigned(string $decimal): string
    {
        return $decimal;
    }

    public function writeBytes(string $bytes): string
    {
        return \base64_encode($bytes);
    }

    public function readBytes(string $value): string
    {
        $bytes = \base64_decode($value, true);

        return $bytes !== false ? $bytes : throw ValueException::expected('base64 text', $value);
    }

    /**
     * Only what looks like a list needs to become an object; objects would
     * lose keys that begin with NUL.
     *
     * @param array<mixed> $entries
     *
     * @return array<mixed>|\stdClass
     */
    public function map(array $entries, bool $stringKeys): array|\stdClass
    {
        return \array_is_list($entries) ? (object) $entries : $entries;
    }
}

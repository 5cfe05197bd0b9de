<?php

declare(strict_types=1);

namespace Yar\Format;

use Yar\Exception\PackagerException;

/**
 * PHP's own serialize format. Nothing is ever instantiated: objects are read
 * as maps of their properties.
 *
 * @internal
 */
final class PhpFormat implements Format
{
    public function pack(mixed $value): string
    {
        return \serialize($value);
    }

    public function unpack(string $bytes): mixed
    {
        // Silenced, because bytes from the network must not print anything.
        $value = @\unserialize($bytes, ['allowed_classes' => false, 'max_depth' => self::MAX_DEPTH]);
        if ($value === false && !\str_starts_with($bytes, 'b:0;')) {
            throw new PackagerException('PHP cannot be read: ' . \strlen($bytes) . ' bytes that are no serialized value');
        }

        // Only objects and references need a second look, and both have a colon after their letter.
        return \preg_match('/[OCERr]:/', $bytes) === 1 ? (new PhpObject(\strlen($bytes)))->toPlain($value, 0) : $value;
    }

    public function text(string $value): string
    {
        return $value;
    }

    public function float(float $value): float
    {
        return $value;
    }

    public function unsigned(string $decimal): string
    {
        return $decimal;
    }

    public function writeBytes(string $bytes): string
    {
        return $bytes;
    }

    public function readBytes(string $value): string
    {
        return $value;
    }

    /**
     * @param array<mixed> $entries
     *
     * @return array<mixed>
     */
    public function map(array $entries, bool $stringKeys): array
    {
        return $entries;
    }
}

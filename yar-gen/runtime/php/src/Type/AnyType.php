<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * Any value: null, scalars, and arrays of those. A `stdClass` is a map, which
 * tells an empty map from an empty list.
 *
 * @internal
 *
 * @implements Codec<mixed>
 */
final class AnyType implements Codec
{
    /** Levels inside the argument list; JSON peers stop at 512 in all. */
    private const MAX_DEPTH = 500;

    public function encode(mixed $value, Format $format): mixed
    {
        return $this->encodeLevel($value, $format, 0);
    }

    public function decode(mixed $value, Format $format): mixed
    {
        return $value;
    }

    private function encodeLevel(mixed $value, Format $format, int $depth): mixed
    {
        return match (true) {
            \is_string($value) => $format->text($value),
            \is_float($value) => $format->float($value),
            \is_int($value), \is_bool($value), $value === null => $value,
            \is_array($value) => $this->encodeArray($value, $format, $depth, \array_is_list($value)),
            $value instanceof \stdClass => $this->encodeArray((array) $value, $format, $depth, false),
            $value instanceof \BackedEnum => $value->value,
            default => throw ValueException::expected('null, bool, number, string, array or stdClass', $value),
        };
    }

    /**
     * @param array<mixed> $values
     */
    private function encodeArray(array $values, Format $format, int $depth, bool $isList): mixed
    {
        if ($depth >= self::MAX_DEPTH) {
            throw new ValueException('nested more than ' . self::MAX_DEPTH . ' levels deep');
        }
        $encoded = [];
        foreach ($values as $key => $value) {
            try {
                $key = \is_string($key) ? $format->text($key) : $key;
                $encoded[$key] = $this->encodeLevel($value, $format, $depth + 1);
            } catch (ValueException $error) {
                throw $error->at($key);
            }
        }

        return $isList ? \array_values($encoded) : $format->map($encoded, false);
    }
}

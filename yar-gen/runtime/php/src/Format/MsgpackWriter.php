<?php

declare(strict_types=1);

namespace Yar\Format;

use Yar\Exception\PackagerException;

/**
 * Writes MessagePack in its shortest forms; strings are str, never bin.
 *
 * @internal
 */
final class MsgpackWriter
{
    public function write(mixed $value, int $depth = 0): string
    {
        return match (true) {
            \is_int($value) => self::integer($value),
            \is_string($value) => self::string($value),
            \is_array($value) => \array_is_list($value) ? $this->list($value, $depth) : $this->map($value, false, $depth),
            $value === null => "\xc0",
            \is_bool($value) => $value ? "\xc3" : "\xc2",
            \is_float($value) => "\xcb" . \pack('E', $value),
            $value instanceof MsgpackMap => $this->map($value->entries, $value->stringKeys, $depth),
            $value instanceof MsgpackUnsigned => "\xcf" . $value->toBytes(),
            default => throw new PackagerException('MSGPACK cannot carry ' . \get_debug_type($value)),
        };
    }

    /**
     * @param list<mixed> $values
     */
    private function list(array $values, int $depth): string
    {
        self::checkDepth($depth);
        $count = \count($values);
        $bytes = match (true) {
            $count < 16 => \chr(0x90 | $count),
            $count < 0x1_0000 => "\xdc" . \pack('n', $count),
            default => "\xdd" . \pack('N', $count),
        };
        foreach ($values as $value) {
            $bytes .= $this->write($value, $depth + 1);
        }

        return $bytes;
    }

    /**
     * @param array<mixed> $entries
     */
    private function map(array $entries, bool $stringKeys, int $depth): string
    {
        self::checkDepth($depth);
        $count = \count($entries);
        $bytes = match (true) {
            $count < 16 => \chr(0x80 | $count),
            $count < 0x1_0000 => "\xde" . \pack('n', $count),
            default => "\xdf" . \pack('N', $count),
        };
        foreach ($entries as $key => $value) {
            $bytes .= $stringKeys || \is_string($key) ? self::string((string) $key) : self::integer($key);
            $bytes .= $this->write($value, $depth + 1);
        }

        return $bytes;
    }

    private static function integer(int $value): string
    {
        if ($value >= 0) {
            return match (true) {
                $value < 0x80 => \chr($value),
                $value < 0x100 => "\xcc" . \chr($value),
                $value < 0x1_0000 => "\xcd" . \pack('n', $value),
                $value < 0x1_0000_0000 => "\xce" . \pack('N', $value),
                default => "\xcf" . \pack('J', $value),
            };
        }

        return match (true) {
            $value >= -0x20 => \chr($value & 0xff),
            $value >= -0x80 => "\xd0" . \chr($value & 0xff),
            $value >= -0x8000 => "\xd1" . \pack('n', $value & 0xffff),
            $value >= -0x8000_0000 => "\xd2" . \pack('N', $value & 0xffff_ffff),
            default => "\xd3" . \pack('J', $value),
        };
    }

    private static function string(string $value): string
    {
        $length = \strlen($value);

        return match (true) {
            $length < 32 => \chr(0xa0 | $length),
            $length < 0x100 => "\xd9" . \chr($length),
            $length < 0x1_0000 => "\xda" . \pack('n', $length),
            default => "\xdb" . \pack('N', $length),
        } . $value;
    }

    private static function checkDepth(int $depth): void
    {
        if ($depth >= Format::MAX_DEPTH) {
            throw new PackagerException('MSGPACK cannot be written: nested more than ' . Format::MAX_DEPTH . ' levels deep');
        }
    }
}

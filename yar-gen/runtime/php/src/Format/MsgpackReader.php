<?php

declare(strict_types=1);

namespace Yar\Format;

use Yar\Exception\PackagerException;

/**
 * Reads MessagePack into what PHP arrays can hold.
 *
 * Every length is compared with the bytes that are left before anything is
 * done with it. Objects of PHP's msgpack extension are read as maps.
 *
 * @internal
 */
final class MsgpackReader
{
    private int $offset = 0;

    private readonly int $length;

    public function __construct(private readonly string $bytes)
    {
        $this->length = \strlen($bytes);
    }

    /**
     * The value that is all there is.
     *
     * @throws PackagerException
     */
    public function readAll(): mixed
    {
        $value = $this->read(0);
        $left = $this->length - $this->offset;
        if ($left > 0) {
            throw $this->broken("$left bytes after the value");
        }

        return $value;
    }

    private function read(int $depth): mixed
    {
        if ($this->offset === $this->length) {
            throw $this->broken('a value expected');
        }
        $type = \ord($this->bytes[$this->offset++]);

        return match (true) {
            $type < 0x80 => $type,
            $type < 0x90 => $this->map($type & 0x0f, $depth),
            $type < 0xa0 => $this->list($type & 0x0f, $depth),
            $type < 0xc0 => $this->take($type & 0x1f),
            $type >= 0xe0 => $type - 0x100,
            default => $this->readTyped($type, $depth),
        };
    }

    private function readTyped(int $type, int $depth): mixed
    {
        return match ($type) {
            0xc0 => null,
            0xc2 => false,
            0xc3 => true,
            0xc4, 0xd9 => $this->take($this->number(1)),
            0xc5, 0xda => $this->take($this->number(2)),
            0xc6, 0xdb => $this->take($this->number(4)),
            0xca => $this->float('G', 4),
            0xcb => $this->float('E', 8),
            0xcc => $this->number(1),
            0xcd => $this->number(2),
            0xce => $this->number(4),
            0xcf => $this->unsigned(),
            0xd0 => $this->signed(1),
            0xd1 => $this->signed(2),
            0xd2 => $this->signed(4),
            0xd3 => $this->number(8),
            0xdc => $this->list($this->number(2), $depth),
            0xdd => $this->list($this->number(4), $depth),
            0xde => $this->map($this->number(2), $depth),
            0xdf => $this->map($this->number(4), $depth),
            0xc7 => $this->skipExtension($this->number(1)),
            0xc8 => $this->skipExtension($this->number(2)),
            0xc9 => $this->skipExtension($this->number(4)),
            0xd4, 0xd5, 0xd6, 0xd7, 0xd8 => $this->skipExtension(1 << ($type - 0xd4)),
            default => throw $this->broken(\sprintf('%02x is no type', $type)),
        };
    }

    /**
     * @return list<mixed>
     */
    private function list(int $count, int $depth): array
    {
        $this->checkContainer($count, $depth);
        $values = [];
        while ($count-- > 0) {
            $values[] = $this->read($depth + 1);
        }

        return $values;
    }

    /**
     * @return array<mixed>
     */
    private function map(int $count, int $depth): array
    {
        $this->checkContainer(2 * $count, $depth);
        $entries = [];
        $isObject = false;
        while ($count-- > 0) {
            $key = $this->read($depth + 1);
            $value = $this->read($depth + 1);
            if ($key === null) {
                $isObject = true;
                $this->checkMarker($value);
            } else {
                $entries[$this->key($key)] = $value;
            }
        }

        return $isObject ? PhpObject::publicNames($entries) : $entries;
    }

    /**
     * A key as PHP's own msgpack extension reads it.
     */
    private function key(mixed $key): int|string
    {
        return match (true) {
            \is_int($key), \is_string($key) => $key,
            \is_bool($key) => (int) $key,
            \is_float($key) => \is_nan($key) ? 'NAN' : (string) $key,
            default => throw $this->broken('a key is a container'),
        };
    }

    /**
     * The nil key of an object holds its class, or 1 for an array that PHP
     * keeps by reference. Other numbers stand for an object sent before.
     */
    private function checkMarker(mixed $marker): void
    {
        if (\is_int($marker) && $marker !== 1) {
            throw $this->broken('the service sent the same object twice; let it send copies');
        }
    }

    private function number(int $size): int
    {
        $bytes = $this->take($size);
        $number = 0;
        for ($index = 0; $index < $size; ++$index) {
            $number = ($number << 8) | \ord($bytes[$index]);
        }

        return $number;
    }

    private function signed(int $size): int
    {
        $number = $this->number($size);
        $limit = 1 << (8 * $size - 1);

        return $number < $limit ? $number : $number - 2 * $limit;
    }

    private function unsigned(): int|string
    {
        $number = $this->number(8);

        return $number >= 0 ? $number : \sprintf('%u', $number);
    }

    private function float(string $layout, int $size): float
    {
        /** @var array{1: float} $parts */
        $parts = \unpack($layout, $this->take($size));

        return $parts[1];
    }

    private function skipExtension(int $length): mixed
    {
        $this->take(1);
        $this->take($length);

        return null;
    }

    private function take(int $length): string
    {
        if ($length > $this->length - $this->offset) {
            throw $this->broken("$length bytes expected");
        }
        $bytes = \substr($this->bytes, $this->offset, $length);
        $this->offset += $length;

        return $bytes;
    }

    private function checkContainer(int $values, int $depth): void
    {
        if ($values > $this->length - $this->offset) {
            throw $this->broken("$values values expected");
        }
        if ($depth >= Format::MAX_DEPTH) {
            throw $this->broken('nested more than ' . Format::MAX_DEPTH . ' levels deep');
        }
    }

    private function broken(string $reason): PackagerException
    {
        return new PackagerException("MSGPACK cannot be read: $reason at byte $this->offset of " . $this->length);
    }
}

<?php

declare(strict_types=1);

namespace Yar\Format;

/**
 * @internal
 */
final class MsgpackFormat implements Format
{
    public function pack(mixed $value): string
    {
        return (new MsgpackWriter())->write($value);
    }

    public function unpack(string $bytes): mixed
    {
        return (new MsgpackReader($bytes))->readAll();
    }

    public function text(string $value): string
    {
        return $value;
    }

    public function float(float $value): float
    {
        return $value;
    }

    public function unsigned(string $decimal): MsgpackUnsigned
    {
        return new MsgpackUnsigned($decimal);
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
     * The empty map is written as an empty list: PHP peers turn a real one
     * into an object.
     *
     * @param array<mixed> $entries
     *
     * @return array<mixed>|MsgpackMap
     */
    public function map(array $entries, bool $stringKeys): array|MsgpackMap
    {
        return $entries === [] ? [] : new MsgpackMap($entries, $stringKeys);
    }
}

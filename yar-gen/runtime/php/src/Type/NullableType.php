<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Format\Format;

/**
 * A value or null.
 *
 * @internal
 *
 * @template T
 *
 * @implements Codec<T|null>
 */
final class NullableType implements Codec
{
    /**
     * @param Codec<T> $type
     */
    public function __construct(private readonly Codec $type) {}

    public function encode(mixed $value, Format $format): mixed
    {
        return $value === null ? null : $this->type->encode($value, $format);
    }

    /**
     * @return T|null
     */
    public function decode(mixed $value, Format $format): mixed
    {
        return $value === null ? null : $this->type->decode($value, $format);
    }
}

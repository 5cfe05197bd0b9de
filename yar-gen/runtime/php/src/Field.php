<?php

declare(strict_types=1);

namespace Yar;

use Yar\Type\Codec;
use Yar\Type\NullableType;

/**
 * A field of a struct, a datum of an error, or a parameter of a served method.
 */
final class Field
{
    /**
     * @param string $name name on the wire
     * @param Codec<mixed> $type
     * @param bool $optional whether writers leave it out when it has no value
     * @param bool $mayMiss whether readers accept that it is not there
     */
    private function __construct(
        public readonly string $name,
        public readonly Codec $type,
        private readonly bool $optional,
        public readonly bool $mayMiss,
    ) {}

    /**
     * Always there; one that may be null reads as null when it is missing.
     *
     * @param Codec<mixed> $type
     */
    public static function required(string $name, Codec $type): self
    {
        return new self($name, $type, false, false);
    }

    /**
     * Left out when it has no value: null, or {@see Absent} where null is a value.
     *
     * @param Codec<mixed> $type
     */
    public static function optional(string $name, Codec $type): self
    {
        return new self($name, $type, true, true);
    }

    /**
     * Always written; a missing one takes the default of the constructor.
     *
     * @param Codec<mixed> $type
     */
    public static function defaulted(string $name, Codec $type): self
    {
        return new self($name, $type, false, true);
    }

    /**
     * Whether a writer leaves out this value.
     */
    public function leavesOut(mixed $value): bool
    {
        return $this->optional && self::isNone($this->type, $value);
    }

    /**
     * Whether the value stands for none: where null is a value, only
     * {@see Absent} does.
     *
     * @param Codec<mixed> $type
     */
    public static function isNone(Codec $type, mixed $value): bool
    {
        return $value === Absent::Absent || ($value === null && !$type instanceof NullableType);
    }
}

<?php

declare(strict_types=1);

namespace Yar;

use Yar\Type\Codec;

/**
 * A generated value class that travels as a map.
 */
interface Struct
{
    /**
     * Types of the fields by their names on the wire.
     *
     * @return array<string, Codec<mixed>>
     */
    public static function fields(): array;

    /**
     * Makes an object of values that have their declared types already.
     *
     * @param array<string, mixed> $data values by their names on the wire
     */
    public static function fromArray(array $data): self;

    /**
     * The values by their names on the wire; nested structs stay objects.
     *
     * @return array<string, mixed>
     */
    public function toArray(): array;
}

<?php

declare(strict_types=1);

namespace Yar;

use Yar\Type\Codec;

/**
 * A generated value class that travels as a map.
 *
 * Its constructor takes the fields in the order of {@see Struct::fields()}.
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
     * The values by their names on the wire; nested structs stay objects.
     *
     * @return array<string, mixed>
     */
    public function toArray(): array;
}

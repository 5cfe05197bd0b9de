<?php

declare(strict_types=1);

namespace Yar;

/**
 * A generated value class that travels as a map.
 */
interface Struct
{
    /**
     * The fields by the names of the properties, which are those of the
     * constructor's parameters, too; in the order of the contract.
     *
     * @return array<string, Field>
     */
    public static function fields(): array;

    /**
     * The values by their names on the wire; nested structs stay objects.
     *
     * @return array<mixed>
     */
    public function toArray(): array;
}

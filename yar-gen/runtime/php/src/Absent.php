<?php

declare(strict_types=1);

namespace Yar;

/**
 * Stands where a value was left out, as opposed to null.
 */
enum Absent implements \JsonSerializable
{
    case Absent;

    /**
     * JSON has no form for it: null would be a value, and only what holds it
     * can leave it out.
     */
    public function jsonSerialize(): never
    {
        throw new \LogicException('a field that was left out has no JSON: encode toArray() of its struct, which leaves it out');
    }
}

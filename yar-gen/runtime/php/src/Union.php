<?php

declare(strict_types=1);

namespace Yar;

use Yar\Type\Codec;

/**
 * One of several values. A generated interface extends this one; each case is
 * a class that implements it, and so are the cases that this version does not
 * know.
 *
 * A case with a value has it in its property `value`; an unknown one also has
 * the name in `tag`.
 */
interface Union
{
    /** Key that holds the name of the case; without one the case is the only key. */
    public const TAG = null;

    /** Classes of the cases by their names on the wire. */
    public const CASES = [];

    /** Class of the cases that this version does not know. */
    public const UNKNOWN = '';

    /**
     * Type of the value; null for a case without one.
     *
     * @return Codec<mixed>|null
     */
    public static function type(): ?Codec;
}

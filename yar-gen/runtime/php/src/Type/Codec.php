<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * One declared type: checks and converts values on their way out and in.
 *
 * Out it is strict, in it takes what other Yar implementations are known to
 * send for the type.
 *
 * @template-covariant T
 */
interface Codec
{
    /**
     * The value as the packager wants it.
     *
     * @throws ValueException
     */
    public function encode(mixed $value, Format $format): mixed;

    /**
     * The value as the program wants it.
     *
     * @return T
     *
     * @throws ValueException
     */
    public function decode(mixed $value, Format $format): mixed;
}

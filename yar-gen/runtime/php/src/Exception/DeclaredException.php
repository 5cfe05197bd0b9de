<?php

declare(strict_types=1);

namespace Yar\Exception;

/**
 * An error that the contract declares; generated classes fill in the constants.
 */
abstract class DeclaredException extends ServerException
{
    /** Number by which the error is recognised. */
    public const CODE = 0;

    /** Name of the error on the wire. */
    public const NAME = '';

    /** Text when the service gives none. */
    public const MESSAGE = '';

    final public function __construct(?string $message = null)
    {
        parent::__construct($message ?? static::MESSAGE, 64, static::CODE, static::NAME);
    }
}

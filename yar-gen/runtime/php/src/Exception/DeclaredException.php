<?php

declare(strict_types=1);

namespace Yar\Exception;

use Yar\Field;

/**
 * An error that the contract declares; generated classes fill in the constants.
 *
 * Data of the error are properties of its class, and parameters of its
 * constructor behind the message; null is what did not come.
 */
abstract class DeclaredException extends ServerException
{
    /** Number by which the error is recognised. */
    public const CODE = 0;

    /** Name of the error on the wire. */
    public const NAME = '';

    /** Text when the service gives none. */
    public const MESSAGE = '';

    public function __construct(?string $message = null)
    {
        parent::__construct($message ?? static::MESSAGE, 64, static::CODE, static::NAME);
    }

    /**
     * The data by the names of their properties.
     *
     * @return array<string, Field>
     */
    public static function fields(): array
    {
        return [];
    }
}

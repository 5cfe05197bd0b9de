<?php

declare(strict_types=1);

namespace Yar\Exception;

/**
 * The service answered with an error.
 *
 * `getCode()` is the code of the remote exception, or the status when the
 * service sent only a text.
 */
class ServerException extends YarException
{
    /**
     * @param int $status status of the reply: 4 bad request, 32 forbidden, 64 exception in the method, ...
     * @param int|string $remoteCode code as the service sent it; some services use strings such as HY000
     * @param string $type class of the remote exception, empty when the service sent only a text
     */
    public function __construct(
        string $message,
        public readonly int $status,
        public readonly int|string $remoteCode,
        public readonly string $type = '',
    ) {
        parent::__construct($message, \is_int($remoteCode) ? $remoteCode : 0);
    }
}

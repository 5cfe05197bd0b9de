<?php

declare(strict_types=1);

namespace Yar\Transport;

use Yar\Exception\ProtocolException;
use Yar\Exception\TransportException;

/**
 * Carries a frame to the service and brings one back.
 *
 * Knows lengths and connections, nothing of what is in a body.
 *
 * @internal
 */
interface Transport
{
    /**
     * @throws TransportException
     * @throws ProtocolException
     */
    public function exchange(string $frame): string;

    /**
     * Drops the connection that is kept for the next call.
     */
    public function close(): void;
}

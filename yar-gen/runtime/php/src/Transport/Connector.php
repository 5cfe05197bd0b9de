<?php

declare(strict_types=1);

namespace Yar\Transport;

use Yar\Exception\TransportException;
use Yar\Options;

/**
 * Opens connections to one address and keeps one between calls.
 *
 * A kept connection is looked at before it is used again. Should it break
 * later, the call fails: sending it again could carry it out twice.
 *
 * @internal
 */
final class Connector
{
    private ?Connection $idle = null;

    public function __construct(
        private readonly Address $address,
        private readonly Options $options,
    ) {}

    public function deadline(): Deadline
    {
        return new Deadline($this->options->timeout, $this->address->display());
    }

    /**
     * Runs `$work` with a connection; it returns the reply and whether the
     * connection may be kept.
     *
     * @param callable(Connection): array{string, bool} $work
     *
     * @throws TransportException
     */
    public function with(Deadline $deadline, callable $work): string
    {
        $connection = $this->idle;
        $this->idle = null;
        if ($connection === null || !$connection->isIdle()) {
            $connection?->close();
            $connection = Connection::open($this->address, $this->options->connectTimeout, $deadline);
        }
        $keep = false;
        try {
            [$reply, $keep] = $work($connection);
        } finally {
            if ($keep && $this->options->keepAlive) {
                $this->idle = $connection;
            } else {
                $connection->close();
            }
        }

        return $reply;
    }

    public function close(): void
    {
        $this->idle?->close();
        $this->idle = null;
    }
}

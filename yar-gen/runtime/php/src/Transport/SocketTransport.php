<?php

declare(strict_types=1);

namespace Yar\Transport;

use Yar\Exception\ProtocolException;
use Yar\Options;
use Yar\Protocol\Header;

/**
 * Frames over tcp and unix sockets.
 *
 * @internal
 */
final class SocketTransport implements Transport
{
    private readonly Connector $connector;

    private readonly int $maxBody;

    public function __construct(private readonly Address $address, Options $options)
    {
        $this->connector = new Connector($address, $options);
        $this->maxBody = $options->maxBody;
    }

    public function exchange(string $frame): string
    {
        $deadline = $this->connector->deadline();

        return $this->connector->with($deadline, fn(Connection $connection): array => [
            $this->roundTrip($connection, $frame, $deadline),
            true,
        ]);
    }

    public function close(): void
    {
        $this->connector->close();
    }

    private function roundTrip(Connection $connection, string $frame, Deadline $deadline): string
    {
        $connection->write($frame, $deadline);
        Hint::check($this->address, $connection, $deadline);
        $header = $connection->read(Header::LENGTH, $deadline);
        $length = Header::bodyLength($header);
        if ($length < Header::NAME_LENGTH || $length > $this->maxBody) {
            throw new ProtocolException('a reply has a body of ' . Header::NAME_LENGTH . " to $this->maxBody bytes, this one announces $length");
        }

        return $header . $connection->read($length, $deadline);
    }
}

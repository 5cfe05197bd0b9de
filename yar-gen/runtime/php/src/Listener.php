<?php

declare(strict_types=1);

namespace Yar;

use Yar\Exception\ProtocolException;
use Yar\Exception\TransportException;
use Yar\Protocol\Header;

/**
 * Serves over tcp and unix sockets: any number of connections, one call at a
 * time.
 */
final class Listener
{
    private const CHUNK = 65_536;

    /** @var resource */
    private $socket;

    /** @var array<int, resource> */
    private array $connections = [];

    /** @var array<int, string> what came and is no whole frame yet */
    private array $received = [];

    /** @var array<int, string> what the peer has not taken yet */
    private array $pending = [];

    /** @var array<int, true> connections that end with their answer */
    private array $closing = [];

    /**
     * @param string $uri `tcp://host:port`, with port 0 for any, or `unix:///path`
     *
     * @throws TransportException when it cannot listen there
     */
    public function __construct(
        private readonly Server $server,
        string $uri,
        private readonly int $maxBody = Options::MAX_BODY,
    ) {
        $socket = @\stream_socket_server($uri, $code, $reason);
        $this->socket = $socket !== false ? $socket : throw new TransportException("$uri: cannot listen: " . \lcfirst((string) $reason), (int) $code);
        \stream_set_blocking($this->socket, false);
    }

    /**
     * Where clients find the service.
     */
    public function uri(): string
    {
        $name = (string) \stream_socket_get_name($this->socket, false);

        return (\str_starts_with($name, '/') ? 'unix://' : 'tcp://') . $name;
    }

    /**
     * Serves what there is to do now, waiting for it so many milliseconds;
     * call it again and again.
     */
    public function serve(int $milliseconds = 1000): void
    {
        // Who does not take an answer is not asked for the next call.
        $read = [$this->socket, ...\array_diff_key($this->connections, $this->pending)];
        $write = \array_values(\array_intersect_key($this->connections, $this->pending));
        $none = null;
        if ((int) @\stream_select($read, $write, $none, \intdiv($milliseconds, 1000), $milliseconds % 1000 * 1000) === 0) {
            return;
        }
        foreach ($write as $stream) {
            $this->send($stream);
            $this->answer($stream);
        }
        foreach ($read as $stream) {
            if ($stream === $this->socket) {
                $this->accept();
            } else {
                $this->receive($stream);
            }
        }
    }

    private function accept(): void
    {
        $stream = @\stream_socket_accept($this->socket, 0);
        if ($stream !== false) {
            \stream_set_blocking($stream, false);
            $this->connections[(int) $stream] = $stream;
            $this->received[(int) $stream] = '';
        }
    }

    /**
     * @param resource $stream
     */
    private function receive($stream): void
    {
        $bytes = @\fread($stream, self::CHUNK);
        if ($bytes === false || ($bytes === '' && \feof($stream))) {
            $this->close($stream);

            return;
        }
        $this->received[(int) $stream] .= $bytes;
        $this->answer($stream);
    }

    /**
     * Answers whole frames as long as the peer takes the answers.
     *
     * @param resource $stream
     */
    private function answer($stream): void
    {
        $key = (int) $stream;
        while (isset($this->connections[$key]) && !isset($this->pending[$key])) {
            try {
                $frame = $this->frame($key);
            } catch (ProtocolException) {
                // Whoever speaks something else would not understand an answer.
                $this->close($stream);

                return;
            }
            if ($frame === null) {
                return;
            }
            $this->pending[$key] = $this->server->handle($frame);
            if (!Header::keepsAlive($frame)) {
                $this->closing[$key] = true;
            }
            $this->send($stream);
        }
    }

    /**
     * The next whole frame, if it is there.
     *
     * @throws ProtocolException
     */
    private function frame(int $key): ?string
    {
        $received = $this->received[$key];
        if (\strlen($received) < Header::LENGTH) {
            return null;
        }
        $length = Header::bodyLength($received);
        if ($length < Header::NAME_LENGTH || $length > $this->maxBody) {
            throw new ProtocolException("a body of $length bytes");
        }
        if (\strlen($received) < Header::LENGTH + $length) {
            return null;
        }
        $this->received[$key] = \substr($received, Header::LENGTH + $length);

        return \substr($received, 0, Header::LENGTH + $length);
    }

    /**
     * Sends what the peer takes of its answer.
     *
     * @param resource $stream
     */
    private function send($stream): void
    {
        $key = (int) $stream;
        $sent = @\fwrite($stream, $this->pending[$key]);
        if ($sent === false) {
            $this->close($stream);

            return;
        }
        $left = \substr($this->pending[$key], $sent);
        if ($left !== '') {
            $this->pending[$key] = $left;

            return;
        }
        unset($this->pending[$key]);
        if (isset($this->closing[$key])) {
            $this->close($stream);
        }
    }

    /**
     * @param resource $stream
     */
    private function close($stream): void
    {
        $key = (int) $stream;
        unset($this->connections[$key], $this->received[$key], $this->pending[$key], $this->closing[$key]);
        \fclose($stream);
    }
}

<?php

declare(strict_types=1);

namespace Yar\Transport;

use Yar\Exception\ProtocolException;
use Yar\Exception\TimeoutException;
use Yar\Exception\TransportException;

/**
 * One open stream socket, never waited for longer than a deadline.
 *
 * PHP prints a warning for much of what can happen to a socket; they are
 * silenced here because each of them also ends in an exception.
 *
 * @internal
 */
final class Connection
{
    private const CHUNK = 65_536;

    private string $buffer = '';

    /**
     * @param resource $stream
     * @param string $silence what to say of a peer that closes without a word
     */
    private function __construct(private $stream, private readonly string $name, private readonly string $silence) {}

    /**
     * @throws TransportException
     */
    public static function open(Address $address, int $milliseconds, Deadline $deadline): self
    {
        $name = $address->display();
        $limit = \min($milliseconds / 1000, $deadline->remaining() / 1_000_000);
        $context = \stream_context_create(['socket' => ['tcp_nodelay' => true], 'ssl' => ['peer_name' => $address->host]]);
        $started = \hrtime(true);
        $warnings = [];
        \set_error_handler(static function (int $level, string $text) use (&$warnings): bool {
            $warnings[] = $text;

            return true;
        });
        try {
            $stream = \stream_socket_client($address->socket(), $code, $reason, $limit, \STREAM_CLIENT_CONNECT, $context);
        } finally {
            \restore_error_handler();
        }
        if ($stream === false) {
            if (\hrtime(true) - $started >= $limit * 1e9) {
                throw new TimeoutException(\sprintf('%s: no connection within %d ms', $name, \round($limit * 1000)));
            }
            // PHP has no reason when it is the handshake that failed.
            $reason = (string) $reason !== '' ? \lcfirst((string) $reason) : Handshake::problem($address, $warnings);
            throw new TransportException("$name: cannot connect: $reason", (int) $code);
        }
        \stream_set_blocking($stream, false);
        \stream_set_chunk_size($stream, self::CHUNK);

        return new self($stream, $name, Hint::ofSilence($address));
    }

    /**
     * Whether the peer has been silent since the last reply. One that closed
     * the connection, or sent something nobody asked for, has not.
     */
    public function isIdle(): bool
    {
        $read = [$this->stream];
        $none = null;

        return $this->buffer === '' && @\stream_select($read, $none, $none, 0) === 0;
    }

    /**
     * Sends all of it, unless the peer has answered before that and takes no more.
     */
    public function write(string $bytes, Deadline $deadline): void
    {
        $length = \strlen($bytes);
        for ($sent = 0; $sent < $length;) {
            $deadline->remaining();
            $count = @\fwrite($this->stream, $sent === 0 && $length <= self::CHUNK ? $bytes : \substr($bytes, $sent, self::CHUNK));
            if ($count === false) {
                if ($this->fill($deadline)) {
                    return;
                }
                throw new TransportException("$this->name: the connection was closed while the call was being sent");
            }
            if ($count === 0) {
                $this->wait($deadline, false);
            }
            $sent += $count;
        }
    }

    /**
     * The first bytes of what comes, which the next reader gets again; fewer
     * where there are no more.
     */
    public function start(int $length, Deadline $deadline): string
    {
        while (\strlen($this->buffer) < $length && $this->fill($deadline)) {
            continue;
        }

        return \substr($this->buffer, 0, $length);
    }

    /**
     * Exactly so many bytes.
     */
    public function read(int $length, Deadline $deadline): string
    {
        $bytes = $this->start($length, $deadline);
        if (\strlen($bytes) < $length) {
            throw $this->ended();
        }
        $this->buffer = \substr($this->buffer, $length);

        return $bytes;
    }

    /**
     * A line without its end.
     */
    public function readLine(int $limit, Deadline $deadline): string
    {
        while (($end = \strpos($this->buffer, "\n")) === false) {
            if (\strlen($this->buffer) > $limit) {
                throw new ProtocolException("$this->name: a line of the reply is longer than $limit bytes");
            }
            if (!$this->fill($deadline)) {
                throw $this->ended();
            }
        }
        $line = \substr($this->buffer, 0, $end);
        $this->buffer = \substr($this->buffer, $end + 1);

        return \rtrim($line, "\r");
    }

    /**
     * All bytes until the peer closes the connection.
     */
    public function readToEnd(int $limit, Deadline $deadline): string
    {
        do {
            if (\strlen($this->buffer) > $limit) {
                throw new ProtocolException("$this->name: the reply is longer than $limit bytes");
            }
        } while ($this->fill($deadline));
        $bytes = $this->buffer;
        $this->buffer = '';

        return $bytes;
    }

    public function close(): void
    {
        if (\is_resource($this->stream)) {
            \fclose($this->stream);
        }
    }

    /**
     * Gets some more bytes; false at the end of the stream.
     */
    private function fill(Deadline $deadline): bool
    {
        while (true) {
            $deadline->remaining();
            $bytes = @\fread($this->stream, self::CHUNK);
            if ($bytes !== false && $bytes !== '') {
                $this->buffer .= $bytes;

                return true;
            }
            if (\feof($this->stream)) {
                return false;
            }
            $this->wait($deadline, true);
        }
    }

    private function wait(Deadline $deadline, bool $reading): void
    {
        $read = $reading ? [$this->stream] : null;
        $write = $reading ? null : [$this->stream];
        $except = null;
        $left = $deadline->remaining();
        // False is a signal that came in between; the caller tries again.
        if (@\stream_select($read, $write, $except, \intdiv($left, 1_000_000), $left % 1_000_000) === 0) {
            throw $deadline->passed();
        }
    }

    private function ended(): TransportException
    {
        $got = \strlen($this->buffer);

        return new TransportException("$this->name: the connection was closed " . ($got === 0 ? "without a reply$this->silence" : "in the middle of the reply, after $got bytes"));
    }
}

<?php

declare(strict_types=1);

namespace Yar;

use Yar\Exception\PackagerException;
use Yar\Exception\ProtocolException;
use Yar\Exception\YarException;
use Yar\Format\Format;
use Yar\Protocol\Header;
use Yar\Protocol\Reply;
use Yar\Transport\Address;
use Yar\Transport\HttpTransport;
use Yar\Transport\SocketTransport;
use Yar\Transport\Transport;

/**
 * Calls one Yar service, one call at a time over one connection.
 *
 * The connection is opened by the first call and dropped after any error that
 * leaves its state in doubt; a call is never sent twice.
 */
final class Client
{
    private readonly Transport $transport;

    private readonly string $address;

    private readonly Header $header;

    private readonly Format $format;

    /** What stands before the name of a method on the wire. */
    private readonly string $prefix;

    /**
     * @param string $uri `tcp://host:port`, `unix:///path`, `http://host/path` or `https://host/path`
     */
    public function __construct(#[\SensitiveParameter] string $uri, private readonly Options $options = new Options())
    {
        $address = Address::parse($uri);
        $this->address = $address->display();
        $http = $address->isHttp();
        $this->transport = $http ? new HttpTransport($address, $options) : new SocketTransport($address, $options);
        $this->format = $options->packager->format();
        $this->prefix = $options->service === null ? '' : "$options->service.";
        $this->header = new Header(
            keepAlive: $options->keepAlive && !$http,
            provider: $options->provider !== '' ? $options->provider : $address->user,
            token: $options->token !== '' ? $options->token : $address->password,
        );
    }

    /**
     * Calls a method with values of any type, and returns what came.
     *
     * @param array<mixed> $arguments in order; keys are ignored
     *
     * @throws YarException
     */
    public function call(string $method, array $arguments = []): mixed
    {
        $call = $this->method($method);
        $position = 0;
        foreach ($arguments as $argument) {
            $call->with((string) $position++, Type::any(), $argument);
        }

        return $call->receive(Type::any());
    }

    /**
     * Begins a call whose types are declared.
     */
    public function method(string $name): Call
    {
        return new Call($this, $this->format, $name);
    }

    /**
     * Closes the connection; the next call opens another.
     */
    public function close(): void
    {
        $this->transport->close();
    }

    /**
     * Sends one call and waits for the reply. A reply with an error status is
     * a reply.
     *
     * @internal
     *
     * @param list<mixed> $arguments as the packager wants them
     *
     * @throws YarException
     */
    public function exchange(string $method, array $arguments): Reply
    {
        $id = \random_int(1, 0xffff_ffff);
        $packager = $this->options->packager->value;
        $body = $this->format->pack(['i' => $id, 'm' => $this->prefix . $method, 'p' => $arguments]);
        $body = \str_pad($packager, Header::NAME_LENGTH, "\0") . $body;
        if (\strlen($body) > Options::MAX_BODY) {
            throw new PackagerException('a request takes at most ' . Options::MAX_BODY . ' bytes, this one has ' . \strlen($body));
        }
        try {
            $frame = $this->transport->exchange($this->header->pack($id, \strlen($body)) . $body);
            $reply = Reply::fromFrame($frame, $id);
        } catch (ProtocolException|PackagerException $error) {
            $this->transport->close();
            throw $error instanceof ProtocolException ? $error->from($this->address) : $error;
        }
        if ($reply->output !== '' && $this->options->onOutput !== null) {
            ($this->options->onOutput)($reply->output);
        }

        return $reply;
    }
}

<?php

declare(strict_types=1);

namespace Yar\Transport;

use Yar\Options;

/**
 * Frames as bodies of HTTP/1.1 POST requests.
 *
 * Written over the same sockets as the other transports, so that one kind of
 * deadline holds for all and no extension is needed. The length in the frame
 * does not count here; HTTP has its own.
 *
 * @internal
 */
final class HttpTransport implements Transport
{
    private readonly Connector $connector;

    private readonly HttpReader $reader;

    private readonly string $head;

    public function __construct(private readonly Address $address, Options $options)
    {
        $this->connector = new Connector($address, $options);
        $this->reader = new HttpReader($options->maxBody);
        $this->head = self::head($address, $options);
    }

    public function exchange(string $frame): string
    {
        $deadline = $this->connector->deadline();
        $request = $this->head . 'Content-Length: ' . \strlen($frame) . "\r\n\r\n" . $frame;

        return $this->connector->with($deadline, function (Connection $connection) use ($request, $deadline): array {
            $connection->write($request, $deadline);
            Hint::check($this->address, $connection, $deadline);

            return $this->reader->read($connection, $deadline);
        });
    }

    public function close(): void
    {
        $this->connector->close();
    }

    /**
     * Request line and headers but the last; a header of the options replaces
     * ours of the same name.
     */
    private static function head(Address $address, Options $options): string
    {
        $isDefaultPort = $address->port === ($address->scheme === 'https' ? 443 : 80);
        $headers = [
            'host' => 'Host: ' . $address->host . ($isDefaultPort ? '' : ':' . $address->port),
            'user-agent' => 'User-Agent: yar-php',
            'accept' => 'Accept: */*',
            // PHP hides the body of a request without a type.
            'content-type' => 'Content-Type: application/octet-stream',
        ];
        if ($address->user !== '') {
            $headers['authorization'] = 'Authorization: Basic ' . \base64_encode("$address->user:$address->password");
        }
        foreach ($options->headers as $name => $value) {
            $headers[\strtolower((string) $name)] = "$name: $value";
        }
        unset($headers['content-length'], $headers['transfer-encoding']);
        $headers['connection'] = 'Connection: ' . ($options->keepAlive ? 'keep-alive' : 'close');

        return "POST $address->path HTTP/1.1\r\n" . \implode("\r\n", $headers) . "\r\n";
    }
}

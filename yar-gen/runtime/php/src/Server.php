<?php

declare(strict_types=1);

namespace Yar;

use Yar\Exception\DeclaredException;
use Yar\Exception\PackagerException;
use Yar\Exception\ProtocolException;
use Yar\Exception\ServerException;
use Yar\Exception\ValueException;
use Yar\Format\Format;
use Yar\Protocol\Header;
use Yar\Protocol\Request;
use Yar\Type\Fields;

/**
 * Answers the calls of one service; generated classes know its methods.
 *
 * Nothing here opens a socket: a frame comes in and a frame goes out, whatever
 * carries them.
 */
abstract class Server
{
    private const OK = 0;
    private const PACKAGER = 1;
    private const PROTOCOL = 2;
    private const REQUEST = 4;
    private const OUTPUT = 8;
    private const FORBIDDEN = 32;
    private const EXCEPTION = 64;

    private readonly Header $header;

    /**
     * @param string $name name of the service, for messages
     */
    public function __construct(private readonly string $name, private readonly ServerOptions $options = new ServerOptions())
    {
        $this->header = new Header(false, 'yar php', '');
    }

    /**
     * The method of this name on the wire, or null.
     */
    abstract protected function method(string $name): ?Method;

    /**
     * Answers one request frame with one reply frame, whatever it holds.
     */
    final public function handle(string $frame): string
    {
        try {
            $request = Request::fromFrame($frame);
        } catch (ProtocolException|PackagerException $error) {
            $status = $error instanceof ProtocolException ? self::PROTOCOL : self::PACKAGER;

            return $this->frame(0, Packager::Msgpack, ['i' => 0, 's' => $status, 'e' => $error->getMessage()]);
        }
        $answer = $this->mayPass($request)
            ? $this->answer($request)
            : ['s' => self::FORBIDDEN, 'e' => 'authentication failed'];
        try {
            return $this->frame($request->id, $request->packager, ['i' => $request->id] + $answer);
        } catch (PackagerException $error) {
            $answer = ['i' => $request->id, 's' => self::OUTPUT, 'e' => 'the result cannot be sent: ' . $error->getMessage()];

            return $this->frame($request->id, $request->packager, $answer);
        }
    }

    /**
     * Answers the HTTP request that this process is there for, as under
     * php-fpm or `php -S`.
     */
    final public function respond(): void
    {
        if (($_SERVER['REQUEST_METHOD'] ?? '') !== 'POST') {
            \http_response_code(405);
            \header('Allow: POST');

            return;
        }
        $most = $this->options->maxBody + Header::LENGTH;
        $frame = (string) \file_get_contents('php://input', length: $most + 1);
        if (\strlen($frame) > $most) {
            \http_response_code(413);

            return;
        }
        $reply = $this->handle($frame);
        \header('Content-Type: application/octet-stream');
        \header('Content-Length: ' . \strlen($reply));
        echo $reply;
    }

    /**
     * A hook that fails lets nobody pass.
     */
    private function mayPass(Request $request): bool
    {
        try {
            return $this->options->authenticate === null || ($this->options->authenticate)($request->provider, $request->token);
        } catch (\Throwable $error) {
            $this->report($error);

            return false;
        }
    }

    /**
     * The keys of the reply behind its id.
     *
     * @return array<string, mixed>
     */
    private function answer(Request $request): array
    {
        $format = $request->packager->format();
        $method = $this->method($request->method);
        if ($method === null || $request->arguments === null) {
            return ['s' => self::REQUEST, 'e' => $method === null
                ? "call to undefined api $this->name::" . self::printable($request->method) . '()'
                : "$request->method: arguments are a list"];
        }
        try {
            $arguments = $method->arguments($request->arguments, $format);
        } catch (ValueException $error) {
            return ['s' => self::REQUEST, 'e' => "$request->method: " . $error->getMessage()];
        }
        // What a method prints would stand in front of the frame.
        \ob_start();
        try {
            $outcome = self::result($method, $method->run($arguments), $format);
        } catch (\Throwable $error) {
            $outcome = ['s' => self::EXCEPTION, 'e' => $this->exception($error, $method, $format)];
        }
        $printed = (string) \ob_get_clean();

        return $printed === '' ? $outcome : ['s' => $outcome['s'], 'o' => self::printable($printed)] + $outcome;
    }

    /**
     * @return array{s: int, r?: mixed, e?: string}
     */
    private static function result(Method $method, mixed $result, Format $format): array
    {
        try {
            return ['s' => self::OK, 'r' => $method->encode($result, $format)];
        } catch (ValueException $error) {
            return ['s' => self::OUTPUT, 'e' => 'the result cannot be sent: ' . $error->within('result')->getMessage()];
        }
    }

    /**
     * What a caller learns of an exception. Only {@see ServerException} is
     * meant for callers; of others the message may hold secrets.
     *
     * @return array<string, mixed>
     */
    private function exception(\Throwable $error, Method $method, Format $format): array
    {
        if (!$error instanceof ServerException) {
            $this->report($error);
            $error = new ServerException('internal error', self::EXCEPTION, 0);
        }

        return [
            'message' => self::printable($error->getMessage()),
            'code' => $error->remoteCode,
            'file' => '',
            'line' => 0,
            '_type' => $error->type !== '' ? $error->type : 'Exception',
        ] + ($error instanceof DeclaredException && $method->declares($error) ? $this->data($error, $format) : []);
    }

    /**
     * @return array<string, mixed>
     */
    private function data(DeclaredException $error, Format $format): array
    {
        try {
            $data = Fields::encode($error::fields(), $error, $format);
        } catch (ValueException $mistake) {
            $this->report($mistake);
            $data = [];
        }

        return $data === [] ? [] : ['data' => $format->map($data, true)];
    }

    private function report(\Throwable $error): void
    {
        $hear = $this->options->onError ?? static fn(\Throwable $error): bool => \error_log((string) $error);
        $hear($error);
    }

    /**
     * @param array<string, mixed> $body
     */
    private function frame(int $id, Packager $packager, array $body): string
    {
        $packed = \str_pad($packager->value, Header::NAME_LENGTH, "\0") . $packager->format()->pack($body);
        if (\strlen($packed) > Options::MAX_BODY) {
            throw new PackagerException('it packs into ' . \strlen($packed) . ' bytes, more than the ' . Options::MAX_BODY . ' allowed');
        }

        return $this->header->pack($id & 0xffff_ffff, \strlen($packed)) . $packed;
    }

    /**
     * Text that every packager carries.
     */
    private static function printable(string $text): string
    {
        return Type\StringType::isText($text) ? $text : \addcslashes($text, "\0..\37\177..\377");
    }
}

<?php

declare(strict_types=1);

namespace Yar\Protocol;

use Yar\Exception\ProtocolException;
use Yar\Format\Format;
use Yar\Packager;
use Yar\Type\IntType;

/**
 * What a service answered, of whatever status.
 *
 * @internal
 */
final class Reply
{
    private function __construct(
        public readonly int $status,
        public readonly mixed $result,
        public readonly mixed $error,
        public readonly string $output,
        public readonly Format $format,
    ) {}

    /**
     * Reads a whole frame: header, packager name, body.
     *
     * A service that could not read the request answers with id 0 and in its
     * own favourite packager, so neither can be held against it.
     *
     * @throws ProtocolException
     */
    public static function fromFrame(string $frame, int $id): self
    {
        Header::bodyLength($frame);
        $format = self::format(\substr($frame, Header::LENGTH, Header::NAME_LENGTH));
        $body = $format->unpack(\substr($frame, Header::LENGTH + Header::NAME_LENGTH));
        if (!\is_array($body)) {
            throw new ProtocolException('the body of a reply is a map, got ' . \get_debug_type($body));
        }
        $replyId = self::integer($body, 'i');
        if ($replyId !== 0 && $replyId !== $id) {
            throw new ProtocolException("this is the reply to another call: expected id $id, got $replyId");
        }
        $output = $body['o'] ?? '';

        return new self(
            self::integer($body, 's'),
            $body['r'] ?? null,
            $body['e'] ?? null,
            \is_string($output) ? $output : '',
            $format,
        );
    }

    private static function format(string $field): Format
    {
        if (\strlen($field) < Header::NAME_LENGTH) {
            throw new ProtocolException('the reply ends before the packager name');
        }
        // The eighth byte is nobody's, and what follows a NUL does not count.
        $name = \explode("\0", \substr($field, 0, Header::NAME_LENGTH - 1))[0];
        $packager = Packager::named($name);

        return $packager?->format() ?? throw new ProtocolException('the reply names the unknown packager "' . \addcslashes($name, "\0..\37\177..\377") . '"');
    }

    /**
     * @param array<mixed> $body
     */
    private static function integer(array $body, string $key): int
    {
        return IntType::exact($body[$key] ?? null)
            ?? throw new ProtocolException("the reply has no integer under its key $key");
    }
}

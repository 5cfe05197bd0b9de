<?php

declare(strict_types=1);

namespace Yar\Protocol;

use Yar\Exception\PackagerException;
use Yar\Exception\ProtocolException;
use Yar\Packager;
use Yar\Type\IntType;

/**
 * What a caller asks for.
 *
 * @internal
 */
final class Request
{
    /**
     * @param list<mixed>|null $arguments null when what came can be none
     */
    private function __construct(
        public readonly int $id,
        public readonly string $method,
        public readonly ?array $arguments,
        public readonly Packager $packager,
        public readonly string $provider,
        public readonly string $token,
    ) {}

    /**
     * Reads a whole frame. Its length does not count: over HTTP it means
     * nothing, and elsewhere it has been used to cut the frame.
     *
     * @throws ProtocolException when it is no frame
     * @throws PackagerException when the body cannot be read
     */
    public static function fromFrame(string $frame): self
    {
        Header::bodyLength($frame);
        $name = \explode("\0", \substr($frame, Header::LENGTH, Header::NAME_LENGTH - 1))[0];
        $packager = Packager::named($name);
        if ($packager === null) {
            throw new PackagerException('unsupported packager "' . \addcslashes($name, "\0..\37\"\\\177..\377") . '"');
        }
        $body = $packager->format()->unpack(\substr($frame, Header::LENGTH + Header::NAME_LENGTH));
        if (!\is_array($body)) {
            throw new PackagerException('the body of a request is a map, got ' . \get_debug_type($body));
        }
        $method = $body['m'] ?? '';
        $arguments = $body['p'] ?? [];
        /** @var array{provider: string, token: string} $fields */
        $fields = \unpack('@14/a32provider/a32token', $frame);

        return new self(
            IntType::exact($body['i'] ?? null) ?? 0,
            \is_scalar($method) ? (string) $method : '',
            \is_array($arguments) ? \array_values($arguments) : null,
            $packager,
            \explode("\0", $fields['provider'])[0],
            \explode("\0", $fields['token'])[0],
        );
    }
}

<?php

declare(strict_types=1);

namespace Yar\Protocol;

use Yar\Exception\ProtocolException;

/**
 * The 82 bytes in front of every body.
 *
 * Readers need nothing but the length; the id that counts is in the body.
 *
 * @internal
 */
final class Header
{
    public const LENGTH = 82;

    /** The packager name that begins every body and counts as part of it. */
    public const NAME_LENGTH = 8;

    private const MAGIC = 0x80df_ec60;

    public function __construct(
        private readonly bool $keepAlive,
        private readonly string $provider,
        #[\SensitiveParameter]
        private readonly string $token,
    ) {}

    public function pack(int $id, int $bodyLength): string
    {
        return \pack('NnNNa32a32N', $id, 0, self::MAGIC, $this->keepAlive ? 1 : 0, $this->provider, $this->token, $bodyLength);
    }

    /**
     * Length of the body that a header announces.
     *
     * @throws ProtocolException
     */
    public static function bodyLength(string $header): int
    {
        if (\strlen($header) < self::LENGTH) {
            throw new ProtocolException('a frame has at least ' . self::LENGTH . ' bytes, got ' . self::start($header));
        }
        /** @var array{magic: int, length: int} $fields */
        $fields = \unpack('@6/Nmagic/@78/Nlength', $header);
        if ($fields['magic'] !== self::MAGIC) {
            throw new ProtocolException('not a Yar frame, it begins with ' . self::start($header));
        }

        return $fields['length'];
    }

    /**
     * Whether a caller wants the connection for its next call.
     */
    public static function keepsAlive(string $header): bool
    {
        return (\ord($header[13] ?? "\0") & 1) === 1;
    }

    /**
     * Whether these first bytes can be those of a frame.
     */
    public static function begins(string $bytes): bool
    {
        return \substr($bytes, 6, 4) === \pack('N', self::MAGIC);
    }

    /**
     * The beginning of what came: often a warning that PHP printed before the frame.
     */
    private static function start(string $bytes): string
    {
        return '"' . \addcslashes(\substr($bytes, 0, 80), "\0..\37\"\\\177..\377") . '"';
    }
}

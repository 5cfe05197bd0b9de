<?php

declare(strict_types=1);

namespace Yar;

use Yar\Format\Format;
use Yar\Format\JsonFormat;
use Yar\Format\MsgpackFormat;
use Yar\Format\PhpFormat;

/**
 * How bodies are packed; the value is the name on the wire.
 */
enum Packager: string
{
    case Json = 'JSON';
    case Msgpack = 'MSGPACK';
    case Php = 'PHP';

    /**
     * The packager of this name in any case, or null.
     */
    public static function named(string $name): ?self
    {
        return self::tryFrom(\strtoupper($name));
    }

    /**
     * @internal
     */
    public function format(): Format
    {
        return match ($this) {
            self::Json => new JsonFormat(),
            self::Msgpack => new MsgpackFormat(),
            self::Php => new PhpFormat(),
        };
    }
}

<?php

declare(strict_types=1);

namespace Yar\Protocol;

use Yar\Exception\DeclaredException;
use Yar\Exception\ServerException;
use Yar\Exception\ValueException;
use Yar\Format\Format;
use Yar\Type\IntType;

/**
 * Makes an exception of a reply with an error status.
 *
 * @internal
 */
final class Failure
{
    /**
     * Declared errors are told by their code first, then by their name.
     *
     * @param list<class-string<DeclaredException>> $declared
     */
    public static function toException(Reply $reply, array $declared): ServerException
    {
        $error = $reply->error;
        if (!\is_array($error)) {
            $text = \is_string($error) && $error !== '' ? $error : "unknown error, status $reply->status";

            return new ServerException($text, $reply->status, $reply->status);
        }
        $message = \is_string($error['message'] ?? null) ? $error['message'] : null;
        $type = \is_string($error['_type'] ?? null) ? $error['_type'] : 'Exception';
        $code = self::code($error['code'] ?? null);
        $class = self::byCode($code, $declared) ?? self::byName($type, $declared);

        return $class !== null
            ? new $class($message, ...self::data($class, $error['data'] ?? null, $reply->format))
            : new ServerException($message ?? "unknown error, status $reply->status", $reply->status, $code, $type);
    }

    /**
     * What fits of the data: an error stays the error it is, whatever comes
     * with it.
     *
     * @param class-string<DeclaredException> $class
     *
     * @return array<string, mixed>
     */
    private static function data(string $class, mixed $data, Format $format): array
    {
        $known = [];
        foreach (\is_array($data) ? $class::fields() : [] as $property => $field) {
            try {
                $known[$property] = isset($data[$field->name]) ? $field->type->decode($data[$field->name], $format) : null;
            } catch (ValueException) {
                continue;
            }
        }

        return $known;
    }

    private static function code(mixed $code): int|string
    {
        return IntType::exact($code) ?? (\is_string($code) ? $code : 0);
    }

    /**
     * @param list<class-string<DeclaredException>> $declared
     *
     * @return class-string<DeclaredException>|null
     */
    private static function byCode(int|string $code, array $declared): ?string
    {
        foreach ($declared as $class) {
            if ($class::CODE === $code) {
                return $class;
            }
        }

        return null;
    }

    /**
     * @param list<class-string<DeclaredException>> $declared
     *
     * @return class-string<DeclaredException>|null
     */
    private static function byName(string $type, array $declared): ?string
    {
        $segments = \preg_split('/[\\\\.:\/]/', $type) ?: [$type];
        foreach ($declared as $class) {
            if (\strcasecmp($class::NAME, $segments[\count($segments) - 1]) === 0) {
                return $class;
            }
        }

        return null;
    }
}

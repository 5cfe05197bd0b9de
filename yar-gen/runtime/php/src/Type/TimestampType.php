<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * A moment, in UTC. It travels as milliseconds since 1970, or as RFC 3339 text
 * with up to six digits of a second; either is read as either.
 *
 * @internal
 *
 * @implements Codec<\DateTimeImmutable>
 */
final class TimestampType implements Codec
{
    private const EXPECTED = 'milliseconds since 1970 or a time such as "2026-11-30T12:00:00Z"';

    private const TEXT = '/^(\d{4})-(\d\d)-(\d\d)[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/D';

    public function __construct(private readonly bool $text) {}

    public function encode(mixed $value, Format $format): int|string
    {
        if (!$value instanceof \DateTimeInterface) {
            throw ValueException::expected('a DateTimeInterface', $value);
        }

        return $this->text ? self::toText($value) : self::toMilliseconds($value);
    }

    public function decode(mixed $value, Format $format): \DateTimeImmutable
    {
        $milliseconds = IntType::exact($value);

        return match (true) {
            $milliseconds !== null => self::fromMilliseconds($milliseconds),
            \is_string($value) => $this->fromText($value),
            \is_array($value) && isset($value['timezone_type']) => throw new ValueException(
                'expected ' . self::EXPECTED . ', got a date object of PHP: let the other side send `(int) $date->format(\'Uv\')`',
            ),
            default => throw ValueException::expected(self::EXPECTED, $value),
        };
    }

    private static function fromMilliseconds(int $milliseconds): \DateTimeImmutable
    {
        $fraction = $milliseconds % 1000;
        $before = $fraction < 0 ? 1 : 0;
        $moment = new \DateTimeImmutable('now', new \DateTimeZone('UTC'));
        $moment = $moment->setTimestamp(\intdiv($milliseconds, 1000) - $before);

        return $moment->modify('+' . ($fraction + 1000 * $before) . ' ms');
    }

    private static function toMilliseconds(\DateTimeInterface $value): int
    {
        $seconds = $value->getTimestamp();
        // Counted from the second nearer to 1970: its milliseconds fit whenever the sum does.
        $before = $seconds < 0 ? 1 : 0;
        $milliseconds = ($seconds + $before) * 1000 + ((int) $value->format('v') - 1000 * $before);

        return \is_int($milliseconds) ? $milliseconds : throw ValueException::expected('a moment within 64 bits of milliseconds', $seconds);
    }

    private static function toText(\DateTimeInterface $value): string
    {
        $moment = \DateTimeImmutable::createFromInterface($value)->setTimezone(new \DateTimeZone('UTC'));
        $year = (int) $moment->format('Y');
        if ($year < 0 || $year > 9999) {
            throw ValueException::expected('a moment of the years 0 to 9999, all that RFC 3339 has', $year);
        }

        return \rtrim(\rtrim($moment->format('Y-m-d\TH:i:s.u'), '0'), '.') . 'Z';
    }

    private function fromText(string $text): \DateTimeImmutable
    {
        if (\preg_match(self::TEXT, $text, $match) !== 1 || !\checkdate((int) $match[2], (int) $match[3], (int) $match[1] ?: 4)) {
            throw ValueException::expected(self::EXPECTED, $text);
        }
        $moment = (new \DateTimeImmutable($text))->setTimezone(new \DateTimeZone('UTC'));

        return $this->text ? $moment : self::fromMilliseconds(self::toMilliseconds($moment));
    }
}

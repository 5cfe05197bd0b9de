<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * Values in order. Arrays with gaps, as `array_filter` leaves them, are lists too.
 *
 * @internal
 *
 * @template T
 *
 * @implements Codec<list<T>>
 */
final class ListType implements Codec
{
    /**
     * @param Codec<T> $element
     */
    public function __construct(private readonly Codec $element) {}

    /**
     * @return list<mixed>
     */
    public function encode(mixed $value, Format $format): array
    {
        $encoded = [];
        foreach (self::check($value) as $key => $element) {
            try {
                $encoded[] = $this->element->encode($element, $format);
            } catch (ValueException $error) {
                throw $error->at($key);
            }
        }

        return $encoded;
    }

    /**
     * @return list<T>
     */
    public function decode(mixed $value, Format $format): array
    {
        $decoded = [];
        foreach (self::check($value) as $key => $element) {
            try {
                $decoded[] = $this->element->decode($element, $format);
            } catch (ValueException $error) {
                throw $error->at($key);
            }
        }

        return $decoded;
    }

    /**
     * @return array<int, mixed>
     */
    private static function check(mixed $value): array
    {
        if (!\is_array($value)) {
            throw ValueException::expected('a list', $value);
        }
        foreach ($value as $key => $_) {
            if (!\is_int($key)) {
                throw ValueException::expected('a list', $value);
            }
        }

        return $value;
    }
}

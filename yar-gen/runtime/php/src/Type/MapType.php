<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * Keys to values, in the order of the array.
 *
 * @internal
 *
 * @template K of array-key
 * @template V
 *
 * @implements Codec<array<K, V>>
 */
final class MapType implements Codec
{
    private readonly bool $stringKeys;

    /**
     * @param Codec<K> $key
     * @param Codec<V> $value
     */
    public function __construct(private readonly Codec $key, private readonly Codec $value)
    {
        $this->stringKeys = $key instanceof StringType || ($key instanceof EnumKeyType && $key->isText);
    }

    public function encode(mixed $value, Format $format): mixed
    {
        $encoded = [];
        foreach (self::check($value) as $key => $element) {
            try {
                $encoded[$this->key($key, $format)] = $this->value->encode($element, $format);
            } catch (ValueException $error) {
                throw $error->at($key);
            }
        }

        return $format->map($encoded, $this->stringKeys);
    }

    /**
     * @return array<K, V>
     */
    public function decode(mixed $value, Format $format): array
    {
        $decoded = [];
        foreach (self::check($value) as $key => $element) {
            try {
                $decoded[$this->key($key, $format)] = $this->value->decode($element, $format);
            } catch (ValueException $error) {
                throw $error->at($key);
            }
        }

        return $decoded;
    }

    /**
     * PHP turns keys such as "5" into integers by itself, so both directions
     * read keys with the tolerance of decoding.
     *
     * @return K
     */
    private function key(int|string $key, Format $format): int|string
    {
        try {
            return $this->key->decode($this->stringKeys ? (string) $key : $key, $format);
        } catch (ValueException $error) {
            throw $error->within(' as a key');
        }
    }

    /**
     * @return array<mixed>
     */
    private static function check(mixed $value): array
    {
        return \is_array($value) ? $value : throw ValueException::expected('a map', $value);
    }
}

<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * A fixed number of values, each of its own type.
 *
 * @internal
 *
 * @implements Codec<list<mixed>>
 */
final class TupleType implements Codec
{
    /**
     * @param list<Codec<mixed>> $elements
     */
    public function __construct(private readonly array $elements) {}

    /**
     * @return list<mixed>
     */
    public function encode(mixed $value, Format $format): array
    {
        $values = $this->check($value);
        $encoded = [];
        foreach ($this->elements as $position => $element) {
            try {
                $encoded[] = $element->encode($values[$position], $format);
            } catch (ValueException $error) {
                throw $error->at($position);
            }
        }

        return $encoded;
    }

    /**
     * @return list<mixed>
     */
    public function decode(mixed $value, Format $format): array
    {
        $values = $this->read($value);
        $decoded = [];
        foreach ($this->elements as $position => $element) {
            try {
                $decoded[] = $element->decode($values[$position], $format);
            } catch (ValueException $error) {
                throw $error->at($position);
            }
        }

        return $decoded;
    }

    /**
     * @return list<mixed>
     */
    private function check(mixed $value): array
    {
        $count = \count($this->elements);
        if (!\is_array($value) || !\array_is_list($value) || \count($value) !== $count) {
            throw ValueException::expected("a list of exactly $count", $value);
        }

        return $value;
    }

    /**
     * Also out of maps with gaps, as `array_filter` leaves them, and with more
     * behind: a later version may have added it.
     *
     * @return list<mixed>
     */
    private function read(mixed $value): array
    {
        $count = \count($this->elements);
        if (!\is_array($value) || \count($value) < $count || \array_filter(\array_keys($value), \is_string(...)) !== []) {
            throw ValueException::expected("a list of at least $count", $value);
        }

        return \array_values($value);
    }
}

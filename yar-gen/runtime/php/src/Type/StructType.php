<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Field;
use Yar\Format\Format;
use Yar\Struct;

/**
 * A generated value class. Unknown keys are ignored, and a field that may be
 * null may also be missing.
 *
 * @internal
 *
 * @template T of Struct
 *
 * @implements Codec<T>
 */
final class StructType implements Codec
{
    /**
     * Asked for only when needed: a struct may hold itself.
     *
     * @var array<string, Field>|null
     */
    private ?array $fields = null;

    /**
     * @param class-string<T> $class
     */
    public function __construct(private readonly string $class) {}

    public function encode(mixed $value, Format $format): mixed
    {
        return $format->map($this->encodeEntries($value, $format), true);
    }

    /**
     * The entries, not yet a map: the tag of a union joins them.
     *
     * @return array<mixed>
     */
    public function encodeEntries(mixed $value, Format $format): array
    {
        if (!$value instanceof $this->class) {
            throw ValueException::expected($this->class, $value);
        }

        return Fields::encode($this->fields(), $value, $format);
    }

    /**
     * @return T
     */
    public function decode(mixed $value, Format $format): Struct
    {
        if (!\is_array($value) || ($value !== [] && \array_is_list($value))) {
            throw ValueException::expected('a map for ' . $this->class, $value);
        }

        return new ($this->class)(...Fields::decode($this->fields(), $value, $format));
    }

    /**
     * @return array<string, Field>
     */
    private function fields(): array
    {
        return $this->fields ??= ($this->class)::fields();
    }
}

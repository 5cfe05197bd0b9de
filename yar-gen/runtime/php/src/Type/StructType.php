<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
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
     * @var array<string, Codec<mixed>>|null
     */
    private ?array $fields = null;

    /**
     * @param class-string<T> $class
     */
    public function __construct(private readonly string $class) {}

    public function encode(mixed $value, Format $format): mixed
    {
        if (!$value instanceof $this->class) {
            throw ValueException::expected($this->class, $value);
        }
        $data = $value->toArray();
        $encoded = [];
        foreach ($this->fields() as $name => $type) {
            try {
                $encoded[$name] = $type->encode($data[$name] ?? null, $format);
            } catch (ValueException $error) {
                throw $error->within('.' . $name);
            }
        }

        return $format->map($encoded, true);
    }

    /**
     * @return T
     */
    public function decode(mixed $value, Format $format): Struct
    {
        if (!\is_array($value)) {
            throw ValueException::expected('a map for ' . $this->class, $value);
        }
        $decoded = [];
        foreach ($this->fields() as $name => $type) {
            try {
                $decoded[] = $type->decode(self::field($value, $name, $type), $format);
            } catch (ValueException $error) {
                throw $error->within('.' . $name);
            }
        }

        return new ($this->class)(...$decoded);
    }

    /**
     * @param array<mixed> $value
     * @param Codec<mixed> $type
     */
    private static function field(array $value, string $name, Codec $type): mixed
    {
        if (!$type instanceof NullableType && !\array_key_exists($name, $value)) {
            throw new ValueException('the field is missing');
        }

        return $value[$name] ?? null;
    }

    /**
     * @return array<string, Codec<mixed>>
     */
    private function fields(): array
    {
        return $this->fields ??= ($this->class)::fields();
    }
}

<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;
use Yar\Type;
use Yar\Union;

/**
 * One of several values: a map with the name of the case as its only key, or
 * the map of a struct with the name under a tag.
 *
 * @internal
 *
 * @template T of Union
 *
 * @implements Codec<T>
 */
final class UnionType implements Codec
{
    private readonly ?string $tag;

    /** @var array<string, class-string<T>> */
    private readonly array $cases;

    /** @var class-string<T> */
    private readonly string $unknown;

    /**
     * @param class-string<T> $class
     */
    public function __construct(private readonly string $class)
    {
        $this->tag = $class::TAG;
        $this->cases = $class::CASES;
        $this->unknown = $class::UNKNOWN;
    }

    public function encode(mixed $value, Format $format): mixed
    {
        if (!$value instanceof $this->class) {
            throw ValueException::expected($this->class, $value);
        }
        /** @var array{value?: mixed, tag?: string} $parts */
        $parts = \get_object_vars($value);
        $inner = $parts['value'] ?? null;
        if ($value::class === $this->unknown) {
            $raw = Type::any()->encode($inner, $format);

            return $this->tag === null ? $format->map([$parts['tag'] ?? '' => $raw], true) : $raw;
        }
        $name = (string) \array_search($value::class, $this->cases, true);
        $type = $value::type();
        try {
            return $format->map(match (true) {
                $this->tag === null => [$name => $type?->encode($inner, $format)],
                $type instanceof StructType => [$this->tag => $name] + $type->encodeEntries($inner, $format),
                default => [$this->tag => $name],
            }, true);
        } catch (ValueException $error) {
            throw $this->tag === null ? $error->within('.' . $name) : $error;
        }
    }

    /**
     * @return T
     */
    public function decode(mixed $value, Format $format): Union
    {
        if (!\is_array($value)) {
            throw ValueException::expected('a map with ' . $this->known(), $value);
        }
        $name = $this->tag === null ? $this->onlyKey($value) : $this->tagged($value, $this->tag);
        $inner = $this->tag === null ? $value[$name] : $value;
        $class = $this->cases[$name] ?? null;
        if ($class === null) {
            return new ($this->unknown)($name, $inner);
        }
        $type = $class::type();
        try {
            return $type === null ? new $class() : new $class($type->decode($inner, $format));
        } catch (ValueException $error) {
            throw $this->tag === null ? $error->within('.' . $name) : $error;
        }
    }

    /**
     * @param array<mixed> $value
     */
    private function onlyKey(array $value): string
    {
        if (\count($value) !== 1) {
            $keys = $value === [] ? 'no key' : 'the keys ' . \implode(', ', \array_slice(\array_keys($value), 0, 8));
            throw new ValueException('expected a map with ' . $this->known() . ', got ' . \addcslashes($keys, "\0..\37\177..\377"));
        }

        return (string) \array_key_first($value);
    }

    /**
     * @param array<mixed> $value
     */
    private function tagged(array $value, string $tag): string
    {
        $name = $value[$tag] ?? null;

        return \is_string($name) ? $name : throw ValueException::expected('a map with ' . $this->known(), $value);
    }

    private function known(): string
    {
        $names = \implode(', ', \array_keys($this->cases));

        return $this->tag === null ? "exactly one of the keys $names" : "the key $this->tag, one of $names";
    }
}

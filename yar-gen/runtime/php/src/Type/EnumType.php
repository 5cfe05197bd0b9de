<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Exception\ValueException;
use Yar\Format\Format;

/**
 * A backed enum. Raw values that this version does not know stay raw, unless
 * the enum is closed: then they are refused.
 *
 * @internal
 *
 * @template T of \BackedEnum
 * @template R of int|string
 *
 * @implements Codec<T|R>
 */
final class EnumType implements Codec
{
    /**
     * @param class-string<T> $class
     * @param Codec<R> $raw
     */
    public function __construct(
        private readonly string $class,
        private readonly Codec $raw,
        private readonly bool $closed,
    ) {}

    public function encode(mixed $value, Format $format): mixed
    {
        if ($value instanceof \BackedEnum && !$value instanceof $this->class) {
            throw ValueException::expected($this->class, $value);
        }

        $raw = $value instanceof \BackedEnum ? $value->value : $value;
        if ($this->closed && !$value instanceof \BackedEnum) {
            $this->decode($raw, $format);
        }

        return $this->raw->encode($raw, $format);
    }

    /**
     * @return T|R
     */
    public function decode(mixed $value, Format $format): \BackedEnum|int|string
    {
        $raw = $this->raw->decode($value, $format);
        // Only a u64 above PHP's integers is text in an integer enum. It cannot be a case, but a constant.
        $isBig = \is_string($raw) && !$this->raw instanceof StringType;
        $case = $isBig ? null : ($this->class)::tryFrom($raw);
        if ($case === null && $this->closed && !($isBig && \in_array($raw, $this->constants(), true))) {
            throw ValueException::expected('one of ' . $this->known(), $raw);
        }

        return $case ?? $raw;
    }

    private function known(): string
    {
        $values = \array_map(static fn(\BackedEnum|string $it): int|string => $it instanceof \BackedEnum ? $it->value : $it, $this->constants());

        return \implode(', ', \array_slice($values, 0, 12)) . (\count($values) > 12 ? ', ...' : '');
    }

    /**
     * Cases, and what is too big to be one.
     *
     * @return array<string, \BackedEnum|string>
     */
    private function constants(): array
    {
        /** @var array<string, \BackedEnum|string> */
        return (new \ReflectionClass($this->class))->getConstants();
    }
}

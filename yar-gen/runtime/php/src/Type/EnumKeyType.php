<?php

declare(strict_types=1);

namespace Yar\Type;

use Yar\Format\Format;

/**
 * The raw value of a closed enum, as the key of a map: PHP's arrays cannot
 * have cases as keys.
 *
 * @internal
 *
 * @template R of int|string
 *
 * @implements Codec<R>
 */
final class EnumKeyType implements Codec
{
    public readonly bool $isText;

    /** @var EnumType<\BackedEnum, R> */
    private readonly EnumType $enum;

    /**
     * @param class-string<\BackedEnum> $class
     * @param Codec<R> $raw
     */
    public function __construct(string $class, private readonly Codec $raw)
    {
        $this->isText = $raw instanceof StringType;
        $this->enum = new EnumType($class, $raw, closed: true);
    }

    public function encode(mixed $value, Format $format): mixed
    {
        return $this->decode($value, $format);
    }

    /**
     * @return R
     */
    public function decode(mixed $value, Format $format): int|string
    {
        $this->enum->decode($value, $format);

        return $this->raw->decode($value, $format);
    }
}

<?php

declare(strict_types=1);

namespace Yar;

use Yar\Type\AnyType;
use Yar\Type\BoolType;
use Yar\Type\BytesType;
use Yar\Type\Codec;
use Yar\Type\DateType;
use Yar\Type\EnumKeyType;
use Yar\Type\EnumType;
use Yar\Type\FloatType;
use Yar\Type\IntType;
use Yar\Type\ListType;
use Yar\Type\MapType;
use Yar\Type\NullableType;
use Yar\Type\StringType;
use Yar\Type\StructType;
use Yar\Type\TimestampType;
use Yar\Type\TupleType;
use Yar\Type\UnionType;
use Yar\Type\UnsignedType;

/**
 * The types of a contract, by their names in the contract.
 */
final class Type
{
    /** @return Codec<bool> */
    public static function bool(): Codec
    {
        return new BoolType();
    }

    /** @return Codec<int> */
    public static function i8(): Codec
    {
        return new IntType('i8', -128, 127);
    }

    /** @return Codec<int> */
    public static function i16(): Codec
    {
        return new IntType('i16', -32_768, 32_767);
    }

    /** @return Codec<int> */
    public static function i32(): Codec
    {
        return new IntType('i32', -2_147_483_648, 2_147_483_647);
    }

    /** @return Codec<int> */
    public static function i64(): Codec
    {
        return new IntType('i64', \PHP_INT_MIN, \PHP_INT_MAX);
    }

    /** @return Codec<int> */
    public static function u8(): Codec
    {
        return new IntType('u8', 0, 255);
    }

    /** @return Codec<int> */
    public static function u16(): Codec
    {
        return new IntType('u16', 0, 65_535);
    }

    /** @return Codec<int> */
    public static function u32(): Codec
    {
        return new IntType('u32', 0, 4_294_967_295);
    }

    /** @return Codec<int|numeric-string> */
    public static function u64(): Codec
    {
        return new UnsignedType();
    }

    /** @return Codec<float> */
    public static function f32(): Codec
    {
        return new FloatType(single: true);
    }

    /** @return Codec<float> */
    public static function f64(): Codec
    {
        return new FloatType(single: false);
    }

    /** @return Codec<string> */
    public static function string(): Codec
    {
        return new StringType();
    }

    /** @return Codec<string> */
    public static function bytes(): Codec
    {
        return new BytesType();
    }

    /** @return Codec<\DateTimeImmutable> */
    public static function timestamp(): Codec
    {
        return new TimestampType(text: false);
    }

    /**
     * A timestamp that travels as text.
     *
     * @return Codec<\DateTimeImmutable>
     */
    public static function rfc3339(): Codec
    {
        return new TimestampType(text: true);
    }

    /** @return Codec<string> */
    public static function date(): Codec
    {
        return new DateType();
    }

    /**
     * Milliseconds.
     *
     * @return Codec<int>
     */
    public static function duration(): Codec
    {
        return new IntType('a duration in milliseconds', 0, \PHP_INT_MAX);
    }

    /** @return Codec<mixed> */
    public static function any(): Codec
    {
        return new AnyType();
    }

    /**
     * @template T
     *
     * @param Codec<T> $element
     *
     * @return Codec<list<T>>
     */
    public static function list(Codec $element): Codec
    {
        return new ListType($element);
    }

    /**
     * @template K of array-key
     * @template V
     *
     * @param Codec<K> $key
     * @param Codec<V> $value
     *
     * @return Codec<array<K, V>>
     */
    public static function map(Codec $key, Codec $value): Codec
    {
        return new MapType($key, $value);
    }

    /**
     * @param Codec<mixed> ...$elements
     *
     * @return Codec<list<mixed>>
     */
    public static function tuple(Codec ...$elements): Codec
    {
        return new TupleType(\array_values($elements));
    }

    /**
     * @template T
     *
     * @param Codec<T> $type
     *
     * @return Codec<T|null>
     */
    public static function nullable(Codec $type): Codec
    {
        return new NullableType($type);
    }

    /**
     * @template T of Struct
     *
     * @param class-string<T> $class
     *
     * @return Codec<T>
     */
    public static function struct(string $class): Codec
    {
        return new StructType($class);
    }

    /**
     * @template T of Union
     *
     * @param class-string<T> $class
     *
     * @return Codec<T>
     */
    public static function union(string $class): Codec
    {
        return new UnionType($class);
    }

    /**
     * @template T of \BackedEnum
     * @template R of int|string
     *
     * @param class-string<T> $class
     * @param Codec<R> $raw
     *
     * @return Codec<T|R>
     */
    public static function enum(string $class, Codec $raw): Codec
    {
        return new EnumType($class, $raw, closed: false);
    }

    /**
     * An enum that has no values but these.
     *
     * @template T of \BackedEnum
     * @template R of int|string
     *
     * @param class-string<T> $class
     * @param Codec<R> $raw
     *
     * @return Codec<T>
     */
    public static function closedEnum(string $class, Codec $raw): Codec
    {
        return new EnumType($class, $raw, closed: true);
    }

    /**
     * A closed enum as the key of a map: its raw values.
     *
     * @template R of int|string
     *
     * @param class-string<\BackedEnum> $class
     * @param Codec<R> $raw
     *
     * @return Codec<R>
     */
    public static function closedEnumKey(string $class, Codec $raw): Codec
    {
        return new EnumKeyType($class, $raw);
    }
}

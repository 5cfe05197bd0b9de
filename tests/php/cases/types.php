<?php

declare(strict_types=1);

// What each declared type takes and refuses, going out and coming in.

use Yar\Exception\ValueException;
use Yar\Field;
use Yar\Format\MsgpackFormat;
use Yar\Type;

enum Shade: string
{
    case Light = 'light';
    case Dark = 'dark';
}

enum Level: int
{
    case Low = 0;
    case High = 10;
}

final class Leaf implements Yar\Struct
{
    public function __construct(public readonly int $size, public readonly ?Leaf $next) {}

    public static function fields(): array
    {
        return ['size' => Field::required('size', Type::u8()), 'next' => Field::required('next', Type::nullable(Type::struct(self::class)))];
    }

    public function toArray(): array
    {
        return ['size' => $this->size, 'next' => $this->next];
    }
}

$format = new MsgpackFormat();
$most = '18446744073709551615';

// Type, values taken as they are, values converted, values refused.
$decoded = [
    'bool' => [Type::bool(), [true, false], [[1, true], [0, false]], [null, 'false', '1', 2, 1.0, []]],
    'i8' => [Type::i8(), [-128, 0, 127], [[5.0, 5], ['-7', -7], [-0.0, 0]], [128, -129, 1.5, '1.0', '', 'x', ' 1', '01', null, true, []]],
    'u8' => [Type::u8(), [0, 255], [['255', 255]], [-1, 256]],
    'i16' => [Type::i16(), [-32_768, 32_767], [], [32_768, -32_769]],
    'u16' => [Type::u16(), [65_535], [], [65_536, -1]],
    'i32' => [Type::i32(), [-2_147_483_648, 2_147_483_647], [], [2_147_483_648, -2_147_483_649]],
    'u32' => [Type::u32(), [4_294_967_295], [], [4_294_967_296, -1]],
    'i64' => [Type::i64(), [PHP_INT_MIN, PHP_INT_MAX], [['9223372036854775807', PHP_INT_MAX], [9007199254740991.0, 9007199254740991]], [9007199254740992.0, '9223372036854775808', NAN, INF]],
    'u64' => [Type::u64(), [0, PHP_INT_MAX, $most, '9223372036854775808'], [['5', 5], [3.0, 3]], [-1, '-1', '18446744073709551616', '99999999999999999999', 1e19, '1e3', null]],
    'f64' => [Type::f64(), [0.1, -INF], [[3, 3.0], ['0.5', 0.5], ['1e3', 1000.0]], [null, '', 'x', ' 1', true, []]],
    'f32' => [Type::f32(), [0.5], [[3, 3.0]], [null]],
    'string' => [Type::string(), ['', 'é'], [], ["\xff", 1, null, true, []]],
    'bytes' => [Type::bytes(), ['', "\xff\0"], [[[], ''], [[0, 255, 65], "\0\xffA"]], [1, null, [256], [-1], ['a'], [1 => 5]]],
    'any' => [Type::any(), [null, 1, 'x', [1, ['a' => 2]]], [], []],
    'list' => [Type::list(Type::i8()), [[], [1, 2]], [[[0 => 1, 2 => '3'], [1, 3]]], [null, 'x', ['a' => 1], [300]]],
    'map' => [Type::map(Type::string(), Type::i8()), [[], ['a' => 1]], [[[7, 8], [0 => 7, 1 => 8]]], [null, 'x', ['a' => 300]]],
    'map of integers' => [Type::map(Type::u8(), Type::bool()), [[], [5 => true, 0 => false]], [], [['x' => true], [256 => true], [-1 => true]]],
    'tuple' => [Type::tuple(Type::i8(), Type::string()), [[1, 'a']], [[['1', 'a'], [1, 'a']], [[1, 'a', 2], [1, 'a']], [[3 => 1, 5 => 'a'], [1, 'a']]], [[1], [], ['a', 1], null, ['a' => 1, 'b' => 'a']]],
    'nullable' => [Type::nullable(Type::i8()), [null, 5], [], ['x', 300]],
    'string enum' => [Type::enum(Shade::class, Type::string()), ['unknown'], [['dark', Shade::Dark]], [null, 1]],
    'integer enum' => [Type::enum(Level::class, Type::i32()), [7], [[10, Level::High], ['0', Level::Low]], [null, 'x', 1 << 40]],
    'u64 enum' => [Type::enum(Level::class, Type::u64()), [$most], [[10, Level::High]], [-1]],
];
$tests = [];
foreach ($decoded as $name => [$type, $taken, $converted, $refused]) {
    $tests["decode $name"] = static function () use ($format, $type, $taken, $converted, $refused): void {
        foreach ($taken as $value) {
            same($value, $type->decode($value, $format));
        }
        foreach ($converted as [$value, $expected]) {
            same($expected, $type->decode($value, $format));
        }
        foreach ($refused as $value) {
            throws(ValueException::class, '', static fn() => $type->decode($value, $format));
        }
    };
}

// Going out, only what the type says.
$encoded = [
    'bool' => [Type::bool(), [true], [1, 0, 'x', null]],
    'i32' => [Type::i32(), [-5], ['5', 5.0, 2_147_483_648, null, true]],
    'u64' => [Type::u64(), [5], [-1, 5.0, '1.5', '18446744073709551616']],
    'f64' => [Type::f64(), [0.5], ['0.5', null]],
    'f32' => [Type::f32(), [0.5], [3.5e38, -1e300]],
    'string' => [Type::string(), ['é'], ["\xff", 5, null]],
    'bytes' => [Type::bytes(), ["\xff"], [5, null]],
    'any' => [Type::any(), [null, [1, [2]]], [new ArrayObject(), static fn() => 1, [[new DateTime()]]]],
    'list' => [Type::list(Type::i8()), [[1]], [['a' => 1], 'x', ['1']]],
    'map' => [Type::map(Type::i8(), Type::i8()), [], [['x' => 1], 'x', [300 => 1]]],
    'tuple' => [Type::tuple(Type::i8(), Type::i8()), [[1, 2]], [[1], ['a' => 1, 'b' => 2]]],
    'enum' => [Type::enum(Shade::class, Type::string()), ['raw'], [Level::Low, 5, null]],
    'struct' => [Type::struct(Leaf::class), [], [['size' => 1], null, new stdClass(), new Leaf(300, null)]],
];
foreach ($encoded as $name => [$type, $taken, $refused]) {
    $tests["encode $name"] = static function () use ($format, $type, $taken, $refused): void {
        foreach ($taken as $value) {
            same($value, $type->encode($value, $format));
        }
        foreach ($refused as $value) {
            throws(ValueException::class, '', static fn() => $type->encode($value, $format));
        }
    };
}

$tests['encode enum cases as their raw values'] = static function () use ($format): void {
    same('dark', Type::enum(Shade::class, Type::string())->encode(Shade::Dark, $format));
    same(10, Type::enum(Level::class, Type::i32())->encode(Level::High, $format));
};
$tests['encode lists with gaps as lists'] = static fn() => same([1, 3], Type::list(Type::i8())->encode([0 => 1, 2 => 3], $format));
$tests['structs'] = static function () use ($format): void {
    $type = Type::struct(Leaf::class);
    $leaf = $type->decode(['size' => '3', 'ignored' => 1, 'next' => ['size' => 4]], $format);
    same([3, 4, null], [$leaf->size, $leaf->next?->size, $leaf->next?->next]);
    same('82a473697a6503a46e65787482a473697a6504a46e657874c0', bin2hex($format->pack($type->encode($leaf, $format))));
    throws(ValueException::class, '.size: the field is missing', static fn() => $type->decode([], $format));
    throws(ValueException::class, '.next.size: expected u8', static fn() => $type->decode(['size' => 1, 'next' => ['size' => []]], $format));
    throws(ValueException::class, 'expected a map for Leaf, got a list of 2', static fn() => $type->decode([5, null], $format));
    throws(ValueException::class, 'expected a map for Leaf, got "5"', static fn() => $type->decode('5', $format));
};
$tests['errors say where'] = static function () use ($format): void {
    $type = Type::list(Type::map(Type::string(), Type::tuple(Type::i8(), Type::nullable(Type::struct(Leaf::class)))));
    throws(
        ValueException::class,
        '[1]["a b"][1].next.size: expected u8 from 0 to 255, got int 999',
        static fn() => $type->decode([[], ['a b' => [1, ['size' => 1, 'next' => ['size' => 999]]]]], $format),
    );
};
$tests['any stops at endless arrays'] = static function () use ($format): void {
    $endless = [];
    $endless[0] = &$endless;
    throws(ValueException::class, '500 levels deep', static fn() => Type::any()->encode($endless, $format));
};
$tests['f32 is rounded before it travels'] = static fn() => same(0.30000001192092896, Type::f32()->encode(0.3, $format));

return $tests;

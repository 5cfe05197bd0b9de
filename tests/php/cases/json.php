<?php

declare(strict_types=1);

// The JSON packager: what leaves, what is refused, what is understood.

use Yar\Exception\PackagerException;
use Yar\Exception\ValueException;
use Yar\Format\JsonFormat;
use Yar\Type;

$format = new JsonFormat();
$pack = static fn(Yar\Type\Codec $type, mixed $value): string => $format->pack($type->encode($value, $format));

return [
    'json keeps fractions, slashes and letters' => static function () use ($pack): void {
        same('[1.0,-0.0,0.1,1.0e+22,3]', $pack(Type::any(), [1.0, -0.0, 0.1, 1e22, 3]));
        same('"a/数' . "\u{2028}" . '"', $pack(Type::any(), "a/数\u{2028}"));
        same('1.0', $pack(Type::f64(), 1));
        same('0.30000001192092896', $pack(Type::f32(), 0.3));
    },
    'json writes maps as objects whatever their keys' => static function () use ($pack): void {
        $map = Type::map(Type::string(), Type::list(Type::i32()));
        same('{}', $pack($map, []));
        same('{"0":[],"1":[5]}', $pack($map, ['0' => [], '1' => [5]]));
        same('{"\u0000k":[1]}', $pack($map, ["\0k" => [1]]));
        same('{"0":true}', $pack(Type::map(Type::i64(), Type::bool()), [true]));
        same('[]', $pack(Type::any(), []));
        same('{}', $pack(Type::any(), new stdClass()));
        same('[{}]', $pack(Type::list($map), [[]]));
    },
    'json writes bytes as base64 and large integers as text' => static function () use ($pack): void {
        same('"/wA="', $pack(Type::bytes(), "\xff\0"));
        same('"18446744073709551615"', $pack(Type::u64(), '18446744073709551615'));
        same('9223372036854775807', $pack(Type::u64(), '9223372036854775807'));
    },
    'json refuses NaN, infinities and raw bytes, and says where' => static function () use ($pack): void {
        throws(ValueException::class, '["x"][1]: expected a finite number', static fn() => $pack(Type::any(), ['x' => [0, NAN]]));
        throws(ValueException::class, '[0]: expected a finite number', static fn() => $pack(Type::list(Type::f64()), [-INF]));
        throws(ValueException::class, '["\377"]: expected UTF-8', static fn() => $pack(Type::any(), ["\xff" => 1]));
        throws(ValueException::class, 'expected UTF-8', static fn() => $pack(Type::string(), "\xed\xa0\x80"));
    },
    'json reads' => static function () use ($format): void {
        same([], $format->unpack(' {} '));
        same('18446744073709551615', $format->unpack('18446744073709551615'));
        same(0, Type::i64()->decode($format->unpack('-0'), $format));
        same("\xff\0", Type::bytes()->decode($format->unpack('"/wA="'), $format));
        throws(ValueException::class, 'base64', static fn() => Type::bytes()->decode('???', $format));
    },
    'json refuses what is not JSON' => static function () use ($format): void {
        foreach (['', '{', '[1,]', "\xef\xbb\xbf1", '1 2', "\"\xff\"", 'NaN', "1\0", '"\ud800"', str_repeat('[', 512) . str_repeat(']', 512)] as $text) {
            throws(PackagerException::class, 'JSON cannot be read', static fn() => $format->unpack($text));
        }
        same(1, count($format->unpack(str_repeat('[', 511) . str_repeat(']', 511))));
    },
];

<?php

declare(strict_types=1);

// The PHP packager: never an object, whatever the bytes say.

use Yar\Exception\PackagerException;
use Yar\Format\PhpFormat;
use Yar\Type;

$format = new PhpFormat();

return [
    'php writes arrays only' => static function () use ($format): void {
        $encode = static fn(Yar\Type\Codec $type, mixed $value): string => $format->pack($type->encode($value, $format));
        same('a:0:{}', $encode(Type::map(Type::string(), Type::any()), []));
        same('a:1:{s:1:"k";a:1:{i:0;d:1;}}', $encode(Type::any(), (object) ['k' => [1.0]]));
        same('s:20:"18446744073709551615";', $encode(Type::u64(), '18446744073709551615'));
        same("s:2:\"\xff\0\";", $encode(Type::bytes(), "\xff\0"));
        same('d:NAN;', $encode(Type::f64(), NAN));
    },
    'php reads scalars and arrays' => static function () use ($format): void {
        $values = ['N;' => null, 'b:0;' => false, 'b:1;' => true, 'i:-5;' => -5, 'd:0.1;' => 0.1, 'd:INF;' => INF, 's:2:"é";' => 'é', 'a:0:{}' => []];
        foreach ($values as $bytes => $value) {
            same($value, $format->unpack($bytes));
        }
    },
    'php reads objects as maps of their properties' => static function () use ($format): void {
        $bytes = "O:5:\"Point\":3:{s:1:\"x\";i:1;s:4:\"\0*\0y\";i:2;s:8:\"\0Point\0z\";O:8:\"stdClass\":0:{}}";
        same(['x' => 1, 'y' => 2, 'z' => []], $format->unpack($bytes));
        same(['O:' => 'r:1;'], $format->unpack('a:1:{s:2:"O:";s:4:"r:1;";}'));
    },
    'php copies references' => static function () use ($format): void {
        $value = $format->unpack('a:2:{s:1:"x";a:1:{i:0;i:5;}s:1:"y";R:2;}');
        $value['y'][0] = 6;
        same(['x' => [5], 'y' => [6]], $value);
        same([['a' => 1], ['a' => 1]], $format->unpack('a:2:{i:0;O:1:"A":1:{s:1:"a";i:1;}i:1;r:2;}'));
    },
    'php refuses what is not serialized, in silence' => static function () use ($format): void {
        foreach (['', 'x', 'b:7', 'i:1', 's:9:"a";', 's:9999999999:"a";', 'a:1:{i:0;', 'a:99999999:{i:0;N;}', 'a:1:{i:0;R:1;}', 'E:7:"Op:Add"', str_repeat('a:1:{i:0;', 600)] as $bytes) {
            throws(PackagerException::class, 'PHP cannot be read', static fn() => $format->unpack($bytes));
        }
    },
    'php runs nothing' => static function () use ($format): void {
        same(['code' => 'x'], $format->unpack('O:7:"Harmful":1:{s:4:"code";s:1:"x";}'));
        same(false, class_exists('Harmful', false));
    },
];

<?php

declare(strict_types=1);

// The MSGPACK codec against bytes of its specification, and against the extension.

use Yar\Exception\PackagerException;
use Yar\Format\MsgpackFormat;
use Yar\Type;

$format = new MsgpackFormat();
$any = static fn(mixed $value): string => $format->pack(Type::any()->encode($value, $format));

$written = [
    'c0' => null, 'c2' => false, 'c3' => true,
    '00' => 0, '7f' => 127, 'cc80' => 128, 'ccff' => 255, 'cd0100' => 256, 'cdffff' => 65_535, 'ce00010000' => 65_536,
    'ceffffffff' => 0xffff_ffff, 'cf0000000100000000' => 0x1_0000_0000, 'cf7fffffffffffffff' => PHP_INT_MAX,
    'ff' => -1, 'e0' => -32, 'd0df' => -33, 'd080' => -128, 'd1ff7f' => -129, 'd18000' => -32_768, 'd2ffff7fff' => -32_769,
    'd280000000' => -2_147_483_648, 'd3ffffffff7fffffff' => -2_147_483_649, 'd38000000000000000' => PHP_INT_MIN,
    'cb3ff0000000000000' => 1.0, 'cb8000000000000000' => -0.0, 'cb7ff0000000000000' => INF,
    'a0' => '', 'a161' => 'a', 'a2ff00' => "\xff\0", '90' => [], '9190' => [[]], '920102' => [1, 2],
    '81a16101' => ['a' => 1], '820501ff02' => [5 => 1, -1 => 2], '8201a17802a179' => [1 => 'x', 2 => 'y'],
];
$tests = [];
foreach ($written as $hex => $value) {
    $tests["msgpack $hex"] = static function () use ($format, $any, $hex, $value): void {
        same((string) $hex, bin2hex($any($value)));
        same($value, $format->unpack(hex2bin((string) $hex)));
    };
}
foreach ([0, 31, 32, 255, 256, 65_535, 65_536] as $length) {
    $tests["msgpack string of $length"] = static function () use ($format, $any, $length): void {
        $text = str_repeat('x', $length);
        $head = match (true) {
            $length < 32 => chr(0xa0 + $length),
            $length < 256 => "\xd9" . pack('C', $length),
            $length < 65_536 => "\xda" . pack('n', $length),
            default => "\xdb" . pack('N', $length),
        };
        same($head . $text, $any($text));
        same($text, $format->unpack($head . $text));
    };
}
foreach ([15, 16, 65_535, 65_536] as $count) {
    $tests["msgpack containers of $count"] = static function () use ($format, $any, $count): void {
        $list = array_fill(0, $count, true);
        $map = array_combine(range(1, $count), $list);
        same($count < 16 ? '9' : ($count < 65_536 ? 'dc' : 'dd'), substr(bin2hex(substr($any($list), 0, 1)), 0, $count < 16 ? 1 : 2));
        same($count < 16 ? '8' : ($count < 65_536 ? 'de' : 'df'), substr(bin2hex(substr($any($map), 0, 1)), 0, $count < 16 ? 1 : 2));
        same($list, $format->unpack($any($list)));
        same($map, $format->unpack($any($map)));
    };
}

$read = [
    'c403ff00fe' => "\xff\0\xfe", 'c50001aa' => "\xaa", 'c600000001aa' => "\xaa", 'da000161' => 'a', 'db0000000161' => 'a', 'd90161' => 'a',
    'cc01' => 1, 'cd0001' => 1, 'ce00000001' => 1, 'cf0000000000000001' => 1, 'd0ff' => -1, 'd1ffff' => -1, 'd2ffffffff' => -1,
    'd3ffffffffffffffff' => -1, 'cfffffffffffffffff' => '18446744073709551615', 'cf8000000000000000' => '9223372036854775808',
    'ca3fc00000' => 1.5, '80' => [], 'de0000' => [], 'dc000101' => [1], 'd40500' => null, 'd5050000' => null, 'c7020900ff' => null,
    '82c0a3446f74a16105' => ['a' => 5], '82c0a3446f74a4002a006101' => ['a' => 1], '81c301' => [1 => 1], '81cb3ff800000000000002' => ['1.5' => 2],
];
foreach ($read as $hex => $value) {
    $tests["msgpack reads $hex"] = static fn() => same($value, $format->unpack(hex2bin((string) $hex)));
}
foreach (['', 'c1', 'cc', 'cf00', 'a2', 'a261', 'd9', 'd9ff', 'dbffffffff', '92', '9201', '81', '81a161', 'ddffffffff', 'dfffffffff', '819001', 'c9ffffffff00', '0000', '81c004'] as $hex) {
    $tests["msgpack refuses $hex"] = static fn() => throws(PackagerException::class, 'MSGPACK cannot be read', static fn() => $format->unpack(hex2bin($hex)));
}

$tests['msgpack depth'] = static function () use ($format, $any): void {
    same(512, strlen(rtrim($format->pack($format->unpack(str_repeat("\x91", 511) . "\x90")), "\xff")));
    throws(PackagerException::class, '512 levels', static fn() => $format->unpack(str_repeat("\x91", 512) . "\x90"));
    $deep = [];
    for ($level = 0; $level < 600; ++$level) {
        $deep = [$deep];
    }
    throws(PackagerException::class, '512 levels', static fn() => $format->pack($deep));
};
$tests['msgpack typed maps'] = static function () use ($format): void {
    $text = Type::map(Type::string(), Type::i64());
    same('90', bin2hex($format->pack($text->encode([], $format))));
    same('82a13001a13102', bin2hex($format->pack($text->encode(['0' => 1, '1' => 2], $format))));
    $numbers = Type::map(Type::i64(), Type::i64());
    same('8200010102', bin2hex($format->pack($numbers->encode([0 => 1, 1 => 2], $format))));
    same('cfffffffffffffffff', bin2hex($format->pack(Type::u64()->encode('18446744073709551615', $format))));
    same('cf8000000000000000', bin2hex($format->pack(Type::u64()->encode('9223372036854775808', $format))));
};
if (extension_loaded('msgpack')) {
    $tests['msgpack like the extension'] = static function () use ($format, $any): void {
        mt_srand(7);
        $make = static function (int $depth) use (&$make): mixed {
            $kind = mt_rand(0, $depth > 4 ? 6 : 9);

            return match (true) {
                $kind === 0 => null,
                $kind === 1 => mt_rand(0, 1) === 1,
                $kind === 2 => mt_rand(-200, 300),
                $kind === 3 => (mt_rand() << mt_rand(0, 33)) * (mt_rand(0, 1) * 2 - 1),
                $kind === 4 => mt_rand() / 7.0 * 10 ** mt_rand(-30, 30),
                $kind <= 6 => random_bytes(mt_rand(0, 3) ** 5 + mt_rand(0, 40)),
                $kind === 7 => array_map(static fn() => $make($depth + 1), range(0, mt_rand(0, 20))),
                default => array_combine(
                    array_unique(array_map(static fn() => mt_rand(0, 1) === 0 ? mt_rand(-50, 70_000) : 'k' . mt_rand(), range(0, 17))),
                    array_map(static fn() => $make($depth + 1), array_unique(range(0, 17))),
                ),
            };
        };
        for ($round = 0; $round < 200; ++$round) {
            try {
                $value = $make(0);
            } catch (ValueError) {
                continue;
            }
            $theirs = msgpack_pack($value);
            same(bin2hex($theirs), bin2hex($any($value)));
            same($value, $format->unpack($theirs));
            same($value, msgpack_unpack($any($value)));
        }
    };
}

return $tests;

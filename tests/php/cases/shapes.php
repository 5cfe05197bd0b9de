<?php

declare(strict_types=1);

// Fields that may be left out, unions, closed enums, moments, days, errors with data, and arguments left out.

use Shapes\Big;
use Shapes\Denied;
use Shapes\Loose;
use Shapes\Op;
use Shapes\Shape;
use Shapes\Tagged;
use Shapes\Term;
use Yar\Absent;
use Yar\Exception\ServerException;
use Yar\Exception\ValueException;
use Yar\Format\JsonFormat;
use Yar\Packager;
use Yar\Type;

require_once __DIR__ . '/../fixtures/shapes.php';

$json = new JsonFormat();
$out = static fn(Type\Codec $type, mixed $value): string => $json->pack($type->encode($value, $json));
$in = static fn(Type\Codec $type, string $text): mixed => $type->decode($json->unpack($text), $json);
$moment = static fn(string $text): DateTimeImmutable => new DateTimeImmutable($text);

return [
    'fields that are not there' => static function () use ($in): void {
        $term = $in(Type::struct(Term::class), '{"val": 1}');
        same([1.0, null, Op::Add, null, Absent::Absent, 5], [$term->value, $term->note, $term->op, $term->tags, $term->limit, $term->most]);
        $term = $in(Type::struct(Term::class), '{"val": 1, "limit": null, "most": null, "tags": null, "op": "pow"}');
        same([null, null, null, 'pow'], [$term->limit, $term->most, $term->tags, $term->op]);
        throws(ValueException::class, '.val: the field is missing', static fn() => $in(Type::struct(Term::class), '{"value": 1}'));
        throws(ValueException::class, '.op: expected string, got null', static fn() => $in(Type::struct(Term::class), '{"val": 1, "op": null}'));
        throws(ValueException::class, '.limit: expected i32', static fn() => $in(Type::struct(Term::class), '{"val": 1, "limit": "x"}'));
    },
    'fields that are not written' => static function () use ($out): void {
        $type = Type::struct(Term::class);
        same('{"op":"add","val":1.0,"note":null,"most":5}', $out($type, new Term(1.0, null)));
        same('{"op":"sub","val":1.0,"note":null,"tags":[],"limit":null,"most":null}', $out($type, new Term(1.0, null, op: Op::Sub, tags: [], limit: null, most: null)));
        throws(ValueException::class, '.tags[0]: expected string', static fn() => $out($type, new Term(1.0, null, tags: [5])));
    },
    'null of any type is a value unless the field may be left out' => static function () use ($out, $in): void {
        $type = Type::struct(Loose::class);
        same('{"must":null,"filled":null,"three":null}', $out($type, new Loose(null, null, null, null)));
        same('{"must":null,"filled":5}', $out($type, new Loose(null)));
        same('{"must":null,"may":false,"filled":5}', $out($type, new Loose(null, false)));
        $loose = $in($type, '{"must":null,"may":null,"filled":null,"three":null}');
        same([null, null, null, null], [$loose->must, $loose->may, $loose->filled, $loose->three]);
        same(Absent::Absent, $in($type, '{"must":1}')->three);
    },
    'what was left out has no JSON of its own' => static function (): void {
        throws(LogicException::class, 'encode toArray() of its struct', static fn() => json_encode(new Term(1.0, null)));
    },
    'unions, one key for the case' => static function () use ($out, $in): void {
        $type = Type::union(Shape::class);
        $values = [
            '{"term":{"op":"add","val":1.0,"note":null,"most":5}}' => new Shape\Term(new Term(1.0, null)),
            '{"point":null}' => new Shape\Point(),
            '{"many":[{"point":null},{"many":[]}]}' => new Shape\Many([new Shape\Point(), new Shape\Many([])]),
            '{"new":{"a":[1]}}' => new Shape\Unknown('new', ['a' => [1]]),
            '{"5":null}' => new Shape\Unknown('5', null),
        ];
        foreach ($values as $text => $value) {
            same($text, $out($type, $value));
            same(true, $in($type, $text) == $value, $text);
        }
        same(true, $in($type, '{"point":{"some":1}}') instanceof Shape\Point);
        throws(ValueException::class, 'expected a map with exactly one of the keys term, many, point, got the keys term, point', static fn() => $in($type, '{"term":1,"point":2}'));
        throws(ValueException::class, 'exactly one of the keys term, many, point, got no key', static fn() => $in($type, '{}'));
        throws(ValueException::class, 'exactly one of the keys term, many, point, got "point"', static fn() => $in($type, '"point"'));
        throws(ValueException::class, '.many[1].term.val: expected f64, got "x"', static fn() => $in($type, '{"many":[{"point":null},{"term":{"val":"x"}}]}'));
        throws(ValueException::class, '.many[0].term.tags[0]: expected string', static fn() => $out($type, new Shape\Many([new Shape\Term(new Term(1.0, null, tags: [1]))])));
        throws(ValueException::class, 'expected Shapes\\Shape, got Shapes\\Tagged\\Point', static fn() => $out($type, new Tagged\Point()));
    },
    'unions, the case under a tag' => static function () use ($out, $in): void {
        $type = Type::union(Tagged::class);
        $values = [
            '{"kind":"term","op":"add","val":1.0,"note":null,"most":5}' => new Tagged\Term(new Term(1.0, null)),
            '{"kind":"point"}' => new Tagged\Point(),
            '{"kind":"new","a":[1]}' => new Tagged\Unknown('new', ['kind' => 'new', 'a' => [1]]),
        ];
        foreach ($values as $text => $value) {
            same($text, $out($type, $value));
            same(true, $in($type, $text) == $value, $text);
        }
        throws(ValueException::class, 'expected a map with the key kind, one of term, point, got a map', static fn() => $in($type, '{"sort":"term"}'));
        throws(ValueException::class, 'the key kind, one of term, point, got null', static fn() => $in($type, 'null'));
        throws(ValueException::class, '.val: the field is missing', static fn() => $in($type, '{"kind":"term"}'));
    },
    'unions in every packager' => static function (): void {
        $values = [new Shape\Point(), new Shape\Many([]), new Shape\Term(new Term(0.5, 'x', limit: 3)), new Shape\Unknown('n', [1])];
        foreach (Packager::cases() as $packager) {
            $format = $packager->format();
            $type = Type::list(Type::union(Shape::class));
            same(true, $type->decode($format->unpack($format->pack($type->encode($values, $format))), $format) == $values, $packager->value);
        }
    },
    'closed enums' => static function () use ($out, $in): void {
        $type = Type::closedEnum(Op::class, Type::string());
        same([Op::Sub, '"sub"', '"add"'], [$in($type, '"sub"'), $out($type, Op::Sub), $out($type, 'add')]);
        throws(ValueException::class, 'expected one of add, sub, got "pow"', static fn() => $in($type, '"pow"'));
        throws(ValueException::class, 'expected one of add, sub, got "pow"', static fn() => $out($type, 'pow'));
        $type = Type::closedEnum(Big::class, Type::u64());
        same([Big::One, Big::Most], [$in($type, '"1"'), $in($type, '"18446744073709551615"')]);
        same('"18446744073709551615"', $out($type, Big::Most));
        throws(ValueException::class, 'expected one of 1, 18446744073709551615, got "18446744073709551614"', static fn() => $in($type, '"18446744073709551614"'));
        throws(ValueException::class, 'expected one of 1, 18446744073709551615, got int 7', static fn() => $in($type, '7'));
        $map = Type::map(Type::closedEnumKey(Op::class, Type::string()), Type::i8());
        same([['add' => 1], '{"add":1}'], [$in($map, '{"add":1}'), $out($map, ['add' => 1])]);
        throws(ValueException::class, '["pow"] as a key: expected one of', static fn() => $in($map, '{"pow":1}'));
    },
    'moments' => static function () use ($out, $in, $moment): void {
        $type = Type::timestamp();
        $values = [
            ['0', '1970-01-01 00:00:00.000000'], ['1796040000500', '2026-11-30 12:00:00.500000'], ['-1', '1969-12-31 23:59:59.999000'],
            ['"5"', '1970-01-01 00:00:00.005000'], ['5.0', '1970-01-01 00:00:00.005000'], ['-62135596801001', '0000-12-31 23:59:58.999000'],
            ['"2026-11-30T13:00:00.5019+01:00"', '2026-11-30 12:00:00.501000'], ['"2026-11-30t12:00:00.123456789z"', '2026-11-30 12:00:00.123000'],
        ];
        foreach ($values as [$text, $shown]) {
            $read = $in($type, $text);
            same([$shown, 'UTC'], [$read->format('Y-m-d H:i:s.u'), $read->getTimezone()->getName()], $text);
        }
        foreach ([PHP_INT_MIN, -1001, -1000, -999, 999, PHP_INT_MAX] as $milliseconds) {
            same((string) $milliseconds, $out($type, $in($type, (string) $milliseconds)));
        }
        same('1796036400123', $out($type, $moment('2026-11-30T12:00:00.1239+01:00')));
        same('0', $out($type, new DateTime('@0')));
        $wrong = ['"2026-11-30"', '"2026-02-29T00:00:00Z"', '"2026-13-01T00:00:00Z"', '"2026-11-30T24:00:00Z"', '"2026-11-30T12:00:00"', '"now"', 'null', '1.5', 'true'];
        foreach ($wrong as $text) {
            throws(ValueException::class, 'expected milliseconds since 1970 or a time such as', static fn() => $in($type, $text));
        }
        throws(
            ValueException::class,
            "got a date object of PHP: let the other side send `(int) \$date->format('Uv')`",
            static fn() => $in($type, '{"date":"2026-11-30 12:00:00.000000","timezone_type":3,"timezone":"UTC"}'),
        );
        throws(ValueException::class, 'expected a DateTimeInterface, got int 5', static fn() => $out($type, 5));
    },
    'moments as text' => static function () use ($out, $in, $moment): void {
        $type = Type::rfc3339();
        same('"2026-11-30T12:00:00Z"', $out($type, $moment('2026-11-30T12:00:00Z')));
        same('"2026-11-30T11:00:00.5Z"', $out($type, $moment('2026-11-30T12:00:00.500000+01:00')));
        same('"2026-11-30T11:00:00.123456Z"', $out($type, $in($type, '"2026-11-30T12:00:00.123456789+01:00"')));
        same('"0000-02-29T00:00:00Z"', $out($type, $in($type, '"0000-02-29T00:00:00Z"')));
        same('"1970-01-01T00:00:00.007Z"', $out($type, $in($type, '7')));
        throws(ValueException::class, 'the years 0 to 9999', static fn() => $out($type, $moment('@253402300800')));
    },
    'days and lengths of time' => static function () use ($out, $in): void {
        foreach (['2026-11-30', '0000-02-29', '9999-12-31'] as $day) {
            same([$day, "\"$day\""], [$in(Type::date(), "\"$day\""), $out(Type::date(), $day)]);
        }
        foreach (['2026-02-29', '2026-1-01', '2026-11-30T00:00:00Z', '', '20261130', '2026-00-10', "2026-11-30\n"] as $day) {
            throws(ValueException::class, 'expected a day such as "2026-11-30"', static fn() => $out(Type::date(), $day));
            throws(ValueException::class, 'expected a day', static fn() => $in(Type::date(), json_encode($day)));
        }
        throws(ValueException::class, "`\$date->format('Y-m-d')`", static fn() => $in(Type::date(), '{"date":"2026-11-30 00:00:00.000000","timezone_type":3,"timezone":"UTC"}'));
        same([1500, 1500, '1500'], [$in(Type::duration(), '1500'), $in(Type::duration(), '"1500"'), $out(Type::duration(), 1500)]);
        throws(ValueException::class, 'a duration in milliseconds from 0', static fn() => $in(Type::duration(), '-1'));
    },
];

<?php

declare(strict_types=1);

// Every frame recorded from other implementations decodes to its recorded value.

use Yar\Exception\YarException;
use Yar\Format\MsgpackFormat;
use Yar\Packager;
use Yar\Protocol\Header;

require_once __DIR__ . '/../fixtures/recorded.php';

/**
 * A recorded value as PHP holds it; see the "about" of the files.
 */
function untag(mixed $tagged, string $packager): mixed
{
    if (!is_array($tagged) || array_is_list($tagged)) {
        return is_array($tagged) ? array_map(static fn($value) => untag($value, $packager), $tagged) : $tagged;
    }
    $tag = (string) array_key_first($tagged);

    return match ($tag) {
        '$int' => (string) (int) $tagged[$tag] === $tagged[$tag] ? (int) $tagged[$tag] : $tagged[$tag],
        '$f64' => match ($tagged[$tag]) {
            'nan' => NAN,
            'inf' => INF,
            '-inf' => -INF,
            default => (float) $tagged[$tag],
        },
        '$bin', '$msgpack_bin' => hex2bin($tagged[$tag]),
        '$map' => untagPairs($tagged[$tag], $packager),
        '$obj' => untagPairs($tagged['props'], $packager),
        '$phpref' => REFERENCE,
        default => array_map(static fn($value) => untag($value, $packager), $tagged),
    };
}

/**
 * @param list<array{mixed, mixed}> $pairs
 *
 * @return array<mixed>
 */
function untagPairs(array $pairs, string $packager): array
{
    $map = [];
    foreach ($pairs as [$key, $value]) {
        $key = untag($key, $packager);
        if ($key === null) {
            continue;
        }
        $key = is_float($key) ? (string) $key : $key;
        $key = is_string($key) && str_starts_with($key, "\0") ? substr($key, strpos($key, "\0", 1) + 1) : $key;
        $map[$key] = untag($value, $packager);
    }

    return $map;
}

/**
 * Text in which equal values are equal. The token `-0` of JSON is recorded as
 * a float, and PHP reads the integer 0.
 */
function plain(mixed $value, bool $json): string
{
    return match (true) {
        is_array($value) => '{' . implode(',', array_map(static fn($key, $item): string => "$key:" . plain($item, $json), array_keys($value), $value)) . '}',
        is_float($value) && is_nan($value) => 'float nan',
        $json && $value === 0.0 => 'integer 0',
        is_float($value) => 'float ' . bin2hex(pack('E', $value)),
        default => gettype($value) . ' ' . $value,
    };
}

/** Stands in a recorded value for one that was sent before. */
const REFERENCE = '(any value)';

/** What we refuse on purpose although it is well-formed, with the reason. */
const REFUSED = [
    '/^http-hand-json-lone-surrogate$/' => 'half a surrogate pair',
    '/^(http|tcp)-re[qp]-(echo|give)-(obj-same-twice|array-ref|ref|sameobj)-msgpack$/' => 'back references of the msgpack extension',
];

$tests = [];
foreach (glob(__DIR__ . '/../../vectors/*.json') ?: [] as $file) {
    $entries = recordedFrames($file);
    foreach ($entries as $entry) {
        $tests['vector ' . $entry['name']] = static function () use ($entry): void {
            $bytes = hex2bin($entry['hex']);
            $shift = ($entry['layout'] ?? '') === 'packager-first' ? 0 : Header::LENGTH;
            $packager = Packager::named(explode("\0", substr($bytes, $shift, 7))[0]);
            $value = $entry['value'] ?? ['$undecodable' => 'nothing'];
            if (str_contains($entry['name'], 'pipeline')) {
                // Three frames in a row; the first will do.
                [$bytes, $value] = [substr($bytes, 0, Header::LENGTH + Header::bodyLength($bytes)), $value[0]];
            }
            $tag = is_array($value) ? array_key_first($value) : null;
            if ($packager === null || strlen($bytes) < Header::LENGTH + Header::NAME_LENGTH) {
                same('$undecodable', $tag);

                return;
            }
            try {
                $decoded = $packager->format()->unpack(substr($bytes, Header::LENGTH + Header::NAME_LENGTH));
            } catch (YarException $error) {
                foreach (REFUSED as $pattern => $_) {
                    if (preg_match($pattern, $entry['name']) === 1) {
                        return;
                    }
                }
                same(true, in_array($tag, ['$undecodable', '$deep'], true), $error->getMessage());

                return;
            }
            if ($tag !== '$undecodable' && $tag !== '$deep') {
                $json = $packager === Packager::Json;
                [$before, $after] = explode('string ' . REFERENCE, plain(untag($value, $entry['packager']), $json), 2) + [1 => ''];
                $actual = plain($decoded, $json);
                same($before, $after === '' ? $actual : substr($actual, 0, strlen($before)));
                same(true, str_ends_with($actual, $after));
            }
        };
    }
}

$tests['vectors are there'] = static fn() => same(true, count($tests) > 1800, count($tests) . ' vectors:');
$tests['our requests have the bytes of the PHP client'] = static function (): void {
    $entries = recordedFrames(__DIR__ . '/../../vectors/php-client-tcp.json');
    $entry = array_values(array_filter($entries, static fn(array $entry): bool => $entry['packager'] === 'MSGPACK' && ($entry['value']['m'] ?? '') !== ''))[0];
    $header = new Header(false, $entry['header']['provider'], $entry['header']['token']);
    $body = "MSGPACK\0" . (new MsgpackFormat())->pack($entry['value']);
    same($entry['hex'], bin2hex($header->pack($entry['header']['id'], strlen($body)) . $body));
};

return $tests;

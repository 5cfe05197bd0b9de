<?php

declare(strict_types=1);

// Damaged replies end in a value or in an exception of ours, never in anything else.

use Calc\Stats;
use Yar\Exception\YarException;
use Yar\Protocol\Reply;
use Yar\Type;

require_once __DIR__ . '/../fixtures/recorded.php';

/**
 * One to four bytes changed, cut out or put in.
 */
function damage(string $bytes): string
{
    for ($count = mt_rand(1, 4); $count > 0; --$count) {
        $place = mt_rand(82, max(82, strlen($bytes) - 1));
        $bytes = match (mt_rand(0, 3)) {
            0 => substr($bytes, 0, $place) . substr($bytes, $place + mt_rand(1, 9)),
            1 => substr_replace($bytes, chr(mt_rand(0, 255)), $place, 0),
            2 => substr_replace($bytes, (string) mt_rand(0, 99_999_999_999), $place, 1),
            default => substr_replace($bytes, chr(mt_rand(0, 255)), $place, 1),
        };
    }

    return $bytes;
}

return [
    'damaged replies' => static function (): void {
        mt_srand(11);
        $types = [
            Type::u64(), Type::f32(), Type::string(), Type::bytes(), Type::struct(Stats::class),
            Type::list(Type::i8()), Type::map(Type::i64(), Type::string()), Type::nullable(Type::tuple(Type::any(), Type::bool())),
        ];
        $values = 0;
        foreach (['php-server-http', 'yar-c-server-tcp'] as $file) {
            foreach (recordedFrames(__DIR__ . "/../../vectors/$file.json") as $entry) {
                if ($entry['direction'] !== 'response' || strlen($entry['hex']) > 4000) {
                    continue;
                }
                for ($round = 0; $round < 20; ++$round) {
                    try {
                        $reply = Reply::fromFrame(damage(hex2bin($entry['hex'])), $entry['header']['id'] ?? 7);
                        ++$values;
                        $types[mt_rand(0, count($types) - 1)]->decode($reply->result, $reply->format);
                    } catch (YarException) {
                    }
                }
            }
        }
        same(true, $values > 300, "$values replies survived:");
    },
];

<?php

declare(strict_types=1);

namespace Yar\Format;

use Yar\Exception\PackagerException;

/**
 * Turns what `unserialize` leaves of objects and references into plain arrays.
 *
 * References can make a few bytes stand for endless data, so levels and values
 * are counted.
 *
 * @internal
 */
final class PhpObject
{
    /**
     * @param int $budget most values to hand out; the length of the body is
     *                    more than any body without references can hold
     */
    public function __construct(private int $budget) {}

    /**
     * @throws PackagerException
     */
    public function toPlain(mixed $value, int $depth): mixed
    {
        if (!\is_array($value) && !\is_object($value)) {
            return $value;
        }
        if ($depth >= Format::MAX_DEPTH) {
            throw new PackagerException('PHP cannot be read: nested more than ' . Format::MAX_DEPTH . ' levels deep');
        }
        $entries = \is_object($value) ? self::properties($value) : $value;
        $this->budget -= \count($entries);
        if ($this->budget < 0) {
            throw new PackagerException('PHP cannot be read: references repeat too many values');
        }
        $plain = [];
        foreach ($entries as $key => $entry) {
            $plain[$key] = $this->toPlain($entry, $depth + 1);
        }

        return $plain;
    }

    /**
     * Entries under the names of the source: private and protected properties
     * travel as NUL, class or star, NUL, name.
     *
     * @param array<mixed> $entries
     *
     * @return array<mixed>
     */
    public static function publicNames(array $entries): array
    {
        $named = [];
        foreach ($entries as $key => $value) {
            $end = \is_string($key) && \str_starts_with($key, "\0") ? \strpos($key, "\0", 1) : false;
            $named[$end === false ? $key : \substr((string) $key, $end + 1)] = $value;
        }

        return $named;
    }

    /**
     * @return array<mixed>
     */
    private static function properties(object $value): array
    {
        $entries = (array) $value;
        unset($entries['__PHP_Incomplete_Class_Name']);

        return self::publicNames($entries);
    }
}

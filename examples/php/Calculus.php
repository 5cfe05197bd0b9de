<?php

declare(strict_types=1);

use Calc\BadArgument;
use Calc\Calculator;
use Calc\DivisionByZero;
use Calc\Stats;
use Yar\Exception\ServerException;

/**
 * The calculator itself: the generated interface, and nothing of Yar but the
 * exception whose message callers may read.
 */
final class Calculus implements Calculator
{
    /** Bytes of a text that `concat` makes at most. */
    private const LONGEST = 8 << 20;

    public function add(int $a, int $b): int
    {
        // In halves, for PHP makes a float of a sum that is too large.
        $low = ($a & 0xffff_ffff) + ($b & 0xffff_ffff);

        return (($a >> 32) + ($b >> 32) + ($low >> 32)) << 32 | ($low & 0xffff_ffff);
    }

    public function sub(int $a, int $b): int
    {
        return $this->add($this->add($a, ~$b), 1);
    }

    public function div(float $a, float $b): float
    {
        return $b !== 0.0 ? $a / $b : throw new DivisionByZero();
    }

    public function echo(mixed $value): mixed
    {
        return $value;
    }

    public function concat(array $parts, string $sep): string
    {
        $length = strlen($sep) * max(0, count($parts) - 1) + array_sum(array_map(strlen(...), $parts));
        if ($length > self::LONGEST) {
            throw new ServerException("the text would have $length bytes", 64, 0);
        }

        return implode($sep, $parts);
    }

    public function stats(array $values): Stats
    {
        if ($values === []) {
            throw new BadArgument('no numbers');
        }

        return new Stats(count($values), array_sum($values) / count($values), min($values), max($values));
    }

    public function sleepMs(int $ms): int
    {
        usleep(1000 * max(0, $ms));

        return $ms;
    }

    public function fail(string $message, int $code): void
    {
        throw new ServerException($message, 64, $code);
    }
}

<?php

declare(strict_types=1);

namespace Yar\Transport;

use Yar\Exception\TimeoutException;

/**
 * A moment after which waiting ends. What drips in does not move it.
 *
 * @internal
 */
final class Deadline
{
    private readonly int $end;

    public function __construct(
        private readonly int $milliseconds,
        private readonly string $what,
    ) {
        $this->end = \hrtime(true) + $milliseconds * 1_000_000;
    }

    /**
     * Microseconds left, at least one.
     *
     * @throws TimeoutException when nothing is left
     */
    public function remaining(): int
    {
        $left = \intdiv($this->end - \hrtime(true), 1000);

        return $left > 0 ? $left : throw $this->passed();
    }

    public function passed(): TimeoutException
    {
        return new TimeoutException("$this->what: no reply within $this->milliseconds ms");
    }
}

<?php

declare(strict_types=1);

namespace Yar;

/**
 * Stands where a value was left out, as opposed to null.
 */
enum Absent
{
    case Absent;
}

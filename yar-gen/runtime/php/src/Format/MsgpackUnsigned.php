<?php

declare(strict_types=1);

namespace Yar\Format;

/**
 * An integer between PHP's largest and 2^64, as decimal text.
 *
 * @internal
 */
final class MsgpackUnsigned
{
    public function __construct(public readonly string $decimal) {}

    /**
     * Eight bytes, most significant first.
     */
    public function toBytes(): string
    {
        $high = 0;
        $low = 0;
        foreach (\str_split($this->decimal) as $digit) {
            $low = $low * 10 + (int) $digit;
            $high = $high * 10 + ($low >> 32);
            $low &= 0xffff_ffff;
        }

        return \pack('NN', $high, $low);
    }
}

<?php

declare(strict_types=1);

namespace Yar\Exception;

/**
 * What came back is not the reply to the call that was sent.
 */
final class ProtocolException extends YarException
{
    /**
     * The same mistake, told of the service at this address.
     */
    public function from(string $address): self
    {
        return \str_starts_with($this->getMessage(), "$address: ") ? $this : new self($address . ': ' . $this->getMessage(), 0, $this);
    }
}

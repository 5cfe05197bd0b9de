<?php

declare(strict_types=1);

namespace Yar;

use Yar\Exception\DeclaredException;
use Yar\Exception\ValueException;
use Yar\Exception\YarException;
use Yar\Format\Format;
use Yar\Protocol\Failure;
use Yar\Protocol\Reply;
use Yar\Type\Codec;

/**
 * One call on its way: arguments first, then `receive` or `finish` sends it.
 */
final class Call
{
    /** @var list<mixed> */
    private array $arguments = [];

    /** @var list<class-string<DeclaredException>> */
    private array $errors = [];

    /**
     * @internal made by {@see Client::method()}
     */
    public function __construct(
        private readonly Client $client,
        private readonly Format $format,
        private readonly string $method,
    ) {}

    /**
     * Adds the next argument.
     *
     * @param Codec<mixed> $type
     *
     * @throws ValueException when the value is not of that type
     */
    public function with(string $name, Codec $type, mixed $value): self
    {
        try {
            $this->arguments[] = $type->encode($value, $this->format);
        } catch (ValueException $error) {
            throw $error->within($name)->within($this->method . ': argument ');
        }

        return $this;
    }

    /**
     * Names the errors that the method may throw.
     *
     * @param class-string<DeclaredException> ...$errors
     */
    public function throws(string ...$errors): self
    {
        $this->errors = \array_values($errors);

        return $this;
    }

    /**
     * Sends the call and returns its result.
     *
     * @template T
     *
     * @param Codec<T> $type
     *
     * @return T
     *
     * @throws YarException
     */
    public function receive(Codec $type): mixed
    {
        $reply = $this->send();
        try {
            return $type->decode($reply->result, $reply->format);
        } catch (ValueException $error) {
            throw $error->within($this->method . ': result');
        }
    }

    /**
     * Sends the call and ignores what it returns.
     *
     * @throws YarException
     */
    public function finish(): void
    {
        $this->send();
    }

    private function send(): Reply
    {
        $reply = $this->client->exchange($this->method, $this->arguments);
        if ($reply->status !== 0) {
            throw Failure::toException($reply, $this->errors);
        }

        return $reply;
    }
}

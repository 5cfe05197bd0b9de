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
use Yar\Type\NullableType;

/**
 * One call on its way: arguments first, then `receive` or `finish` sends it.
 */
final class Call
{
    /** @var list<mixed> */
    private array $arguments = [];

    /**
     * Arguments that were left out, as long as none behind them is given.
     *
     * @var list<array{string, \Closure(): mixed}>
     */
    private array $leftOut = [];

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
        foreach ($this->leftOut as [$before, $fill]) {
            try {
                $this->arguments[] = $fill();
            } catch (ValueException $error) {
                throw $error->within($before)->within($this->method . ': argument ');
            }
        }
        $this->leftOut = [];
        try {
            $this->arguments[] = $type->encode($value, $this->format);
        } catch (ValueException $error) {
            throw $error->within($name)->within($this->method . ': argument ');
        }

        return $this;
    }

    /**
     * Adds the next argument unless it has no value: null, or {@see Absent}
     * where null is a value. It then takes part only when a later one is given.
     *
     * @param Codec<mixed> $type
     *
     * @throws ValueException when the value is not of that type
     */
    public function withOptional(string $name, Codec $type, mixed $value): self
    {
        return $this->unlessNone($name, $type, $value, static fn(): mixed => $type instanceof NullableType
            ? null
            : throw new ValueException('it cannot be left out when one behind it is given'));
    }

    /**
     * Adds the next argument unless it has no value. The service then takes
     * its default, which is sent only when a later argument is given.
     *
     * @param Codec<mixed> $type
     *
     * @throws ValueException when the value is not of that type
     */
    public function withDefault(string $name, Codec $type, mixed $value, mixed $default): self
    {
        return $this->unlessNone($name, $type, $value, fn(): mixed => $type->encode($default, $this->format));
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

    /**
     * @param Codec<mixed> $type
     * @param \Closure(): mixed $fill
     */
    private function unlessNone(string $name, Codec $type, mixed $value, \Closure $fill): self
    {
        if (!Field::isNone($type, $value)) {
            return $this->with($name, $type, $value);
        }
        $this->leftOut[] = [$name, $fill];

        return $this;
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

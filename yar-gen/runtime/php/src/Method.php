<?php

declare(strict_types=1);

namespace Yar;

use Yar\Exception\DeclaredException;
use Yar\Exception\ValueException;
use Yar\Format\Format;
use Yar\Type\Codec;
use Yar\Type\NullableType;

/**
 * One served method: its types, and what carries it out.
 */
final class Method
{
    /** @var list<array{name: string, type: Codec<mixed>, mayMiss: bool, instead: mixed}> */
    private array $params = [];

    private bool $strict = false;

    /** @var list<class-string<DeclaredException>> */
    private array $errors = [];

    /** @var Codec<mixed>|null */
    private ?Codec $result = null;

    public function __construct(private readonly \Closure $handler) {}

    /**
     * Adds the next parameter.
     *
     * @param Codec<mixed> $type
     */
    public function with(string $name, Codec $type): self
    {
        return $this->param($name, $type, $type instanceof NullableType, null);
    }

    /**
     * Adds a parameter that callers may leave out.
     *
     * @param Codec<mixed> $type
     */
    public function withOptional(string $name, Codec $type): self
    {
        return $this->param($name, $type, true, $type instanceof NullableType ? Absent::Absent : null);
    }

    /**
     * Adds a parameter with the value that it has when it is left out.
     *
     * @param Codec<mixed> $type
     */
    public function withDefault(string $name, Codec $type, mixed $default): self
    {
        return $this->param($name, $type, true, $default);
    }

    /**
     * Refuses more arguments than parameters instead of dropping them.
     */
    public function strictly(): self
    {
        $this->strict = true;

        return $this;
    }

    /**
     * Names the errors that travel with their data.
     *
     * @param class-string<DeclaredException> ...$errors
     */
    public function throws(string ...$errors): self
    {
        $this->errors = \array_values($errors);

        return $this;
    }

    /**
     * Names the type of the result; without one nothing is returned.
     *
     * @param Codec<mixed> $type
     */
    public function returns(Codec $type): self
    {
        $this->result = $type;

        return $this;
    }

    public function declares(DeclaredException $error): bool
    {
        return \in_array($error::class, $this->errors, true);
    }

    /**
     * The values of the parameters.
     *
     * @param list<mixed> $given as they came
     *
     * @return list<mixed>
     *
     * @throws ValueException
     */
    public function arguments(array $given, Format $format): array
    {
        $most = \count($this->params);
        if ($this->strict && \count($given) > $most) {
            throw new ValueException("takes at most $most arguments, got " . \count($given));
        }
        $arguments = [];
        foreach ($this->params as $position => ['name' => $name, 'type' => $type, 'mayMiss' => $mayMiss, 'instead' => $instead]) {
            $value = $given[$position] ?? null;
            $isThere = \array_key_exists($position, $given) && ($value !== null || !$mayMiss || $type instanceof NullableType);
            try {
                $arguments[] = match (true) {
                    $isThere => $type->decode($value, $format),
                    $mayMiss => $instead,
                    default => throw new ValueException('it is missing'),
                };
            } catch (ValueException $error) {
                throw $error->within("argument $name");
            }
        }

        return $arguments;
    }

    /**
     * Runs the method and gives its result as it is to be sent.
     *
     * @param list<mixed> $arguments
     */
    public function run(array $arguments): mixed
    {
        return ($this->handler)(...$arguments);
    }

    /**
     * The result as the packager wants it.
     *
     * @throws ValueException
     */
    public function encode(mixed $result, Format $format): mixed
    {
        return $this->result?->encode($result, $format);
    }

    /**
     * @param Codec<mixed> $type
     */
    private function param(string $name, Codec $type, bool $mayMiss, mixed $instead): self
    {
        $this->params[] = ['name' => $name, 'type' => $type, 'mayMiss' => $mayMiss, 'instead' => $instead];

        return $this;
    }
}

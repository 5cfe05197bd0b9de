<?php

declare(strict_types=1);

namespace Yar\Exception;

/**
 * A value is not of its declared type, or the packager cannot carry it.
 *
 * Containers put the place in front while the exception passes through them,
 * so nothing is spent on places as long as all is well.
 */
final class ValueException extends YarException
{
    public function __construct(
        private readonly string $reason,
        public readonly string $path = '',
    ) {
        parent::__construct($path === '' ? $reason : $path . ': ' . $reason);
    }

    /**
     * What was expected, and what came instead.
     */
    public static function expected(string $expected, mixed $value): self
    {
        return new self('expected ' . $expected . ', got ' . self::describe($value));
    }

    /**
     * The same mistake, seen from one container further out.
     */
    public function within(string $place): self
    {
        return new self($this->reason, $place . $this->path);
    }

    /**
     * The same mistake, seen from the element `$key` of a list or map.
     */
    public function at(int|string $key): self
    {
        return $this->within('[' . (\is_int($key) ? (string) $key : self::quote($key)) . ']');
    }

    private static function describe(mixed $value): string
    {
        return match (true) {
            \is_string($value) => self::quote($value),
            \is_bool($value) => $value ? 'true' : 'false',
            \is_int($value), \is_float($value) => \get_debug_type($value) . ' ' . \var_export($value, true),
            \is_array($value) => \array_is_list($value) ? 'a list of ' . \count($value) : 'a map',
            default => \get_debug_type($value),
        };
    }

    private static function quote(string $text): string
    {
        $start = \strlen($text) > 40 ? \substr($text, 0, 40) . '...' : $text;

        return '"' . \addcslashes($start, "\0..\37\"\\\177..\377") . '"';
    }
}

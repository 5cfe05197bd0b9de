<?php

declare(strict_types=1);

// A test runner that fits a screen: named closures, one line per failure.

require_once __DIR__ . '/../../examples/php/autoload.php';

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $text, string $file, int $line): bool {
    // Silenced on purpose where it happens: leave it to PHP.
    return (error_reporting() & $level) !== 0 ? throw new ErrorException($text, 0, $level, $file, $line) : false;
});

final class Failed extends Exception {}

final class Suite
{
    private int $passed = 0;

    private int $failed = 0;

    /**
     * @param array<string, Closure(): void> $tests
     */
    public function run(array $tests): void
    {
        foreach ($tests as $name => $test) {
            try {
                $test();
                ++$this->passed;
            } catch (Throwable $error) {
                ++$this->failed;
                echo "FAILED $name\n  ", $error instanceof Failed ? '' : $error::class . ': ', $error->getMessage(), "\n";
                echo $error instanceof Failed ? '' : '  at ' . $error->getFile() . ':' . $error->getLine() . "\n";
            }
        }
    }

    /**
     * Prints the closing line and gives the exit code.
     */
    public function close(): int
    {
        echo "$this->passed passed, $this->failed failed\n";

        return $this->failed === 0 ? 0 : 1;
    }
}

function same(mixed $expected, mixed $actual, string $what = ''): void
{
    $equal = is_float($expected) && is_float($actual)
        ? pack('E', $expected) === pack('E', $actual) || (is_nan($expected) && is_nan($actual))
        : $expected === $actual;
    if (!$equal) {
        throw new Failed(trim("$what expected " . show($expected) . ', got ' . show($actual)));
    }
}

/**
 * @param class-string<Throwable> $class
 */
function throws(string $class, string $part, Closure $work): Throwable
{
    try {
        $result = $work();
    } catch (Throwable $error) {
        if ($error::class === $class && str_contains($error->getMessage(), $part)) {
            return $error;
        }
        throw new Failed("expected $class with \"$part\", got " . $error::class . ': ' . $error->getMessage(), 0, $error);
    }
    throw new Failed("expected $class with \"$part\", got the value " . show($result));
}

function show(mixed $value): string
{
    $text = is_object($value) && !$value instanceof UnitEnum ? print_r($value, true) : var_export($value, true);
    $text = (string) preg_replace('/\s+/', ' ', $text);

    return strlen($text) > 300 ? substr($text, 0, 300) . '...' : addcslashes($text, "\0..\37\177..\377");
}

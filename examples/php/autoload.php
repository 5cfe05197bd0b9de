<?php

declare(strict_types=1);

// Finds the runtime and the generated classes without composer, by PSR-4.

spl_autoload_register(static function (string $class): void {
    $path = strtr($class, '\\', '/') . '.php';
    $file = str_starts_with($path, 'Yar/')
        ? __DIR__ . '/../../yar-gen/runtime/php/src/' . substr($path, 4)
        : __DIR__ . '/../generated/php/' . $path;
    if (is_file($file)) {
        require $file;
    }
});

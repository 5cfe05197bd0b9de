<?php

declare(strict_types=1);

// Finds the runtime and the generated classes without composer, by PSR-4.

spl_autoload_register(static function (string $class): void {
    $roots = [
        'Yar\\' => __DIR__ . '/../../yar-gen/runtime/php/src/',
        'Calc\\' => __DIR__ . '/../generated/php/Calc/',
    ];
    foreach ($roots as $prefix => $folder) {
        $file = $folder . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
        }
    }
});

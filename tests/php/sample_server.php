<?php

declare(strict_types=1);

// Serves a sample contract as its examples say: php sample_server.php CONTRACT URI
// Prints where, and runs until it is killed.

require __DIR__ . '/../../examples/php/autoload.php';

[, $contract, $uri] = $argv;
$listener = new Yar\Listener((require __DIR__ . '/fixtures/sample_services.php')($contract), $uri);
echo 'listening on ', $listener->uri(), "\n";
while (true) {
    $listener->serve();
}

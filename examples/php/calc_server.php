<?php

declare(strict_types=1);

// Serves the calculator, on sockets or over HTTP:
//
//     php calc_server.php tcp://127.0.0.1:9600
//     PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:9601 calc_server.php
//
// What runs below a web server or in a framework is the second form. A process
// of PHP carries out one call at a time; on sockets, four of them share the work.

require __DIR__ . '/autoload.php';
require __DIR__ . '/Calculus.php';

$server = new Calc\CalculatorServer(new Calculus());
if (PHP_SAPI !== 'cli') {
    $server->respond();

    return;
}
$listener = new Yar\Listener($server, $argv[1] ?? 'tcp://127.0.0.1:9600');
echo 'listening on ', $listener->uri(), "\n";
$parent = getmypid();
for ($workers = 1; $workers < 4 && function_exists('pcntl_fork') && pcntl_fork() !== 0; ++$workers);
while (getmypid() === $parent || posix_getppid() === $parent) {
    $listener->serve();
}

<?php

declare(strict_types=1);

// Calls every method of a sample contract on a server that answers as its
// examples say: php samples.php CONTRACT URI PACKAGER

require __DIR__ . '/harness.php';

[, $contract, $uri, $packager] = $argv + [1 => 'accounts', 'tcp://127.0.0.1:9600', 'MSGPACK'];
$suite = new Suite();
$suite->run((require __DIR__ . '/sample_cases.php')($contract, $uri, Yar\Packager::from($packager)));
exit($suite->close());

<?php

declare(strict_types=1);

// Calls every method of a running calculator: php live.php URI PACKAGER

require __DIR__ . '/harness.php';

$packager = Yar\Packager::named($argv[2] ?? 'MSGPACK') ?? exit("the packager is json, msgpack or php\n");
$suite = new Suite();
$suite->run((require __DIR__ . '/live_cases.php')($argv[1] ?? 'tcp://127.0.0.1:9600', $packager));
exit($suite->close());

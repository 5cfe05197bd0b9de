<?php

declare(strict_types=1);

// All tests of the PHP runtime that need no other server: php tests/php/run.php

require __DIR__ . '/harness.php';
require __DIR__ . '/fixtures/frames.php';

use Yar\Packager;

$missing = array_filter(['msgpack' => 'php-msgpack'], static fn(string $name): bool => !extension_loaded($name), ARRAY_FILTER_USE_KEY);
if ($missing !== []) {
    echo 'install the package ', implode(' ', $missing), ": the tests compare with its extension\n";
}

$socket = sys_get_temp_dir() . '/yar-php-' . getmypid() . '.sock';
$server = proc_open([PHP_BINARY, __DIR__ . '/fixtures/server.php', $socket], [['pipe', 'r'], ['pipe', 'w']], $pipes) ?: exit(1);
[$tcp, $http, $unix] = array_map(static fn() => trim((string) fgets($pipes[1])), [1, 2, 3]);

$suite = new Suite();
if ($missing !== []) {
    $suite->run(['extensions' => static fn() => throw new Failed('missing: ' . implode(' ', $missing))]);
}
foreach (['msgpack', 'json', 'php', 'vectors', 'types', 'shapes', 'options', 'generated', 'fuzz', 'served'] as $name) {
    $suite->run(require __DIR__ . "/cases/$name.php");
}
$suite->run((require __DIR__ . '/cases/sockets.php')($tcp, $unix));
$suite->run((require __DIR__ . '/cases/http.php')($http));
$suite->run((require __DIR__ . '/cases/hints.php')($tcp, $http, $unix));
$suite->run((require __DIR__ . '/cases/service.php')($tcp, $http));
$folder = sys_get_temp_dir() . '/yar-php-tls-' . getmypid();
mkdir($folder, 0o700);
$handshakes = proc_open([PHP_BINARY, __DIR__ . '/fixtures/tls.php', $folder], [['pipe', 'r'], ['pipe', 'w']], $ends) ?: exit(1);
$uris = array_map(static fn() => trim((string) fgets($ends[1])), [1, 2, 3]);
$suite->run((require __DIR__ . '/cases/tls.php')(...$uris, ca: "$folder/ca.crt"));
fclose($ends[0]);
proc_close($handshakes);
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
foreach ([$tcp, $http, $unix] as $uri) {
    foreach (Packager::cases() as $packager) {
        $tests = (require __DIR__ . '/live_cases.php')($uri, $packager);
        $where = explode(':', $uri)[0] . " $packager->value ";
        $suite->run(array_combine(array_map(static fn($name): string => $where . $name, array_keys($tests)), $tests));
    }
}
foreach (['accounts', 'orders', 'metrics', 'legacy'] as $contract) {
    $command = [PHP_BINARY, __DIR__ . '/sample_server.php', $contract, 'tcp://127.0.0.1:0'];
    $samples = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $ends) ?: exit(1);
    $uri = substr(trim((string) fgets($ends[1])), strlen('listening on '));
    foreach (Packager::cases() as $packager) {
        $tests = (require __DIR__ . '/sample_cases.php')($contract, $uri, $packager);
        $suite->run(array_combine(array_map(static fn($name): string => "$contract $packager->value $name", array_keys($tests)), $tests));
    }
    proc_terminate($samples);
    proc_close($samples);
}
fclose($pipes[0]);
proc_close($server);
@unlink($socket);
exit($suite->close());

<?php

declare(strict_types=1);

// What a server answers, frame by frame.

use Calc\CalculatorServer;
use Terms\Service;
use Terms\TermsServer;
use Yar\Client;
use Yar\Exception\TransportException;
use Yar\Listener;
use Yar\Packager;
use Yar\Protocol\Reply;
use Yar\ServerOptions;

require_once __DIR__ . '/../fixtures/shapes.php';
require_once __DIR__ . '/../fixtures/terms.php';
require_once __DIR__ . '/../fixtures/recorded.php';
require_once __DIR__ . '/../../../examples/php/Calculus.php';

$terms = new TermsServer(new Service());
$json = static fn(string $frame): string => substr($frame, 82, 8) === "JSON\0\0\0\0" ? substr($frame, 90) : 'not JSON: ' . substr($frame, 82);
$ask = static fn(string $body): string => $json($terms->handle(frame('JSON', $body)));
$show = static fn(string $arguments): string => $ask('{"i":7,"m":"show","p":' . $arguments . '}');
$shown = static fn(string $result): string => '{"i":7,"s":0,"r":' . json_encode($result) . '}';

return [
    'served: arguments' => static function () use ($show, $shown): void {
        same($shown('[1,null,2,"absent","e"]'), $show('[1]'));
        same($shown('[1,"b",3,4,"f"]'), $show('[1,"b",3,4,"f"]'));
        same($shown('[1,"b",2,null,null]'), $show('[1,"b",null,null,null]'));
        same($shown('[1,"b",3,"absent","e"]'), $show('[1,"b",3]'));
        same($shown('[5,null,2,"absent","e"]'), $show('{"x":"5"}'));
        same($shown('[1,"b",3,4,"f"]'), $show('[1,"b",3,4,"f","more",{}]'));
    },
    'served: arguments that do not fit' => static function () use ($show, $ask): void {
        same('{"i":7,"s":4,"e":"show: argument a: it is missing"}', $show('[]'));
        same('{"i":7,"s":4,"e":"show: argument a: it is missing"}', $show('null'));
        same('{"i":7,"s":4,"e":"show: argument a: expected i8, got null"}', $show('[null]'));
        same('{"i":7,"s":4,"e":"show: argument c: expected u8 from 0 to 255, got int 256"}', $show('[1,"b",256]'));
        same('{"i":7,"s":4,"e":"show: arguments are a list"}', $show('5'));
        same('{"i":7,"s":4,"e":"shape: argument shape.term.val: the field is missing"}', $ask('{"i":7,"m":"shape","p":[{"term":{}}]}'));
        same('{"i":7,"s":4,"e":"shape: takes at most 1 arguments, got 2"}', $ask('{"i":7,"m":"shape","p":[{"point":null},1]}'));
        same('{"i":7,"s":4,"e":"call to undefined api Terms::nope()"}', $ask('{"i":7,"m":"nope","p":[]}'));
        same('{"i":7,"s":4,"e":"call to undefined api Terms::()"}', $ask('{"i":7}'));
        same('{"i":0,"s":4,"e":"call to undefined api Terms::()"}', $ask('[1]'));
        // The handler has more methods than the service, and none of them is served.
        same('{"i":7,"s":4,"e":"call to undefined api Terms::printed()"}', $ask('{"i":7,"m":"printed","p":["x"]}'));
        same('{"i":7,"s":4,"e":"call to undefined api Terms::__construct()"}', $ask('{"i":7,"m":"__construct"}'));
    },
    'served: results' => static function () use ($ask): void {
        same('{"i":7,"s":0,"r":{"new":[1]}}', $ask('{"i":7,"m":"shape","p":[{"new":[1]}]}'));
        same('{"i":"9","s":0,"r":{"point":null}}', str_replace('"i":9', '"i":"9"', $ask('{"p":[{"point":5}],"m":"shape","i":"9","x":[]}')));
        same('{"i":7,"s":8,"e":"the result cannot be sent: result: expected a finite number, all that JSON carries, got float NAN"}', $ask('{"i":7,"m":"deny","p":["nan"]}'));
        same('{"i":7,"s":8,"e":"the result cannot be sent: it packs into 10485788 bytes, more than the 10485760 allowed"}', $ask('{"i":7,"m":"huge","p":[]}'));
        same('{"i":7,"s":0,"o":"a\\\\377","r":1.0}', $ask('{"i":7,"m":"deny","p":["print"]}'));
    },
    'served: errors' => static function () use ($json): void {
        $heard = [];
        $server = new TermsServer(new Service(), new ServerOptions(onError: static function (Throwable $error) use (&$heard): void {
            $heard[] = $error->getMessage();
        }));
        $deny = static fn(string $how): string => $json($server->handle(frame('JSON', '{"i":7,"m":"deny","p":["' . $how . '"]}')));
        $error = static fn(string $parts): string => '{"i":7,"s":64,"e":{' . $parts . '}}';
        same($error('"message":"denied","code":40,"file":"","line":0,"_type":"Denied","data":{"retry_after":5,"code":null}'), $deny('with data'));
        same($error('"message":"hm","code":7,"file":"","line":0,"_type":"Other"'), $deny('not named'));
        same($error('"message":"\\\\377!","code":"HY000","file":"","line":0,"_type":"App\\\\Oops"'), $deny('server'));
        same([], $heard);
        $internal = $error('"message":"internal error","code":0,"file":"","line":0,"_type":"Exception"');
        same([$internal, $internal, $internal], [$deny('other'), $deny('type'), $deny('value')]);
        same($error('"message":"denied","code":40,"file":"","line":0,"_type":"Denied"'), $deny('with wrong data'));
        same(4, count($heard));
        same('the password is secret', $heard[0]);
    },
    'served: who may call' => static function () use ($json): void {
        $server = new TermsServer(new Service(), new ServerOptions(authenticate: static fn(string $provider, string $token): bool => $provider === 'Fixture' && $token === str_repeat('t', 32)));
        $frame = frame('JSON', '{"i":7,"m":"nope"}');
        same('{"i":7,"s":32,"e":"authentication failed"}', $json($server->handle($frame)));
        same('{"i":7,"s":4,"e":"call to undefined api Terms::nope()"}', $json($server->handle(substr_replace($frame, str_repeat('t', 32), 46, 32))));
    },
    'served: a hook that fails lets nobody pass' => static function () use ($json): void {
        $fails = static fn(): bool => throw new LogicException('no database');
        $server = new TermsServer(new Service(), new ServerOptions(authenticate: $fails, onError: static fn(Throwable $error) => same('no database', $error->getMessage())));
        same('{"i":7,"s":32,"e":"authentication failed"}', $json($server->handle(frame('JSON', '{"i":7,"m":"show","p":[1]}'))));
    },
    'served: what is no request' => static function () use ($terms): void {
        $status = static fn(string $frame): int => Reply::fromFrame($terms->handle($frame), 7)->status;
        same([2, 2, 2], [$status(''), $status('GET / HTTP/1.1'), $status(frame('JSON', '{}', ['magic' => 'abcd']))]);
        same([1, 1, 1, 1], [$status(frame('YAML', '{}')), $status(frame('JSON', '{"i":7')), $status(frame('JSON', '5')), $status(frame('PHP', 'O:1'))]);
        same(1, $status(substr(frame('JSON', ''), 0, 85)));
        // Ids above 32 bits are whole in the body and cut in the header.
        $reply = $terms->handle(frame('json', '{"i":4294967303,"m":"nope"}'));
        same(["\0\0\0\x07", "JSON\0\0\0\0", true], [substr($reply, 0, 4), substr($reply, 82, 8), str_contains($reply, '"i":4294967303,')]);
    },
    'served: every recorded request, whole and damaged' => static function (): void {
        mt_srand(12);
        $server = new CalculatorServer(new Calculus(), new ServerOptions(onError: static fn(Throwable $error) => null));
        $count = 0;
        foreach (glob(__DIR__ . '/../../vectors/*-client-*.json') as $file) {
            foreach (recordedFrames($file) as $entry) {
                if ($entry['direction'] !== 'request' || strlen($entry['hex']) > 4000) {
                    continue;
                }
                $frame = hex2bin($entry['hex']);
                foreach ([$frame, damage($frame), damage($frame), damage($frame)] as $bytes) {
                    $reply = $server->handle($bytes);
                    $body = Packager::from(rtrim(substr($reply, 82, 8), "\0"))->format()->unpack(substr($reply, 90));
                    same([true, true], [is_int($body['i']), array_key_exists($body['s'] === 0 ? 'r' : 'e', $body)]);
                    ++$count;
                }
            }
        }
        same(true, $count > 100, "$count requests:");
    },
    'served: sockets' => static function () use ($terms): void {
        throws(TransportException::class, 'cannot listen', static fn() => new Listener($terms, 'unix:///nonexistent/x.sock'));
        $listener = new Listener($terms, 'tcp://127.0.0.1:0', 1000);
        $connect = static fn() => stream_socket_client($listener->uri());
        $exchange = static function ($stream, string $bytes) use ($listener): string {
            fwrite($stream, $bytes);
            stream_set_blocking($stream, false);
            $got = '';
            for ($turn = 0; $turn < 20; ++$turn) {
                $listener->serve(2);
                $got .= fread($stream, 100_000);
            }

            return $got . (feof($stream) ? '|' : '');
        };
        $keep = static fn(string $frame): string => substr_replace($frame, "\1", 13, 1);
        $frame = frame('JSON', '{"i":7,"m":"nope"}');
        $reply = $terms->handle($frame);
        same($reply . '|', $exchange($connect(), $frame));
        $stream = $connect();
        same($reply, $exchange($stream, $keep($frame)));
        same('', $exchange($stream, substr($keep($frame), 0, 50)));
        same($reply . $reply . $reply . '|', $exchange($stream, substr($keep($frame), 50) . $keep($frame) . $frame . $frame));
        same('|', $exchange($connect(), str_repeat('GET / HTTP/1.1', 9)));
        same('|', $exchange($connect(), frame('JSON', '', ['length' => 1001])));
        same('|', $exchange($connect(), frame('JSON', '', ['length' => 7])));
    },
];

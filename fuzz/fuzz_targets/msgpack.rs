//! Bodies of the packager MSGPACK.

#![no_main]

use libfuzzer_sys::fuzz_target;
use yar_runtime::Packager;

fuzz_target!(|body: &[u8]| yar_fuzz::check_packager(Packager::MSGPACK, body));

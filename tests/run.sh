#!/usr/bin/env bash
# Installs what the tests need on Debian 12, then runs every check there is.
# Ends with exit 0 only when all of them passed.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/support/install.sh

install_packages lua5.1 lua5.2 lua5.3 lua5.4 luajit2 lua-socket lua-check git php-cli php-curl php-msgpack

# Nobody steps through these builds, and without debug information they take
# half the time.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0

step() { printf '\n== %s\n' "$*"; }

step "formatting"
cargo fmt --all --check

step "lints"
cargo clippy --workspace --all-targets --all-features --locked -- -D warnings
for features in "" http tls; do
    cargo clippy -p yar-runtime --all-targets --no-default-features --features "$features" --locked -- -D warnings
done
cargo clippy -p yar-idl --no-default-features --features rust --locked -- -D warnings
luacheck -q --config yar-gen/runtime/lua/.luacheckrc \
    yar-gen/runtime/lua yar-gen/tests/golden examples/lua examples/generated/lua tests/lua

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --all-features --no-deps --locked --quiet

step "Rust, and every generated client against the Rust server"
cargo test --workspace --locked --quiet
# The models of concurrent code have just run, and no feature changes them.
cargo test -p yar-runtime --all-features --locked --quiet --lib --test client --test server --test telemetry --test soak
# Examples of features that are off by default are compiled only with them.
cargo test -p yar -p yar-runtime --all-features --locked --quiet --doc
cargo test -p yar-gen --features tls --locked --quiet --test it over_tls
cargo test -p yar-runtime --no-default-features --locked --quiet --lib --test client --test server

for lua in lua5.1 lua5.2 lua5.3 lua5.4 luajit; do
    step "Lua runtime on $lua"
    "$lua" tests/lua/run.lua
done

step "PHP runtime"
php tests/php/run.php

step "every reader under fuzzed input"
bash fuzz/run.sh 60

step "all checks passed"

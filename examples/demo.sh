#!/usr/bin/env bash
# Generates clients from idl/calc.yar, starts the Rust server, and calls it
# from Rust, Lua and PHP.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/support/install.sh

install_packages lua5.4 lua-socket php-cli

say() { printf '\n$ %s\n' "$*"; "$@"; }

cargo build --release --quiet -p yar-gen -p yar --bins --examples
target=${CARGO_TARGET_DIR:-target}/release
say "$target/yar-gen" idl/calc.yar --lang rust,lua,php -o "${target%/release}/demo"

log=$(mktemp)
"$target/examples/calc_server" --tcp 127.0.0.1:0 >"$log" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -f "$log"' EXIT
until grep -q '^listening on ' "$log"; do
    kill -0 "$server" || { echo "the server did not start" >&2; exit 1; }
    sleep 0.05
done
cat "$log"
uri=$(sed -n 's/^listening on //p' "$log")

say "$target/examples/calc_client" "$uri"
say lua5.4 examples/lua/calc.lua "$uri"
say php examples/php/calc.php "$uri"

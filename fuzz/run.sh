#!/usr/bin/env bash
# Fuzzes every reader for its share of the given time: bash fuzz/run.sh SECONDS
#
# Runs on the stable toolchain: RUSTC_BOOTSTRAP lets it pass the coverage
# options through, and no sanitizer is wanted, since the code has no unsafe and
# the targets limit memory themselves.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:?usage: fuzz/run.sh SECONDS}
export RUSTC_BOOTSTRAP=1

if ! cargo fuzz --version >/dev/null 2>&1; then
    cargo install cargo-fuzz --locked
fi
mkdir -p fuzz/target
rustc --edition 2024 -o fuzz/target/seeds fuzz/seeds.rs
fuzz/target/seeds tests/vectors fuzz/corpus
cargo fuzz build --sanitizer none

targets=$(cargo fuzz list)
share=$((seconds / $(wc -w <<<"$targets") + 1))
for target in $targets; do
    echo "== $target, $share s"
    cargo fuzz run --sanitizer none "$target" -- \
        -max_total_time=$share -timeout=10 -rss_limit_mb=1024 \
        -max_len=8192 -print_final_stats=1
done

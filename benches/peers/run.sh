#!/usr/bin/env bash
# Builds every peer and runs the comparison; tables are printed and left in
# results/. Without arguments, three passes: the sequential cells with server and
# client on one CPU (what a call costs, without the price of waking an idle
# CPU), those of 64 callers likewise, then all concurrent ones on all CPUs. With arguments, one pass with
# those (README.md lists them):
#   bash benches/peers/run.sh
#   bash benches/peers/run.sh --cpus 0,0 --only yar-mp,tarpc-bincode --cells seq:add
#   PEERS="raw yar tarpc" bash benches/peers/run.sh    builds and runs only those
#   RT=ct bash benches/peers/run.sh                    current_thread on both sides
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
bin=$CARGO_TARGET_DIR/release

# The floor first and ours next: whatever fails later, these can be run.
cargo build --release --locked -p runner
for peer in ${PEERS:-raw yar tarpc axum volo jsonrpsee tonic thrift capnp}; do
  # Two peers need a compiler of their own; Debian has both.
  case $peer in
    thrift) command -v thrift >/dev/null || { echo "no thrift compiler (thrift-compiler): apache-thrift left out" >&2; continue; } ;;
    capnp) command -v capnp >/dev/null || { echo "no capnp compiler (capnproto): capnp-rpc left out" >&2; continue; } ;;
  esac
  # One at a time: some of them take gigabytes to compile.
  cargo build --release --locked -p "peer-$peer"
done

# The idle cell holds 5,000 connections on either side.
ulimit -n 20000 2>/dev/null || ulimit -n "$(ulimit -Hn)"
rt=${RT:-mt}
out=results/$(date +%Y%m%d-%H%M%S)-$rt
bench() {
  "$bin/runner" --bin "$bin" --peers peers.tsv --rt "$rt" "$@"
}
if [ $# -gt 0 ]; then
  bench --out "$out" "$@"
else
  bench --out "$out-one-cpu" --cpus 0,0 --cells seq:add,seq:echo,seq:stats,seq:put
  # Here a slice would be over before 64 callers have found their pace.
  concurrent=(--reps 3 --secs 0.6 --warm 0.2 --tries 2 --calm-ms 300)
  bench --out "$out-callers-one-cpu" --cpus 0,0 --cells shared:add,shared:put,many:add,many:put "${concurrent[@]}"
  bench --out "$out-all-cpus" --cells shared:add,shared:put,many:add,many:put,fresh:add,idle:add "${concurrent[@]}"
fi

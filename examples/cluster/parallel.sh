#!/bin/sh
# GNU parallel: the shards of a run on this machine, or on those of --sshlogin. The same command again goes on: shards that
# are complete are not run again (--resume-failed), those that were stopped go on where they were.
#
#   FILE=sudoku SEED=1 COUNT=100000 SHARDS=64 OUT=shards examples/cluster/parallel.sh [-j2 …]
set -eu
: "${PUZGEN:=puzgen}" "${FILE:=sudoku}" "${SEED:=1}" "${COUNT:=1000}" "${SHARDS:=8}" "${OUT:=shards}"
mkdir -p "$OUT"
seq 0 $((SHARDS - 1)) |
    parallel --will-cite --joblog "$OUT/parallel.log" --resume-failed "$@" \
        "$PUZGEN" run "$FILE" --seed "$SEED" --count "$COUNT" --shard "{}/$SHARDS" --jobs 1 --quiet --out "$OUT/"

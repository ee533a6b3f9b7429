#!/usr/bin/env bash
# down.sh RUN_DIR: stop the processes that up.sh started there, and no others: their working directory is RUN_DIR (read from /proc, so Linux only).
set -euo pipefail
[ $# -eq 1 ] || { sed -n 2p "$0" | cut -c3- >&2; exit 2; }
[ -d "$1" ] || exit 0
run=$(realpath "$1")
for name in kcm apiserver etcd; do
  [ -f "$run/$name.pid" ] || continue
  pid=$(cat "$run/$name.pid")
  if [ "$(readlink "/proc/$pid/cwd" || true)" = "$run" ]; then kill -9 "$pid" 2> /dev/null || true; fi
  rm "$run/$name.pid"
done

#!/usr/bin/env bash
# run.sh NAME COMMAND...: runs tests and shows failures as they occur and again at the end. The complete
# output is in .build/NAME.log.
set -u
tests="$(cd "$(dirname "$0")" && pwd)"
log="$tests/../.build/$1.log"
shift
mkdir -p "$(dirname "$log")"
"$tests/in-memory.sh" "$@" 2>&1 </dev/null | tee "$log" \
  | awk '/^(◇|✔)/ { shown = 0 } /^✘/ || /^✔ Test run/ { shown = 1 } shown { print; fflush() }'
status=${PIPESTATUS[0]}
[ "$status" -eq 0 ] || { tail -n 20 "$log"; grep -a '^✘ Test' "$log"; }
exit "$status"

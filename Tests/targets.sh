#!/usr/bin/env bash
# targets.sh FILTER: the test targets that FILTER names, or else those whose files contain it. All
# without a filter.
set -eu
cd "$(dirname "$0")"
names=$(printf '%s\n' *Tests)
found=$(grep -E -- "$1" <<< "$names" || grep -rlE --include='*.swift' -- "$1" $names | cut -d/ -f1 | sort -u)
[ -n "$found" ] || { echo "No test is called “$1”." >&2; exit 64; }
echo $found

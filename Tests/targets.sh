#!/usr/bin/env bash
# targets.sh FILTER: prints the test targets that match FILTER, or whose files contain it. Prints all
# without a filter.
set -eu
cd "$(dirname "$0")"
names=$(printf '%s\n' *Tests)
found=$(grep -E -- "$1" <<< "$names" || grep -rlE --include='*.swift' -- "$1" $names | cut -d/ -f1 | sort -u)
[ -n "$found" ] || { echo "No test is called “$1”." >&2; exit 64; }
echo $found

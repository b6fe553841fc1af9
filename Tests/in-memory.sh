#!/usr/bin/env bash
# in-memory.sh COMMAND...: runs a command with a TMPDIR of its own, in memory where /dev/shm has a gigabyte
# free and runs programs. The tests create and remove so many files that a disk takes a third of their time:
# ext4 looks for inodes that were freed more than five seconds ago. A TMPDIR that is set is kept.
set -u
if [ -z "${TMPDIR:-}" ] && [ "$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 1000000 ] 2>/dev/null \
  && folder=$(mktemp -d /dev/shm/photodiary-XXXXXX 2>/dev/null); then
  chmod 755 "$folder" # for tests as another user
  trap 'rm -rf "$folder"' EXIT
  printf '#!/bin/sh\n' > "$folder/run" && chmod +x "$folder/run" \
    && "$folder/run" 2>/dev/null && export TMPDIR=$folder
fi
"$@"

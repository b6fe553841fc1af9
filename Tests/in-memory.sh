#!/usr/bin/env bash
# in-memory.sh COMMAND...: runs a command with a temporary TMPDIR in memory, if /dev/shm has a gigabyte free
# and allows running programs. On a disk, creating and removing files takes a third of the tests' time,
# because ext4 searches for inodes freed over five seconds ago. A TMPDIR that is set is kept.
set -u
if [ -z "${TMPDIR:-}" ] && [ "$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)" -gt 1000000 ] 2>/dev/null \
  && folder=$(mktemp -d /dev/shm/photodiary-XXXXXX 2>/dev/null); then
  chmod 755 "$folder" # for tests as another user
  trap 'rm -rf "$folder"' EXIT
  printf '#!/bin/sh\n' > "$folder/run" && chmod +x "$folder/run" \
    && "$folder/run" 2>/dev/null && export TMPDIR=$folder
fi
"$@"

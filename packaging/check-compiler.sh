#!/bin/sh
# Says which compiler is missing or too old to build PhotoDiary.
# Silent when all is well.
oldest=6.1
found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*[0-9]\).*/\1/p' | head -n 1)
if [ -z "$found" ]; then
  echo "Install Swift $oldest or newer (swift.org/install); no swift was found in PATH." >&2
  exit 1
fi
if [ "$(printf '%s\n' "$oldest" "$found" | sort -V | head -n 1)" != "$oldest" ]; then
  echo "Swift $found ($(command -v swift)) is too old: PhotoDiary needs $oldest or newer (swift.org/install)." >&2
  exit 1
fi

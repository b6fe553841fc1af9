#!/bin/sh
# Says what the packages of this commit are called: the program's version if the commit has its tag, and
# otherwise with the commit's day and name, by which it comes after the version that it builds on.
set -eu
cd "$(dirname "$0")/.."
program=$(sed -n 's/.*let current = "\(.*\)"/\1/p' Sources/photodiary/ProgramVersion.swift)
if git tag --points-at HEAD | grep -qxF "v$program"; then
  echo "$program"
else
  echo "$program+git$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y%m%d.%H%M%S)"
fi

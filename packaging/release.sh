#!/usr/bin/env bash
# release.sh VERSION PROGRAM_VERSION: looks whether all that names a version names this one, tests it,
# and tags the commit. `make release VERSION=x` calls it. Nothing is pushed.
set -eu
version=$1 program=$2
cd "$(dirname "$0")/.."

problems=0
problem() {
  echo "release: $1" >&2
  problems=1
}

[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || {
  echo "release: say which: make release VERSION=1.2.3 (it is $program now)" >&2
  exit 64
}
[ "$version" = "$program" ] \
  || problem "the program says $program: see Sources/photodiary/ProgramVersion.swift"
[ -z "$(git status --porcelain)" ] || problem "there are changes that aren't committed"
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || problem "v$version has been tagged"

# The changelog tells the day, which all others have to name, too.
day=$(sed -n "s/^## ${version//./\\.} - \([0-9-]*\)$/\1/p" CHANGELOG.md)
if ! date -d "$day" +%F 2>/dev/null | grep -qx -- "$day" || [ -z "$day" ]; then
  problem "CHANGELOG.md has no heading \"## $version - YYYY-MM-DD\""
  day=none
fi
! sed -n '/^## Unreleased/,/^## [0-9]/p' CHANGELOG.md | grep -q '^- ' \
  || problem "CHANGELOG.md has changes under Unreleased"
for page in Assets/photodiary.1 Assets/photodiary.ko.1; do
  head -n 1 "$page" | grep -qF ".TH PHOTODIARY 1 $day \"PhotoDiary $version\"" \
    || problem "$page doesn't begin with .TH PHOTODIARY 1 $day \"PhotoDiary $version\""
done
grep -qF "<release version=\"$version\" date=\"$day\"" packaging/desktop/*.metainfo.xml \
  || problem "packaging/desktop/*.metainfo.xml tells of no release $version on $day"
[ "$problems" = 0 ] || exit 1

make lint
make test
git tag -a "v$version" -m "PhotoDiary $version"
echo "Tagged v$version. To publish it: git push origin v$version"

#!/usr/bin/env bash
# make-source.sh FOLDER: puts the sources of this commit into FOLDER, with the Swift packages that it
# builds on beside them, so that they build without a network, and with the Debian recipe where its
# tools look for it.
set -eu
folder=$1
cd "$(dirname "$0")/.."
version=$(packaging/package-version.sh)

rm -rf "$folder"
mkdir -p "$folder/vendor"
git archive HEAD | tar -x -C "$folder"
packaging/use-local-packages.sh vendor/ "$folder/Package.swift"
# It tells the commits of packages that are fetched.
rm "$folder/Package.resolved"

swift package resolve
for package in $(sed -n 's/.*"identity" : "\(.*\)",/\1/p' Package.resolved); do
  checkout=.build/checkouts/$package
  kept=$folder/vendor/$package
  mkdir "$kept"
  # Without tests, which are four fifths of them.
  git -C "$checkout" archive HEAD -- . ':!Tests' ':!Benchmarks' | tar -x -C "$kept"
  packaging/use-local-packages.sh ../ "$kept/Package.swift"
done

# Debian's tools take the version from the changelog, which tells releases alone.
cp -r packaging/debian "$folder/debian"
released=$(sed -n '1s/.*(\(.*\)).*/\1/p' packaging/debian/changelog)
if [ "$version" != "$released" ]; then
  {
    echo "photodiary ($version) unstable; urgency=medium"
    echo
    echo "  * Commit $(git rev-parse HEAD)."
    echo
    echo " -- $(sed -n 's/^Maintainer: //p' packaging/debian/control)  $(git log -1 --format=%cD)"
    echo
    cat packaging/debian/changelog
  } > "$folder/debian/changelog"
fi

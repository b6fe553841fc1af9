#!/usr/bin/env bash
# make-packages.sh: makes what is given to people of this commit, in .build/packages: a source archive, a
# Debian package of this system with what a debugger reads in one of its own, an archive that runs on other
# systems, and their sums. `make package` calls it. Of one commit it makes the same bytes in any folder.
set -eu
cd "$(dirname "$0")/.."

version=$(packaging/package-version.sh)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
# Compressed by several processors the same package comes out otherwise.
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC DPKG_DEB_THREADS_MAX=1
umask 022

packages=$PWD/.build/packages
work=$PWD/.build/packaging
source=$work/photodiary-$version
portable=$work/photodiary-$version-linux-$(uname -m)

[ -z "$(git status --porcelain)" ] \
  || echo "make package: changes that aren't committed are left out." >&2

# Packs a folder of the work folder.
pack() {
  tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u+rw,go=rX --format=gnu -cf - "$1" | xz -T1 > "$packages/$1.tar.xz"
}

# Without a network, as distributions build, where the system allows that.
offline() {
  if unshare --map-root-user --net true 2>/dev/null; then
    unshare --map-root-user --net "$@"
  else
    "$@"
  fi
}

rm -rf "$packages" "$work"
mkdir -p "$packages" "$work"

packaging/make-source.sh "$source"
pack "${source##*/}"

# The compiler comes from elsewhere than from Debian: what else is missing the build says.
(cd "$source" && DEB_BUILD_OPTIONS=nocheck offline \
  dpkg-buildpackage --build=binary --no-sign --no-check-builddeps --no-pre-clean)
mv "$work"/*.deb "$packages"

# Only linked anew.
offline make -C "$source" PORTABLE=1
make -C "$source" install PORTABLE=1 PROGRAMS=.build/programs DESTDIR="$portable" PREFIX=
install -m 755 packaging/portable/install.sh "$portable"
install -m 644 packaging/portable/README "$portable"
documents=$portable/share/doc/photodiary
install -D -m 644 -t "$documents" packaging/debian/copyright README.md CHANGELOG.md
cp -r Assets/manual "$documents"
packaging/portable/library-licenses.sh "$source"/.build/static-portable/*.a "$documents/libraries"
pack "${portable##*/}"
mkdir "$portable-debug"
mv "$source"/.build/programs/*.debug "$portable-debug"
pack "${portable##*/}-debug"

(cd "$packages" && sha256sum -- * > SHA256SUMS)
echo "Made in .build/packages:"
cat "$packages/SHA256SUMS"

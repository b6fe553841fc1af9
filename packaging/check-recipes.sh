#!/usr/bin/env bash
# check-recipes.sh: whether the recipes of distributions, the entry in menus and the page in software
# centers are valid and name this version, as far as the tools to tell are installed. `make check` calls it.
set -eu -o pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/.*let current = "\(.*\)"/\1/p' Sources/photodiary/ProgramVersion.swift)
failed=0

# check TOOL COMMAND...: silent where all is well, or the tool isn't there.
check() {
  local tool=$1 said
  shift
  command -v "$tool" >/dev/null || return 0
  said=$("$@" 2>&1) && return 0
  echo "recipes: $*" >&2
  echo "$said" >&2
  failed=1
}

# The recipe as Arch's tools understand it, which don't run as root.
printed_recipe() {
  local folder user=() status=0
  folder=$(mktemp -d)
  cp packaging/arch/PKGBUILD "$folder"
  chmod -R a+rwX "$folder"
  [ "$(id -u)" -ne 0 ] || user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  (cd "$folder" && "${user[@]}" makepkg --printsrcinfo) | grep -xF "	pkgver = $version" || status=1
  rm -rf "$folder"
  return "$status"
}

for script in packaging/*.sh packaging/portable/*.sh; do
  check bash bash -n "$script"
  check shellcheck shellcheck -S warning "$script"
done
check desktop-file-validate desktop-file-validate packaging/desktop/photodiary.desktop
check appstreamcli appstreamcli validate --no-net packaging/desktop/*.metainfo.xml
check grep grep -qF "<release version=\"$version\"" packaging/desktop/*.metainfo.xml
check dpkg-parsechangelog \
  bash -c "[ \"\$(dpkg-parsechangelog -l packaging/debian/changelog -S Version)\" = $version ]"
check bash bash -n packaging/arch/PKGBUILD
check makepkg printed_recipe
check nix-instantiate nix-instantiate --parse flake.nix
check ruby ruby -c packaging/homebrew/photodiary.rb
check grep grep -qF "photodiary-$version.tar.xz" packaging/homebrew/photodiary.rb
exit "$failed"

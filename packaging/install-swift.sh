#!/usr/bin/env bash
# install-swift.sh [FOLDER]: installs Swift and what it needs on Debian 12 or 13, as root, into FOLDER
# (/opt/swift). The workflows and the dev container call it. Swift has no build for Debian 13; that
# for Debian 12 works there.
set -eu -o pipefail
folder=${1:-/opt/swift}
version=6.3.1
platform=debian12
[ "$(uname -m)" != aarch64 ] || platform=debian12-aarch64

export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends ca-certificates curl g++ git gnupg libcurl4 libedit2 \
  libsqlite3-0 libxml2 make pkg-config python3 tzdata zlib1g-dev

name=swift-$version-RELEASE
url=https://download.swift.org/swift-$version-release/$platform/$name/$name-$platform.tar.gz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
curl -fsSL "$url" -o "$work/swift.tar.gz"
curl -fsSL "$url.sig" -o "$work/swift.tar.gz.sig"
export GNUPGHOME=$work/keys
install -d -m 700 "$GNUPGHOME"
curl -fsSL https://swift.org/keys/all-keys.asc | gpg --batch --quiet --import -
gpg --batch --verify "$work/swift.tar.gz.sig" "$work/swift.tar.gz"
install -d "$folder"
tar -xzf "$work/swift.tar.gz" -C "$folder" --strip-components=1
"$folder/usr/bin/swift" --version

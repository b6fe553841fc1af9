#!/bin/sh
# install.sh [--uninstall] [PREFIX]: copies PhotoDiary from the folder that this script stands in to PREFIX,
# or removes what it copied. Diaries aren't touched.
set -eu
cd "$(dirname "$0")"

uninstall=
if [ "${1-}" = --uninstall ]; then
  uninstall=1
  shift
fi
case "${1-}" in
  -*) echo "usage: install.sh [--uninstall] [PREFIX]" >&2; exit 64 ;;
  '') if [ "$(id -u)" -eq 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi ;;
  *) prefix=$1 ;;
esac

if [ -n "$uninstall" ]; then
  find bin libexec share -type f | while IFS= read -r file; do rm -f "$prefix/$file"; done
  # Of the folders only those that are PhotoDiary's own.
  find libexec share -depth -type d -path '*/photodiary*' | while IFS= read -r folder; do
    [ ! -d "$prefix/$folder" ] || rmdir "$prefix/$folder" 2>/dev/null || true
  done
  echo "Removed PhotoDiary from $prefix. Diaries stay where they are."
  exit
fi

find bin libexec share -type f | while IFS= read -r file; do
  mkdir -p "$prefix/$(dirname "$file")"
  # A program that runs can't be written over, but replaced.
  cp "$file" "$prefix/$file.new"
  mv -f "$prefix/$file.new" "$prefix/$file"
done
echo "Installed PhotoDiary in $prefix."
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "The shell doesn't look in $prefix/bin: start it with $prefix/bin/photodiary." ;;
esac

#!/usr/bin/env bash
# library-licenses.sh LIBRARY... FOLDER: puts the licenses of Debian's libraries that were linked in into
# a folder, and beside them which versions of which source packages they came from.
set -eu
folder=${*: -1}
mkdir -p "$folder"
for library in "${@:1:$#-1}"; do
  # What is below / here may stand below /usr for the package.
  file=$(readlink -f "$library")
  package=$(dpkg-query -S "$file" "${file#/usr}" 2>/dev/null | sed -n '1s/: .*//p')
  # shellcheck disable=SC2016 # dpkg-query fills it in.
  dpkg-query -W -f '${Package} ${Version}, from the source package ${source:Package} ${source:Version}\n' \
    "$package"
  cp "/usr/share/doc/${package%%:*}/copyright" "$folder/${package%%:*}.copyright"
done | sort -u > "$folder/versions.txt"
chmod 644 "$folder"/*

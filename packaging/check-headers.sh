#!/bin/sh
# Names those of the headers given that the compiler doesn't find. Silent when it finds all.
missing=$(
  for header; do
    printf '#if !__has_include(<%s>)\nPHOTODIARY_LACKS %s\n#endif\n' "$header" "$header"
  done | clang -E -P - | sed -n 's/PHOTODIARY_LACKS //p' | tr -d ' ' | tr '\n' ' '
)
[ -z "$missing" ] && exit 0
echo "Headers are missing: $missing" >&2
if command -v apt-get >/dev/null; then
  echo "\`make deps\` installs the packages that hold them." >&2
else
  echo "Install the packages that hold them, then try again. Makefile names those of Debian." >&2
fi
exit 1

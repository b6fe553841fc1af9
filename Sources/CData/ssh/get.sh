# Runs on an ssh host, in the remote's folder. Reads names, one a line, and prints the existing files
# as tar archives, one after the other.
#
# The host's login shell receives the lines joined with spaces, in single quotes: no single quotes,
# backslashes or exclamation marks, and a semicolon wherever a command ends.
# shellcheck shell=sh
s=0; set --;
while IFS= read -r f; do
  test -f "$f" && set -- "$@" "$f";
  if test $# -gt 300; then tar -cf - "$@" || s=2; set --; fi;
done;
if test $# -gt 0; then tar -cf - "$@" || s=2; fi;
exit $s

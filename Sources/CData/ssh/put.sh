# Runs on an ssh host, in the remote's folder. Reads a tar archive, and moves its files to their
# places once all of them are on the disk. First removes what this device's interrupted transfers
# left. $2 is the device, a hyphen and a unique number.
#
# The host's login shell receives the lines joined with spaces, in single quotes: no single quotes,
# backslashes or exclamation marks, and a semicolon wherever a command ends.
# shellcheck shell=sh
# shellcheck disable=SC2064 # The folder's name is known here.
find . -name ".tmp-*" -prune -mtime +1 -exec rm -rf {} +;
rm -rf ".tmp-${2%%-*}-"*;
t=".tmp-$2";
trap "cd ..; rm -rf $t" EXIT;
trap "exit 1" HUP INT PIPE TERM;
mkdir "$t" && cd "$t" || exit 91;
tar -xf - || exit 1;
sync -f . 2>/dev/null || sync;
find . -type f | while IFS= read -r f; do
  d="${f%/*}";
  test -d "../$d" || mkdir -p "../$d" || exit 1;
  mv -f "$f" "../$f" || exit 1;
  echo "$f";
done || exit 1;
sync -f .. 2>/dev/null || sync

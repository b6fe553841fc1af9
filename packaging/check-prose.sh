#!/usr/bin/env bash
# Checks what a formatter doesn't: words that no engineer would write, doc comments that are no sentence,
# lines and commit subjects that are too long. See CONTRIBUTING.md.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
shopt -s lastpipe

failed=
# report MESSAGE: prints the lines of standard input, if there are any, after a message.
report() {
  local lines
  lines=$(head -n 20)
  [ -z "$lines" ] || { printf '%s\n%s\n\n' "$1" "$lines" >&2; failed=1; }
}

words='whoever|nobody|somebody|anew|lacking|lacks|tells|told|stands|meanwhile'
openers='What|Whether|Those|How|Where|Who|That|Why|Which|When'
sources=$(git ls-files 'Sources/*.swift' 'Sources/*.c' 'Sources/*.h' 'Sources/*.cpp')
tests=$(git ls-files 'Tests/*.swift' 'Acceptance/*.swift' 'Acceptance/*.c')
documents=$(git ls-files '*.md' 'Assets/*.1' ':!CODE_OF_CONDUCT.md')

grep -nwiE "$words" $sources $documents |
  report 'Words to replace in sources, texts and documents:'
grep -nwiE "(//|@Test func|@Suite).*\b($words)\b" $tests |
  report 'Words to replace in comments and names of tests:'
awk -v openers="^ *//[/!]? ($openers) " '
  FNR == 1 { inside = 0 }
  /^ *\/\/\// { if (!inside && $0 ~ openers) print FILENAME ":" FNR ": " $0; inside = 1; next }
  { inside = 0 }' $sources $tests |
  report 'Doc comments that begin with a question word, rather than a verb or a noun:'
grep -nE '^.{101,}$' $sources $tests | grep -E ':[0-9]+: *//' |
  report 'Comments of more than 100 columns:'
git log --no-merges --format=%s -n 30 | grep -E '^.{73,}$' |
  report 'Commit subjects of more than 72 characters:'

[ -z "$failed" ]

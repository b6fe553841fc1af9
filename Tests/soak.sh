#!/usr/bin/env bash
# soak.sh SECONDS: all crash points, a remote changed at each byte, 10,000 seeds of the sync models and an
# hour of fuzzing, in that order, for at most SECONDS in total. `make soak` builds the tests and calls it
# with the test commands in UNITS and ACCEPTANCE. Progress is kept in .build/soak and continued by the next
# run of the same commit.
set -u
cd "$(dirname "$0")/.."
limit=$1
shares=8 seeds=10000 batch=100 hour=3600
state=.build/soak
commit=$(git rev-parse HEAD)
[ "$(cat $state/commit 2>/dev/null)" = "$commit" ] || rm -rf $state
mkdir -p $state
echo "$commit" > $state/commit

begun=$(date +%s) failures=0
left() { echo $((limit - ($(date +%s) - begun))); }
done_of() { cat "$state/$1" 2>/dev/null || echo 0; }

# attempt NAME COMMAND...: runs a command in the remaining time, and reports a failure. Stopped commands
# are repeated by the next run.
attempt() {
  local name=$1
  shift
  timeout -k 30 "$(left)" "$@" > "$state/$name.log" 2>&1 </dev/null
  local status=$?
  if [ $status -ge 124 ]; then
    echo "Stopped after $limit s, at $name. Run it again to go on."
    exit $((failures > 0))
  elif [ $status -ne 0 ]; then
    failures=$((failures + 1))
    cp "$state/$name.log" "$state/failed-$name.log"
    echo "Failed: $name. See $state/failed-$name.log"
    grep -a 'recorded an issue' "$state/$name.log" | head -n 5
  fi
}

for suite in $(grep -rhoE 'struct \w+Tests\b' Acceptance/CrashTests/*Tests.swift | awk '{ print $2 }'); do
  while next=$(done_of "crash-$suite") && [ "$next" -lt $shares ]; do
    export PHOTODIARY_CRASH_POINTS="$((next + 1))/$shares"
    echo "Crash points: $suite, $PHOTODIARY_CRASH_POINTS"
    attempt "crash-$suite-$((next + 1))" $ACCEPTANCE --filter "CrashTests.*$suite"
    echo $((next + 1)) > "$state/crash-$suite"
  done
done

if [ "$(done_of tamper)" = 0 ]; then
  echo "A remote changed at each byte"
  PHOTODIARY_CRASH_POINTS=1/1 attempt tamper $UNITS --filter TamperTests
  echo 1 > $state/tamper
fi

while next=$(done_of seeds) && [ "$next" -lt $seeds ]; do
  export PHOTODIARY_SYNC_SEEDS="$((next + 1))-$((next + batch))"
  echo "Models: seeds $PHOTODIARY_SYNC_SEEDS"
  attempt "seeds-$PHOTODIARY_SYNC_SEEDS" $UNITS --filter 'SyncModelTests|PeopleModelTests'
  rm -f "$state/seeds-$PHOTODIARY_SYNC_SEEDS.log"
  echo $((next + batch)) > $state/seeds
done

while spent=$(done_of fuzz) && [ "$spent" -lt $hour ]; do
  export PHOTODIARY_FUZZ_SEED=$RANDOM$RANDOM PHOTODIARY_FUZZ_ROUNDS=20000 PHOTODIARY_ROUNDS=20
  start=$(date +%s)
  echo "Fuzzing: seed $PHOTODIARY_FUZZ_SEED"
  attempt "fuzz-$PHOTODIARY_FUZZ_SEED" $UNITS --filter 'Fuzz'
  rm -f "$state/fuzz-$PHOTODIARY_FUZZ_SEED.log"
  echo $((spent + $(date +%s) - start)) > $state/fuzz
done

[ $failures = 0 ] && echo "All crash points and bytes, $seeds seeds and an hour of fuzzing: nothing failed."
exit $((failures > 0))

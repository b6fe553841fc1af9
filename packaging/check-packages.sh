#!/usr/bin/env bash
# check-packages.sh ROOT...: tries what `make package` made in fresh systems without Swift. A root is the
# name of a release of Debian, of which mmdebstrap makes one, or the folder of one that was made before, which is
# copied. `make check-packages` calls it. Needs root, a network for apt, mmdebstrap, tmux and lintian.
set -eu
cd "$(dirname "$0")/.."
packages=$PWD/.build/packages
work=$(mktemp -d)
trap 'tmux -S "$work/tmux" kill-server 2>/dev/null || true; rm -rf --one-file-system "$work"' EXIT
passed=0 failed=0

check() {
  local name=$1
  shift
  if "$@" > "$work/log" 2>&1; then
    echo "ok: $name"
    passed=$((passed + 1))
  else
    echo "FAILED: $name" >&2
    cat "$work/log" >&2
    failed=$((failed + 1))
  fi
}

path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# in_root ROOT USER COMMAND...: with devices, processes and a folder for what is temporary.
in_root() {
  # shellcheck disable=SC2016 # The inner shell fills it in.
  unshare --mount --pid --fork bash -c '
    mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/tmp" || exit
    user=$1; shift; exec chroot --userspec="$user" "$0" env -i LC_ALL=C.UTF-8 "$@"' "$@"
}

as_root() {
  in_root "$1" 0:0 HOME=/root PATH="$path" DEBIAN_FRONTEND=noninteractive "${@:2}"
}

as_person() {
  in_root "$1" 1000:1000 HOME=/home/person PATH="$path" TERM=tmux-256color COLORTERM=truecolor "${@:2}"
}

# The first screen of the sample diary, once it shows an entry and its photo: it has more colors than
# given, of which all else on it has few. Of 256 a photo has some thirty, and of all of them hundreds.
shows_photos() {
  local root=$1 program=$2 least=$3 screen colors attempt
  tmux -S "$work/tmux" -f /dev/null new-session -d -x 110 -y 35 "
    path=$path; $(declare -f in_root as_person); as_person '$root' '$program' demo; echo It ended.; read -r"
  for attempt in {1..120}; do
    screen=$(tmux -S "$work/tmux" capture-pane -p)
    colors=$(tmux -S "$work/tmux" capture-pane -e -p | grep -o '48;[25];[0-9;]*' | sort -u | wc -l)
    if [[ $screen == *"A walk by the river"* ]] && [ "$colors" -gt "$least" ]; then
      tmux -S "$work/tmux" kill-server
      return 0
    fi
    sleep 0.5
  done
  tmux -S "$work/tmux" kill-server
  echo "After $attempt looks there were $colors colors on this screen:"
  echo "$screen"
  return 1
}

# Of other libraries than the C library's a program has none.
needs_only_the_c_library() {
  local needed
  needed=$(as_root "$1" /usr/bin/ldd "$2" | sed 's/^[[:space:]]*//; s/ .*//')
  echo "$needed"
  ! grep -vE '^(linux-vdso\.so\.1|libc\.so\.6|libm\.so\.6|libgcc_s\.so\.1|/lib.*/ld-linux-.*)$' <<< "$needed"
}

finds_all_libraries() {
  as_root "$1" ldd "$2" > "$work/ldd"
  cat "$work/ldd"
  ! grep 'not found' "$work/ldd"
}

fresh_root() {
  local root=$work/root
  rm -rf --one-file-system "$root"
  if [ -d "$1" ]; then
    cp -a "$1" "$root"
  else
    mkdir -p .build/roots
    [ -f ".build/roots/$1.tar" ] || mmdebstrap --quiet --variant=apt "$1" ".build/roots/$1.tar"
    mkdir "$root"
    tar -C "$root" -xf ".build/roots/$1.tar"
  fi
  cp --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"
  mkdir -p "$root/home/person"
  chown 1000:1000 "$root/home/person"
  mkdir "$root/packages"
  cp "$packages"/*.deb "$packages"/*.tar.xz "$root/packages"
  echo "$root"
}

folder=$(basename "$packages"/photodiary-*-linux-"$(uname -m)".tar.xz .tar.xz)
check "sums" bash -c "cd '$packages' && sha256sum -c SHA256SUMS"
check "lintian finds no errors" lintian --fail-on error --allow-root "$packages"/photodiary_*.deb

for name; do
  root=$(fresh_root "$name")
  name=$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$root/etc/os-release")
  tar -C "$root/opt" -xf "$packages/$folder.tar.xz"
  for program in bin/photodiary libexec/photodiary/photodiary-picture; do
    check "$name: $program of the archive needs only the C library" \
      needs_only_the_c_library "$root" "/opt/$folder/$program"
  done
  check "$name: the archive shows photos from its folder" shows_photos "$root" "/opt/$folder/bin/photodiary" 20
  check "$name: the archive installs" as_root "$root" "/opt/$folder/install.sh" /usr/local
  check "$name: the installed archive shows photos" shows_photos "$root" photodiary 20
  check "$name: the archive uninstalls" as_root "$root" "/opt/$folder/install.sh" --uninstall /usr/local
  check "$name: nothing of it is left" bash -c "! find '$root/usr/local' -name '*photodiary*' | grep ."
  check "$name: the package installs" as_root "$root" sh -c \
    'apt-get update -q && apt-get install -q -y --no-install-recommends /packages/photodiary_*.deb'
  for program in bin/photodiary libexec/photodiary/photodiary-picture; do
    check "$name: all libraries of /usr/$program are there" finds_all_libraries "$root" "/usr/$program"
  done
  check "$name: the package shows photos" shows_photos "$root" photodiary 20
  check "$name: with what it recommends it installs" as_root "$root" sh -c \
    'apt-get purge -q -y photodiary && apt-get install -q -y /packages/photodiary_*.deb'
  check "$name: with that it shows photos in all colors" shows_photos "$root" photodiary 200
  check "$name: with that it finds every library" as_person "$root" sh -c \
    'photodiary --version --verbose && ! photodiary --version --verbose | grep -E "^ +(lib|hun|zx|qr).*not found"'
  check "$name: no timer is enabled" bash -c "
    [ -f '$root/usr/lib/systemd/user/photodiary-sync.timer' ] \
      && [ -f '$root/usr/lib/systemd/user/photodiary-remind.timer' ] \
      && ! find '$root/etc/systemd' '$root/usr/lib/systemd' -name 'photodiary*' -type l | grep ."
  check "$name: the package is removed without a trace" as_root "$root" sh -c \
    'apt-get purge -q -y photodiary && ! find /usr /etc /var/lib/systemd -name "*photodiary*" | grep .'
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

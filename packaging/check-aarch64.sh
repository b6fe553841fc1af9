#!/bin/bash
# Compiles all C and C++ sources for aarch64 with Swift's clang, without warnings, against the C library and
# the kernel's headers of Debian's g++-aarch64-linux-gnu; the other libraries' headers are this machine's.
# With qemu-aarch64 (qemu-user), the probes in Tests/Portability run, as they do on this machine. With
# KERNEL=vmlinuz, that of Debian's linux-image-arm64, qemu-system-aarch64 (qemu-system-arm) begins a machine
# with it, where the call tracer and the filter of the picture program are tried, which no emulator of
# programs has.
set -e -o pipefail
cd "$(dirname "$0")/.."

cross=aarch64-linux-gnu
[ -d "/usr/$cross/include/c++" ] || { echo "Install g++-$cross to check aarch64." >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
libraries=(-idirafter /usr/include -idirafter "/usr/include/$(cc -print-multiarch)"
  -idirafter /usr/include/libxml2)
includes=()
for folder in Sources/C*/include; do includes+=(-I "$folder"); done
checks=(-Wall -Wtype-limits -Wsign-compare -Wno-nullability-completeness -Werror -O2)

count=0
for source in Sources/C*/*.c Acceptance/CallTracer/*.c Tests/Portability/*.c; do
  clang --target=$cross "${checks[@]}" "${includes[@]}" "${libraries[@]}" -c "$source" -o "$work/object"
  count=$((count + 1))
done
for source in Sources/C*/*.cpp; do
  clang++ --target=$cross -std=c++17 "${checks[@]}" "${includes[@]}" "${libraries[@]}" -c "$source" \
    -o "$work/object"
  count=$((count + 1))
done
# As for another system than Linux.
for source in Sources/CSystem/*.c Sources/CSandbox/*.c; do
  clang -DPHOTODIARY_PLAIN "${checks[@]}" "${includes[@]}" -c "$source" -o "$work/object"
done
# Headers that only Swift reads.
for header in Sources/C*/shim.h Sources/C*/include/*.h Tests/C*/shim.h; do
  clang --target=$cross "${checks[@]}" -Wno-unused-function "${includes[@]}" "${libraries[@]}" \
    -x c -include "$header" -c /dev/null -o "$work/object"
  count=$((count + 1))
done
echo "Compiled $count C and C++ sources and headers for aarch64."

for probe in filters calls; do
  clang -Wall -Werror "${includes[@]}" "Tests/Portability/$probe.c" -o "$work/$probe"
  clang --target=$cross -Wall -Werror "${includes[@]}" "Tests/Portability/$probe.c" \
    -o "$work/$probe-$cross"
  echo "== $probe, here"
  "$work/$probe"
  if ! command -v qemu-aarch64 > /dev/null; then
    echo "qemu-aarch64 is missing: $probe hasn't run there."
    continue
  fi
  echo "== $probe, by qemu-aarch64"
  qemu-aarch64 -L "/usr/$cross" "$work/$probe-$cross"
done

[ -n "$KERNEL" ] || { echo "The tracer and the filter haven't run: KERNEL=vmlinuz is missing."; exit 0; }
root=$work/root
mkdir "$root"
static=(clang --target=$cross -static -pthread -Wall -Werror "${includes[@]}")
"${static[@]}" Tests/Portability/init.c Sources/CSandbox/sandbox.c -o "$root/init"
"${static[@]}" Acceptance/CallTracer/main.c -o "$root/tracer"
"${static[@]}" Tests/Portability/traced.c -o "$root/traced"
"${static[@]}" Tests/Portability/calls.c -o "$root/calls"
(cd "$root" && printf '%s\n' init tracer traced calls | busybox cpio -o -H newc 2> /dev/null) > "$work/initrd"
echo "== a machine with $(basename "$KERNEL")"
qemu-system-aarch64 -M virt -cpu cortex-a57 -m 512 -nodefaults -nographic -serial stdio -net none \
  -no-reboot -kernel "$KERNEL" -initrd "$work/initrd" -append "console=ttyAMA0 quiet panic=-1" \
  < /dev/null | tee "$work/said"
grep -q "^All is as it should be" "$work/said"

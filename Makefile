# PhotoDiary. `make run` builds the diary and opens it; `make test` tests it.

SHELL = bash

PREFIX ?= /usr/local
DESTDIR ?=

# The libraries that the programs link, the one that the tests draw screens with, and the tools.
# libhunspell-1.7-0 with hunspell-en-us and hunspell-ko brings spelling, and isn't needed.
PACKAGES = libncurses-dev libturbojpeg0-dev libwebp-dev libpng-dev libgif-dev libtiff-dev \
  libheif-dev libchafa-dev libstb-dev libtomlplusplus-dev libcmark-gfm-dev \
  libcmark-gfm-extensions-dev libarchive-dev libyaml-dev libxml2-dev libzxcvbn-dev \
  ncurses-term
TEST_PACKAGES = libvterm-dev age git rclone openssh-client openssh-server busybox
# What those packages are needed for, by which they are known where packages have other names.
HEADERS = ncurses.h turbojpeg.h webp/decode.h png.h gif_lib.h tiffio.h libheif/heif.h chafa/chafa.h \
  stb/stb_image.h vterm.h toml++/toml.h cmark-gfm.h cmark-gfm-core-extensions.h \
  archive.h yaml.h libxml2/libxml/HTMLparser.h zxcvbn.h

# With the standard library inside, the program starts sooner and runs without a Swift
# installation; lld links it without warnings about Foundation. At a fixed address, the loader
# needn't correct 49,000 addresses on each start, which took a fifth of the time to the first frame.
# Without a path of its own to libraries, the loader doesn't look for each in twenty folders first.
# The C++ library of Swift's runtime is linked in too, a tenth of that time: from a folder where the
# linker finds no shared one. So is cmark-gfm, which the first frame doesn't need.
LINKER = -Xswiftc -Xclang-linker -Xswiftc
STATIC_FOLDER = .build/static
STATIC_LIBRARIES = $(addprefix $(STATIC_FOLDER)/,libstdc++.a libcmark-gfm.a libcmark-gfm-extensions.a)
RELEASE = -c release --static-swift-stdlib --disable-local-rpath $(LINKER) -fuse-ld=lld $(LINKER) -no-pie \
  -Xlinker -L$(STATIC_FOLDER)
RELEASE_FOLDER = .build/release

# All tests would start at once otherwise, and each wait for a processor with its time running.
TESTS_AT_ONCE = --experimental-maximum-parallelization-width $(shell expr 2 '*' $$(nproc))

.PHONY: build run test test-crash lint keys bench install clean deps

build: deps $(STATIC_LIBRARIES)
	swift build $(RELEASE) --product photodiary
	swift build $(RELEASE) --product photodiary-picture

run: build
	@$(RELEASE_FOLDER)/photodiary

# Says nothing of a test that passes, and names those that failed once more at the end.
test: deps
	swift build --build-tests
	@set -o pipefail; swift test --skip-build $(TESTS_AT_ONCE) 2>&1 | tee .build/test.log \
	  | awk '/^(◇|✔)/ { shown = 0 } /^✘/ || /^✔ Test run/ { shown = 1 } shown' \
	  || { tail -n 20 .build/test.log; grep -a '^✘ Test' .build/test.log; exit 1; }

# Every point at which a save may be stopped, and machines that sync over a faulty remote from many
# seeds; `make test` tries a sample of both.
test-crash: deps
	PHOTODIARY_CRASH_POINTS=all PHOTODIARY_SYNC_SEEDS=2000 swift test $(TESTS_AT_ONCE) \
	  --filter 'CrashTests|SyncModelTests'

lint:
	swift format lint --strict -r Package.swift Sources Tests

# The keys of all screens in the manual and the man pages, from the tables of the program.
keys: deps
	swift run ManualKeys Assets

bench: deps $(STATIC_LIBRARIES)
	swift build $(RELEASE) --product photodiary
	swift build $(RELEASE) --product photodiary-picture
	swift build $(RELEASE) --product Benchmarks
	cc -O2 -o $(RELEASE_FOLDER)/first-frame Tests/Benchmarks/first-frame.c -lncursesw -ltinfo
	cc -O2 -o $(RELEASE_FOLDER)/append Tests/Benchmarks/append.c
	cc -O2 -o $(RELEASE_FOLDER)/photos Tests/Benchmarks/photos.c -lturbojpeg -lpthread
	$(RELEASE_FOLDER)/Benchmarks --folder "$(CURDIR)/.build" --json .build/benchmarks.json \
	  --text .build/benchmarks.txt $(BENCHMARKS)

# Silent when nothing is missing. A package may be provided by another, as pkg-config by pkgconf.
$(STATIC_LIBRARIES): | deps
	@install -d $(STATIC_FOLDER)
	@ln -sf "$$(cc -print-file-name=$(@F))" $@

deps:
	@command -v swift >/dev/null || { echo "Install Swift 6.3 (swift.org/install)." >&2; exit 1; }
	@if ! command -v apt-get >/dev/null; then \
	  for header in $(HEADERS); do \
	    printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$$header" | clang -E - >/dev/null 2>&1 \
	      || missing="$$missing $$header"; \
	  done; \
	  [ -z "$$missing" ] || { \
	    echo "Install the packages that hold these headers, then try again:$$missing" >&2; \
	    echo "(On Debian they are $(PACKAGES) $(TEST_PACKAGES).)" >&2; exit 1; }; \
	  exit 0; \
	fi; \
	for package in $(PACKAGES) $(TEST_PACKAGES); do \
	  dpkg-query -W -f='$${db:Status-Status} $${Package} $${Provides}\n' 2>/dev/null \
	    | grep -qE "^installed ($$package |.*[ ,]$$package([ ,(]|$$))" || missing="$$missing $$package"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	echo "Installing:$$missing" >&2; \
	[ "$$(id -u)" -eq 0 ] || sudo=sudo; \
	$$sudo apt-get update -q && $$sudo apt-get install -y -q --no-install-recommends $$missing

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/libexec/photodiary" \
	  "$(DESTDIR)$(PREFIX)/share/photodiary/photos" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/man/ko/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 755 $(RELEASE_FOLDER)/photodiary "$(DESTDIR)$(PREFIX)/bin/photodiary"
	install -m 755 $(RELEASE_FOLDER)/photodiary-picture \
	  "$(DESTDIR)$(PREFIX)/libexec/photodiary/photodiary-picture"
	install -m 644 Assets/photos/* "$(DESTDIR)$(PREFIX)/share/photodiary/photos"
	install -m 644 Assets/photodiary.1 "$(DESTDIR)$(PREFIX)/share/man/man1/photodiary.1"
	install -m 644 Assets/photodiary.ko.1 "$(DESTDIR)$(PREFIX)/share/man/ko/man1/photodiary.1"
	LC_ALL=C $(RELEASE_FOLDER)/photodiary --generate-completion-script bash \
	  > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/photodiary"
	LC_ALL=C $(RELEASE_FOLDER)/photodiary --generate-completion-script zsh \
	  > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_photodiary"
	LC_ALL=C $(RELEASE_FOLDER)/photodiary --generate-completion-script fish \
	  > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/photodiary.fish"

clean:
	rm -rf .build

# PhotoDiary. `make` builds the diary, `make run` opens it, `make test` tests it, `make install`
# installs it, `make package` packs it. Only `make deps` and `make package-deps` install other packages;
# `make test` begins with the former, and `make run` with those of the system.

SHELL = bash

PREFIX ?= /usr/local
DESTDIR ?=

# The program's version stands in one place. `make release VERSION=x` compares it.
PROGRAM_VERSION := $(shell sed -n 's/.*let current = "\(.*\)"/\1/p' \
  Sources/photodiary/ProgramVersion.swift)

# The libraries that the programs link, the one that the tests draw screens with, and the tools.
# libhunspell-1.7-0 with hunspell-en-us and hunspell-ko brings spelling, and isn't needed.
PACKAGES = libncurses-dev libturbojpeg0-dev libwebp-dev libpng-dev libgif-dev libtiff-dev \
  libheif-dev libjxl-dev liblcms2-dev libchafa-dev libstb-dev libtomlplusplus-dev libcmark-gfm-dev \
  libcmark-gfm-extensions-dev libssl-dev libarchive-dev libyaml-dev libxml2-dev libzxcvbn-dev \
  libqrencode-dev ncurses-term
TEST_PACKAGES = libvterm-dev age git rclone openssh-client openssh-server busybox syncthing ffmpeg \
  jq python3-venv appstream desktop-file-utils
# And what `make package` and `make check-packages` work with.
PACKAGING_PACKAGES = debhelper dpkg-dev xz-utils libglib2.0-dev lintian mmdebstrap tmux
# What those packages are needed for, by which they are known where packages have other names.
HEADERS = ncurses.h turbojpeg.h webp/decode.h png.h gif_lib.h tiffio.h libheif/heif.h jxl/decode.h lcms2.h chafa/chafa.h \
  stb/stb_image.h toml++/toml.h cmark-gfm.h cmark-gfm-core-extensions.h openssl/evp.h \
  archive.h yaml.h libxml2/libxml/HTMLparser.h zxcvbn.h qrencode.h
TEST_HEADERS = vterm.h

# With the standard library inside, the program starts sooner and runs without a Swift
# installation; lld links it without warnings about Foundation. Without a path of its own to
# libraries, the loader doesn't look for each in twenty folders first. cmark-gfm, which the first
# frame doesn't need, and OpenSSL's libcrypto are linked in too where the system has them so: from a
# folder where the linker finds no shared ones.
LINKER = -Xswiftc -Xclang-linker -Xswiftc
STATIC_FOLDER = .build/static$(if $(HARDENED),-hardened)$(if $(PORTABLE),-portable)
STATIC_LIBRARIES = $(addprefix $(STATIC_FOLDER)/,$(STATIC_NAMES))
STATIC_NAMES = libcmark-gfm.a libcmark-gfm-extensions.a libcrypto.a
ifdef HARDENED
# For distributions, as they ask for: at an address that each start chooses, with its tables made
# and sealed before it runs, and with the system's C++ library.
ADDRESSES = -Xlinker -pie -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
else
# At a fixed address, the loader needn't correct 49,000 addresses on each start, which took a fifth of
# the time to the first frame; to load the C++ library of Swift's runtime took a tenth.
ADDRESSES = -Xlinker --no-pie
STATIC_NAMES += libstdc++.a
endif
ifdef PORTABLE
# For other distributions than this one: with all libraries inside but the C library, and those that
# are loaded where they are installed. chafa's is built on GLib, and that on PCRE.
STATIC_NAMES += libncursesw.a libtinfo.a libturbojpeg.a libwebp.a libpng.a libz.a libgif.a \
  libchafa.a libglib-2.0.a libpcre2-8.a
PORTABLE_LIBRARIES = -Xlinker -lglib-2.0 -Xlinker -lpcre2-8
endif
# Of one commit the same bytes are made in any folder: without its path, and without what is made from
# it, the names of clang's modules in their cache and the sums of what was compiled. Tests are found by the
# compiler's index, which has to name paths in full.
FRONTEND = -Xswiftc -Xfrontend -Xswiftc
SAME_PATHS = -Xswiftc -debug-prefix-map -Xswiftc "$(CURDIR)=." \
  $(FRONTEND) -no-clang-module-breadcrumbs $(FRONTEND) -disable-incremental-llvm-codegen \
  -Xcc "-ffile-prefix-map=$(CURDIR)=." -Xcxx "-ffile-prefix-map=$(CURDIR)=."
# The tests see what is internal, so that they can be built with the same modules.
RELEASE = -c release -Xswiftc -enable-testing --disable-local-rpath $(LINKER) -fuse-ld=lld \
  $(SAME_PATHS) -Xlinker -L$(STATIC_FOLDER) -Xlinker --build-id $(ADDRESSES) \
  $(PORTABLE_LIBRARIES) $(SWIFT_FLAGS)
RELEASE_FOLDER = .build/release

# The two programs as they are installed: without what only a debugger reads, which stands in
# photodiary.debug and photodiary-picture.debug beside them.
PROGRAMS = .build/programs

# `make check` builds without optimization, for that is fast again after a change; but for C, in which
# images would take twice as long.
CHECKING = -Xcc -O2 -Xcxx -O2

# All tests would start together otherwise, and each wait for a processor.
TEST_OPTIONS = --experimental-maximum-parallelization-width $(shell expr 2 '*' $$(nproc))

# With WITHOUT=inotify,seccomp, what is run goes the second ways, for systems that lack these.
ifdef WITHOUT
export PHOTODIARY_WITHOUT = $(WITHOUT)
endif

.NOTPARALLEL:

.PHONY: build run check check-recipes check-aarch64 test test-build soak lint keys bench install uninstall \
  package check-packages release clean deps packages package-deps test-packages compiler headers test-headers

build: compiler headers $(STATIC_LIBRARIES)
	export PHOTODIARY_STATIC=1 \
	  && swift build $(RELEASE) --product photodiary \
	  && swift build $(RELEASE) --product photodiary-picture
	@$(STRIP)

# Splits what only a debugger reads from programs that are newer than the ones in $(PROGRAMS).
define STRIP
install -d $(PROGRAMS); \
for program in photodiary photodiary-picture; do \
  built=$(RELEASE_FOLDER)/$$program; stripped=$(PROGRAMS)/$$program; \
  [ $$stripped -nt $$built ] || { \
    objcopy --only-keep-debug --compress-debug-sections $$built $$stripped.debug \
    && strip -o $$stripped.new $$built \
    && objcopy --add-gnu-debuglink=$$stripped.debug $$stripped.new \
    && mv $$stripped.new $$stripped; } || exit 1; \
done
endef

run: packages build
	@$(RELEASE_FOLDER)/photodiary

# The fast tier: units and screens, of which only what changed is compiled, and 20 seeds of each model of
# sync. FILTER='words of names' builds and runs only the tests that it names.
check: compiler headers test-headers
	@tests=$$(Tests/targets.sh '$(FILTER)') && export PHOTODIARY_TESTS="$$tests" \
	  PHOTODIARY_SYNC_SEEDS="$${PHOTODIARY_SYNC_SEEDS:-20}" \
	  && swift build --build-tests $(CHECKING) \
	  && Tests/run.sh check swift test --skip-build $(CHECKING) $(TEST_OPTIONS) \
	    $(if $(FILTER),--filter '$(FILTER)')

# All that a change must pass: the same tests and those of the programs as they are shipped.
test: deps check-recipes test-build
	@Tests/run.sh units swift test $(RELEASE) --skip-build $(TEST_OPTIONS)
	@Tests/run.sh acceptance swift test --package-path Acceptance --skip-build $(TEST_OPTIONS)

test-build: build test-headers
	swift build $(RELEASE) --build-tests
	swift build --package-path Acceptance --build-tests

# What takes hours: every point at which a save may be stopped, each byte of a remote, 10,000 seeds of the
# models of sync, and an hour of fuzzing. It goes on where it was stopped; SECONDS bounds a run.
soak: deps test-build
	@UNITS='Tests/in-memory.sh swift test $(RELEASE) --skip-build $(TEST_OPTIONS)' \
	  ACCEPTANCE='Tests/in-memory.sh swift test --package-path Acceptance --skip-build $(TEST_OPTIONS)' \
	  Tests/soak.sh $(or $(filter-out 0,$(SECONDS)),86400)

# Recipes of distributions, as far as the tools that know them are installed.
check-recipes:
	@packaging/check-recipes.sh

# All C sources for another processor, by a cross compiler; with KERNEL=vmlinuz on a machine of it, too.
check-aarch64:
	@KERNEL=$(KERNEL) packaging/check-aarch64.sh

lint:
	swift format lint --strict -r Package.swift Sources Tests Acceptance/Package.swift \
	  Acceptance/CrashTests Acceptance/EndToEndTests Acceptance/Support
	packaging/check-prose.sh

# The keys of all screens in the manual and the man pages, from the tables of the program.
keys: compiler headers
	swift run $(CHECKING) ManualKeys Assets

bench: build test-headers
	swift build $(RELEASE) --product Benchmarks
	cc -O2 -o $(RELEASE_FOLDER)/first-frame Tests/Benchmarks/first-frame.c -lncursesw -ltinfo
	cc -O2 -o $(RELEASE_FOLDER)/append Tests/Benchmarks/append.c
	cc -O2 -o $(RELEASE_FOLDER)/photos Tests/Benchmarks/photos.c -lturbojpeg -lpthread
	$(RELEASE_FOLDER)/Benchmarks --folder "$(CURDIR)/.build" --json .build/benchmarks.json \
	  --text .build/benchmarks.txt $(BENCHMARKS)

# Where libcrypto was built to need other libraries, for compression, the shared one is linked.
ALONE = $(if $(filter libcrypto.a,$(@F)),echo 'int OPENSSL_init_crypto(unsigned long, void *); \
  int main(void) { return OPENSSL_init_crypto(0, 0); }' \
  | cc -x c - -x none "$$library" -pthread -o $@.alone 2>/dev/null && rm $@.alone,true)

$(STATIC_FOLDER)/%.a: | headers
	@install -d $(STATIC_FOLDER)
	@library=$$(cc -print-file-name=$(@F)); \
	if [ -f "$$library" ] && $(ALONE); then ln -sf "$$library" $@; \
	elif [ -n "$(PORTABLE)" ]; then echo "$(@F), which is linked in, is missing." >&2; exit 1; fi

# What is needed to build, told where it is missing.
compiler:
	@packaging/check-compiler.sh

headers test-headers: compiler
	@packaging/check-headers.sh $(if $(filter test-headers,$@),$(TEST_HEADERS),$(HEADERS))

# All that building and testing need. Silent when nothing is missing.
deps: packages test-packages

# A package may be provided by another, as pkg-config by pkgconf.
packages package-deps: compiler
	@command -v apt-get >/dev/null || { packaging/check-headers.sh $(HEADERS) $(TEST_HEADERS); exit; }; \
	for package in $(PACKAGES) $(TEST_PACKAGES) $(if $(filter package-deps,$@),$(PACKAGING_PACKAGES)); do \
	  dpkg-query -W -f='$${db:Status-Status} $${Package} $${Provides}\n' 2>/dev/null \
	    | grep -qE "^installed ($$package |.*[ ,]$$package([ ,(]|$$))" || missing="$$missing $$package"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	echo "Installing:$$missing" >&2; \
	[ "$$(id -u)" -eq 0 ] || sudo=sudo; \
	$$sudo apt-get update -q && $$sudo apt-get install -y -q --no-install-recommends $$missing

# A local S3 server and a reader of feeds for the tests, which leave out what can't be had, and say so.
TEST_ENVIRONMENT = .build/test-packages
test-packages: packages
	@cmp -s packaging/test-packages.txt $(TEST_ENVIRONMENT)/installed.txt || { \
	  echo "Installing: an S3 server and a reader of feeds for the tests, into $(TEST_ENVIRONMENT)" >&2; \
	  python3 -m venv --clear $(TEST_ENVIRONMENT) \
	    && $(TEST_ENVIRONMENT)/bin/pip install -q --disable-pip-version-check --no-deps \
	      -r packaging/test-packages.txt \
	    && cp packaging/test-packages.txt $(TEST_ENVIRONMENT)/installed.txt; \
	} || echo "They couldn't be installed; the tests leave S3 and the reading of feeds out." >&2

# MODE:FILE:WHERE, from which both `install` and `uninstall` are made.
SHARE = share/photodiary/photos
PLACES = share/photodiary/places.bin
MAP = share/photodiary/map.bin
METAINFO = local.photodiary.photodiary.metainfo.xml
INSTALLED = 755:$(PROGRAMS)/photodiary:bin/photodiary \
  755:$(PROGRAMS)/photodiary-picture:libexec/photodiary/photodiary-picture \
  $(foreach photo,$(wildcard Assets/photos/*),644:$(photo):$(SHARE)/$(notdir $(photo))) \
  644:Assets/places.bin:$(PLACES) \
  644:Assets/map.bin:$(MAP) \
  644:Assets/photodiary.1:share/man/man1/photodiary.1 \
  644:Assets/photodiary.ko.1:share/man/ko/man1/photodiary.1 \
  644:Assets/photodiary.svg:share/icons/hicolor/scalable/apps/photodiary.svg \
  644:packaging/desktop/photodiary.desktop:share/applications/photodiary.desktop \
  644:packaging/desktop/$(METAINFO):share/metainfo/$(METAINFO)
# SHELL:WHERE, which the program writes itself.
COMPLETIONS = bash:share/bash-completion/completions/photodiary \
  zsh:share/zsh/site-functions/_photodiary \
  fish:share/fish/vendor_completions.d/photodiary.fish
INTO = $(DESTDIR)$(PREFIX)

# With PROGRAMS=folder on the command line, programs that were built before are installed.
install: $(if $(filter command,$(firstword $(origin PROGRAMS))),,build)
	@for file in $(INSTALLED); do \
	  IFS=: read -r mode from to <<< "$$file"; \
	  install -D -m "$$mode" "$$from" "$(INTO)/$$to" || exit 1; \
	done
	@for completion in $(COMPLETIONS); do \
	  IFS=: read -r shell to <<< "$$completion"; \
	  install -d "$(INTO)/$${to%/*}" \
	    && LC_ALL=C $(PROGRAMS)/photodiary --generate-completion-script "$$shell" > "$(INTO)/$$to" \
	    && chmod 644 "$(INTO)/$$to" || exit 1; \
	done
	@echo "Installed PhotoDiary $(PROGRAM_VERSION) in $(INTO)."

uninstall:
	@for file in $(INSTALLED) $(COMPLETIONS); do rm -f "$(INTO)/$${file##*:}"; done
	@for folder in $(SHARE) share/photodiary libexec/photodiary; do \
	  [ ! -d "$(INTO)/$$folder" ] || rmdir --ignore-fail-on-non-empty "$(INTO)/$$folder"; \
	done
	@echo "Removed PhotoDiary from $(INTO). Diaries stay where they are."

# What is given to people, of this commit, in .build/packages; and trying it in fresh systems, which are
# releases of Debian or folders that hold a root.
ROOTS = bookworm trixie

package: compiler headers
	@packaging/make-packages.sh

check-packages:
	@packaging/check-packages.sh $(ROOTS)

# Looks whether all is ready for version x, tests it, and tags the commit.
release:
	@packaging/release.sh "$(VERSION)" "$(PROGRAM_VERSION)"

clean:
	rm -rf .build Acceptance/.build

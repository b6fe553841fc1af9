# PhotoDiary. `make run` builds the diary and opens it; `make test` tests it.

PREFIX ?= /usr/local
DESTDIR ?=

# The libraries that the programs link, the one that the tests draw screens with, and the tools.
PACKAGES = pkg-config libncurses-dev libturbojpeg0-dev libwebp-dev libpng-dev libchafa-dev \
  libexif-dev ncurses-term
TEST_PACKAGES = libvterm-dev

# With the standard library inside, the program starts sooner and runs without a Swift
# installation; lld links it without warnings about Foundation. At a fixed address, the loader
# needn't correct 49,000 addresses on each start, which took a fifth of the time to the first frame.
LINKER = -Xswiftc -Xclang-linker -Xswiftc
RELEASE = -c release --static-swift-stdlib $(LINKER) -fuse-ld=lld $(LINKER) -no-pie
RELEASE_FOLDER = .build/release

.PHONY: build run test lint bench install clean deps

build: deps
	swift build $(RELEASE) --product photodiary
	swift build $(RELEASE) --product photodiary-picture

run: build
	@$(RELEASE_FOLDER)/photodiary

test: deps
	swift test --quiet

lint:
	swift format lint --strict -r Package.swift Sources Tests

bench: deps
	swift build $(RELEASE) --product photodiary
	swift build $(RELEASE) --product photodiary-picture
	swift build $(RELEASE) --product Benchmarks
	cc -O2 -o $(RELEASE_FOLDER)/first-frame Tests/Benchmarks/first-frame.c -lncursesw -ltinfo
	$(RELEASE_FOLDER)/Benchmarks

deps:
	@./.ci/deps $(PACKAGES) $(TEST_PACKAGES)

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/libexec/photodiary" \
	  "$(DESTDIR)$(PREFIX)/share/photodiary/photos" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 755 $(RELEASE_FOLDER)/photodiary "$(DESTDIR)$(PREFIX)/bin/photodiary"
	install -m 755 $(RELEASE_FOLDER)/photodiary-picture \
	  "$(DESTDIR)$(PREFIX)/libexec/photodiary/photodiary-picture"
	install -m 644 Assets/photos/* "$(DESTDIR)$(PREFIX)/share/photodiary/photos"
	install -m 644 Assets/photodiary.1 "$(DESTDIR)$(PREFIX)/share/man/man1/photodiary.1"
	$(RELEASE_FOLDER)/photodiary --generate-completion-script bash \
	  > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/photodiary"
	$(RELEASE_FOLDER)/photodiary --generate-completion-script zsh \
	  > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_photodiary"
	$(RELEASE_FOLDER)/photodiary --generate-completion-script fish \
	  > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/photodiary.fish"

clean:
	rm -rf .build

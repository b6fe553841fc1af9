{
  description = "Photo diary for the terminal";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      version = builtins.elemAt (builtins.match ".*let current = \"([^\"]+)\".*"
        (builtins.readFile ./Sources/photodiary/ProgramVersion.swift)) 0;
      # What the Swift packages are, as Package.resolved says; Nix fetches them before the build.
      pins = (builtins.fromJSON (builtins.readFile ./Package.resolved)).pins;
      checkout = pin: builtins.fetchGit {
        url = pin.location;
        rev = pin.state.revision;
        allRefs = true;
      };
    in
    {
      packages = forEach (pkgs:
        let
          inherit (pkgs) lib;
          # Loaded while running, where a photo, an import or a text needs them.
          loaded = with pkgs; [ hunspell lcms2 libarchive libheif libjxl libtiff libxml2 libyaml qrencode zxcvbn-c ];
        in
        {
          default =
            assert lib.assertMsg (lib.versionAtLeast pkgs.swift.version "6.1")
              "PhotoDiary needs Swift 6.1 or newer, and these nixpkgs have ${pkgs.swift.version}.";
            pkgs.swiftPackages.stdenv.mkDerivation {
              pname = "photodiary";
              inherit version;
              src = self;
              nativeBuildInputs = with pkgs; [ installShellFiles lld makeWrapper swift swiftpm which ];
              buildInputs = with pkgs; [
                chafa cmark-gfm giflib libjpeg libpng libwebp ncurses openssl stb tomlplusplus
              ] ++ loaded;
              postPatch = ''
                patchShebangs packaging
                mkdir vendor
                ${lib.concatMapStrings (pin: ''
                  cp -r --no-preserve=mode ${checkout pin} vendor/${pin.identity}
                  packaging/use-local-packages.sh ../ vendor/${pin.identity}/Package.swift
                '') pins}
                packaging/use-local-packages.sh vendor/ Package.swift
                rm Package.resolved
              '';
              buildPhase = "HOME=$TMPDIR make HARDENED=1";
              installPhase = ''
                make install PREFIX=$out PROGRAMS=.build/programs
                wrapProgram $out/bin/photodiary \
                  --prefix LD_LIBRARY_PATH : ${lib.makeLibraryPath loaded}
              '';
              meta = {
                description = "Photo diary for the terminal";
                license = lib.licenses.mit;
                mainProgram = "photodiary";
                platforms = systems;
              };
            };
        });
    };
}

// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "PhotoDiary",
  products: [
    .executable(name: "photodiary", targets: ["photodiary"]),
    .executable(name: "photodiary-picture", targets: ["photodiary-picture"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The two programs.
    .executableTarget(
      name: "photodiary",
      dependencies: [
        "DiaryApp", "CursesTerminal", "DiaryStore", "Sync", "Photos", "Places", "Interchange",
        "DiaryKeys", "DiarySettings", "TerminalUI", "Markdown", "DiaryCore", "Localization",
        "System", "CTOML", "CHunspell", "CLoader", "CHEIF", "CTIFF", "CArchive", "CYAML", "CXML",
        "CZxcvbn", "CQRCode",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "photodiary-picture",
      dependencies: [
        "System", "CTurboJPEG", "CWebP", "CPNG", "CGIF", "CTIFF", "CHEIF", "CChafa", "CResize",
        "CSandbox",
      ]),

    // Their rooms, from the top down.
    .target(
      name: "DiaryApp",
      dependencies: [
        "DiarySettings", "DiaryCore", "TerminalUI", "ViEditing", "TextEditing", "Markdown",
        "Localization",
      ]),
    .target(name: "DiarySettings", dependencies: ["DiaryCore", "TerminalUI", "Localization"]),
    .target(name: "CursesTerminal", dependencies: ["TerminalUI", "System", "CNcurses", "CWidth"]),
    .target(
      name: "DiaryStore",
      dependencies: [
        "DiaryKeys", "Age", "DiaryCore", "Localization", "Crypto", "System",
      ]),
    .target(
      name: "Sync",
      dependencies: [
        "DiaryStore", "DiaryKeys", "Age", "DiaryCore", "Localization", "Crypto", "System",
      ]),
    .target(name: "Photos", dependencies: ["DiaryCore", "TerminalUI", "System"]),
    .target(name: "Places", dependencies: ["DiaryCore", "Localization", "System"]),
    .target(
      name: "Interchange",
      dependencies: [
        "Age", "Markdown", "DiaryCore", "Localization", "Crypto", "System", "CArchive", "CYAML",
        "CXML", "CTOML",
      ]),
    .target(name: "Age", dependencies: ["Crypto", "System"]),
    .target(
      name: "DiaryKeys",
      dependencies: ["Age", "DiaryCore", "Localization", "Crypto", "System", "CZxcvbn"]),
    .target(name: "ViEditing", dependencies: ["TerminalUI", "TextEditing"]),
    .target(name: "TerminalUI", dependencies: ["TextEditing"]),
    .target(name: "TextEditing"),
    .target(
      name: "DiaryCore", dependencies: ["Markdown", "TextEditing", "Localization", "System"]),
    .target(name: "Markdown", dependencies: ["System", "CMarkdown"]),
    .target(name: "Localization"),
    .target(name: "Crypto", dependencies: ["System", "CCrypto"]),
    .target(name: "System", dependencies: ["CSystem"]),

    // C libraries, each behind a small module map.
    // From libncurses-dev.
    .target(
      name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    // From libssl-dev.
    .target(name: "CCrypto", linkerSettings: [.linkedLibrary("crypto")]),
    .systemLibrary(
      name: "CMarkdown", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .target(name: "CWidth"),
    .target(name: "CSystem"),
    .target(name: "CTOML"),
    .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CChafa", providers: [.apt(["libchafa-dev"])]),
    .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
    // Loads what is needed too seldom to slow the start.
    .target(name: "CLoader"),
    // Loaded while running, and only for a photo that needs them: apt has libtiff-dev, libheif-dev.
    .target(name: "CTIFF", dependencies: ["CLoader"]),
    .target(name: "CHEIF", dependencies: ["CLoader"]),
    // Loaded while running too, where it is installed: apt has hunspell with a dictionary.
    .target(name: "CHunspell", dependencies: ["CLoader"]),
    // Loaded while running, and only for an archive that is imported: apt has libarchive-dev.
    .target(name: "CArchive", dependencies: ["CLoader"]),
    // The same for YAML: apt has libyaml-dev.
    .target(name: "CYAML", dependencies: ["CLoader"]),
    // And for HTML: apt has libxml2-dev, whose headers lie in a folder of their own.
    .target(
      name: "CXML", dependencies: ["CLoader"],
      cSettings: [.unsafeFlags(["-I/usr/include/libxml2"])]),
    // The same where a passphrase is chosen, if it is there: apt has libzxcvbn-dev.
    .target(name: "CZxcvbn", dependencies: ["CLoader"]),
    // The same where an invitation is shown as a QR code: apt has libqrencode-dev.
    .target(name: "CQRCode", dependencies: ["CLoader"]),
    .target(name: "CSandbox"),
    // From libstb-dev.
    .target(name: "CResize"),

    // Tests.
    .systemLibrary(
      name: "CVTerm", path: "Tests/CVTerm", providers: [.apt(["libvterm-dev"])]),
    .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
    .target(
      name: "TestSupport", dependencies: ["CVTerm", "CSpawn", "DiaryCore", "System"],
      path: "Tests/TestSupport"),
    // A diary that is gone with the program.
    .target(
      name: "MemoryStore",
      dependencies: ["DiaryStore", "DiaryCore", "Crypto", "System"], path: "Tests/MemoryStore"),
    // A remote that is gone with the program.
    .target(name: "MemoryRemote", dependencies: ["Sync", "System"], path: "Tests/MemoryRemote"),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["CursesTerminal", "TerminalUI"],
      path: "Tests/TerminalProbe"),
    .testTarget(
      name: "CursesTerminalTests",
      dependencies: ["CursesTerminal", "TerminalUI", "TestSupport", "TerminalProbe"]),
    .testTarget(name: "MarkdownTests", dependencies: ["Markdown", "TestSupport"]),
    .testTarget(name: "SystemTests", dependencies: ["System", "TestSupport"]),
    .testTarget(name: "CryptoTests", dependencies: ["Crypto", "DiaryCore"]),
    .testTarget(
      name: "AgeTests",
      dependencies: ["Age", "Crypto", "System", "TestSupport", "CPNG"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "DiaryKeysTests",
      dependencies: [
        "DiaryKeys", "Age", "DiaryCore", "Localization", "Crypto", "System", "TestSupport",
        "CZxcvbn",
      ]),
    .testTarget(name: "LocalizationTests", dependencies: ["Localization", "TestSupport"]),
    .testTarget(name: "DiaryCoreTests", dependencies: ["DiaryCore", "TestSupport"]),
    .testTarget(
      name: "TextEditingTests", dependencies: ["TextEditing", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(name: "ViEditingTests", dependencies: ["ViEditing", "TerminalUI", "TextEditing"]),
    .testTarget(
      name: "TerminalUITests", dependencies: ["TerminalUI", "TextEditing", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "DiaryStoreTests",
      dependencies: ["DiaryKeys", "DiaryStore", "MemoryStore", "Crypto", "TestSupport"]),
    .testTarget(
      name: "SyncTests",
      dependencies: [
        "Sync", "MemoryRemote", "DiaryStore", "DiaryCore", "Localization", "Crypto", "System",
        "TestSupport",
      ]),
    .testTarget(
      name: "PhotosTests",
      dependencies: ["Photos", "System", "TestSupport", "CPNG", "photodiary-picture"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "PlacesTests",
      dependencies: ["Places", "DiaryCore", "Localization", "System", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "InterchangeTests",
      dependencies: [
        "Interchange", "Age", "MemoryStore", "DiaryStore", "Crypto", "System", "TestSupport",
      ]),
    .testTarget(
      name: "DiaryAppTests",
      dependencies: [
        "DiaryApp", "DiarySettings", "MemoryStore", "DiaryStore", "TextEditing", "Markdown",
        "TestSupport",
      ],
      exclude: ["Fixtures"]),
    // Sub-commands, run in the process of the tests.
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "photodiary", "photodiary-picture", "TestSupport", "DiaryCore", "System",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "TestSupport", "DiaryApp", "DiaryStore", "TerminalUI", "DiaryCore", "CHunspell",
        "CZxcvbn", "ManualKeys", "photodiary", "photodiary-picture",
      ], exclude: ["Fixtures"]),
    // Writes the key tables into the manual.
    .executableTarget(
      name: "ManualKeys", dependencies: ["DiaryApp", "TerminalUI", "Localization"],
      path: "Tests/ManualKeys"),
    .executableTarget(name: "CallTracer", path: "Tests/CallTracer"),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "TestSupport", "CallTracer", "DiaryCore", "DiaryStore", "photodiary",
        "photodiary-picture",
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "TestSupport", "DiaryApp", "DiaryStore", "TerminalUI", "DiaryCore", "Places", "Age",
        "System",
      ],
      path: "Tests/Benchmarks", exclude: ["append.c", "first-frame.c", "photos.c"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

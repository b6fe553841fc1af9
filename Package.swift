// swift-tools-version: 6.1
import PackageDescription

/// Tests of modules. In a release build, whose sources are as they are shipped, most tests aren't optimized:
/// their code runs once.
func tests(
  _ name: String, of modules: [Target.Dependency], exclude: [String] = [],
  isOptimized: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: ["TestSupport"] + modules, exclude: exclude,
    swiftSettings: isOptimized
      ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))])
}

/// Links Swift's libraries into the programs: they start sooner, and run without a Swift installation. Only
/// the linker gets the option, so that tests are built with the same modules; it then has to be given the
/// libraries that FoundationEssentials is built on, which comes with the argument parser.
let linkedIn: [LinkerSetting] =
  Context.environment["PHOTODIARY_STATIC"] == nil
  ? []
  : [.unsafeFlags(["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"])]

/// The names of the only tests to build, between spaces. `make check FILTER=…` sets it.
let onlyTests = Context.environment["PHOTODIARY_TESTS"]?.split(separator: " ").map(String.init)

/// Optimizes, in debug builds as well, the modules that the others call for every letter and line. Without
/// it `make check` runs half as long again.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

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
        "System", "CTOML", "CHunspell", "CLoader", "CHEIF", "CTIFF", "CLCMS", "CJXL", "CArchive",
        "CYAML", "CXML", "CZxcvbn", "CQRCode",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], linkerSettings: linkedIn),
    .executableTarget(
      name: "photodiary-picture",
      dependencies: [
        "System", "CTurboJPEG", "CWebP", "CPNG", "CGIF", "CTIFF", "CHEIF", "CLCMS", "CJXL",
        "CChafa", "CResize", "CSandbox",
      ], linkerSettings: linkedIn),

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
    .target(name: "Age", dependencies: ["Crypto", "System"], swiftSettings: optimized),
    .target(
      name: "DiaryKeys",
      dependencies: ["Age", "DiaryCore", "Localization", "Crypto", "System", "CZxcvbn"]),
    .target(name: "ViEditing", dependencies: ["TerminalUI", "TextEditing"]),
    .target(name: "TerminalUI", dependencies: ["TextEditing"], swiftSettings: optimized),
    .target(name: "TextEditing", swiftSettings: optimized),
    .target(
      name: "DiaryCore", dependencies: ["Markdown", "TextEditing", "Localization", "System"],
      swiftSettings: optimized),
    .target(name: "Markdown", dependencies: ["System", "CMarkdown"], swiftSettings: optimized),
    .target(name: "Localization", swiftSettings: optimized),
    .target(name: "Crypto", dependencies: ["System", "CCrypto"], swiftSettings: optimized),
    .target(name: "System", dependencies: ["CSystem"], swiftSettings: optimized),

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
    // The same for a photo whose colors aren't sRGB: apt has liblcms2-dev.
    .target(name: "CLCMS", dependencies: ["CLoader"]),
    // And for JPEG XL: apt has libjxl-dev.
    .target(name: "CJXL", dependencies: ["CLoader"]),
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
      name: "TestSupport", dependencies: ["CVTerm", "CSpawn"], path: "Tests/TestSupport"),
    // A diary that is gone with the program.
    .target(
      name: "MemoryStore",
      dependencies: ["DiaryStore", "DiaryCore", "Crypto", "System"], path: "Tests/MemoryStore"),
    // A remote that is gone with the program.
    .target(name: "MemoryRemote", dependencies: ["Sync", "System"], path: "Tests/MemoryRemote"),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["CursesTerminal", "TerminalUI"],
      path: "Tests/TerminalProbe"),
    tests("CursesTerminalTests", of: ["CursesTerminal", "TerminalUI", "TerminalProbe"]),
    tests("MarkdownTests", of: ["Markdown"]),
    tests("SystemTests", of: ["System"]),
    tests("CryptoTests", of: ["Crypto", "DiaryCore"]),
    tests("AgeTests", of: ["Age", "Crypto", "System", "CPNG"], exclude: ["Fixtures"]),
    tests(
      "DiaryKeysTests",
      of: ["DiaryKeys", "Age", "DiaryCore", "Localization", "Crypto", "System", "CZxcvbn"]),
    // They read all sources.
    tests("LocalizationTests", of: ["Localization"], isOptimized: true),
    tests("DiaryCoreTests", of: ["DiaryCore"]),
    tests("TextEditingTests", of: ["TextEditing"], exclude: ["Fixtures"]),
    tests("ViEditingTests", of: ["ViEditing", "TerminalUI", "TextEditing"]),
    tests("TerminalUITests", of: ["TerminalUI", "TextEditing"], exclude: ["Fixtures"]),
    tests("DiaryStoreTests", of: ["DiaryKeys", "DiaryStore", "MemoryStore", "Age", "Crypto"]),
    tests(
      "SyncTests",
      of: [
        "Sync", "MemoryRemote", "DiaryStore", "Age", "DiaryCore", "Localization", "Crypto",
        "System",
      ]),
    tests(
      "PhotosTests", of: ["Photos", "System", "CPNG", "photodiary-picture"], exclude: ["Fixtures"]),
    tests(
      "PlacesTests", of: ["Places", "DiaryCore", "Localization", "System"], exclude: ["Fixtures"]),
    tests(
      "InterchangeTests",
      of: ["Interchange", "Age", "MemoryStore", "DiaryStore", "Crypto", "System"]),
    tests(
      "DiaryAppTests",
      of: ["DiaryApp", "DiarySettings", "MemoryStore", "DiaryStore", "TextEditing", "Markdown"],
      exclude: ["Fixtures"]),
    // Sub-commands, run in the process of the tests.
    tests(
      "CommandTests",
      of: [
        "photodiary", "photodiary-picture", "ManualKeys", "DiaryCore", "Age", "System",
        "CHunspell",
      ]),
    // Writes the key tables into the manual.
    .executableTarget(
      name: "ManualKeys", dependencies: ["DiaryApp", "TerminalUI", "Localization"],
      path: "Tests/ManualKeys"),
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

if let onlyTests {
  package.targets.removeAll { $0.type == .test && !onlyTests.contains($0.name) }
}

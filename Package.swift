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
        "DiaryApp", "CursesTerminal", "Interchange", "Media", "Sync", "DiaryStore", "Crypto",
        "DiaryCore", "TerminalUI", "Text", "System", "CTOML", "CHunspell", "CLoader", "CHEIF",
        "CTIFF", "CLCMS", "CJXL", "CArchive",
        "CYAML", "CXML", "CZxcvbn", "CQRCode",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], linkerSettings: linkedIn),
    .executableTarget(
      name: "photodiary-picture",
      dependencies: [
        "System", "CTurboJPEG", "CWebP", "CPNG", "CGIF", "CTIFF", "CHEIF", "CLCMS", "CJXL",
        "CChafa", "CResize", "CSandbox",
      ], linkerSettings: linkedIn),

    // Their modules, from the top down.
    .target(name: "DiaryApp", dependencies: ["DiaryCore", "TerminalUI", "Text"]),
    .target(name: "CursesTerminal", dependencies: ["TerminalUI", "System", "CNcurses", "CWidth"]),
    .target(
      name: "Interchange",
      dependencies: [
        "Crypto", "DiaryCore", "Text", "System", "CArchive", "CYAML", "CXML", "CTOML",
      ]),
    .target(name: "Media", dependencies: ["DiaryCore", "TerminalUI", "Text", "System"]),
    .target(
      name: "Sync", dependencies: ["DiaryStore", "Crypto", "DiaryCore", "Text", "System"]),
    .target(name: "DiaryStore", dependencies: ["Crypto", "DiaryCore", "Text", "System"]),
    .target(
      name: "Crypto", dependencies: ["DiaryCore", "Text", "System", "CCrypto", "CZxcvbn"],
      swiftSettings: optimized),
    .target(name: "DiaryCore", dependencies: ["Text", "System"], swiftSettings: optimized),
    .target(name: "TerminalUI", dependencies: ["Text", "System"], swiftSettings: optimized),
    .target(
      name: "Text", dependencies: ["System", "CMarkdown", "CData"], swiftSettings: optimized),
    .target(name: "System", dependencies: ["CSystem"], swiftSettings: optimized),

    // Files of data, which are built into the programs.
    .target(
      name: "CData",
      exclude: [
        "demo-en.txt", "demo-ko.txt", "formats", "ko.po", "recovery-words.txt", "ssh", "unicode",
        "web",
      ]),

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
    tests("SystemTests", of: ["System"]),
    // Some of them read all sources.
    tests("TextTests", of: ["Text", "System"], exclude: ["Fixtures"], isOptimized: true),
    tests("TerminalUITests", of: ["TerminalUI", "Text"], exclude: ["Fixtures"]),
    tests("DiaryCoreTests", of: ["DiaryCore"]),
    tests(
      "CryptoTests", of: ["Crypto", "DiaryCore", "Text", "System", "CPNG", "CZxcvbn"],
      exclude: ["Fixtures"]),
    tests("DiaryStoreTests", of: ["DiaryStore", "MemoryStore", "Crypto"]),
    tests(
      "SyncTests",
      of: ["Sync", "MemoryRemote", "DiaryStore", "Crypto", "DiaryCore", "Text", "System"]),
    tests(
      "MediaTests",
      of: ["Media", "DiaryCore", "Text", "System", "CPNG", "photodiary-picture"],
      exclude: ["Fixtures"]),
    tests(
      "InterchangeTests", of: ["Interchange", "MemoryStore", "DiaryStore", "Crypto", "System"]),
    tests("CursesTerminalTests", of: ["CursesTerminal", "TerminalUI", "System", "TerminalProbe"]),
    tests(
      "DiaryAppTests", of: ["DiaryApp", "MemoryStore", "DiaryStore", "Text"],
      exclude: ["Fixtures"]),
    // Sub-commands, run in the process of the tests.
    tests(
      "CommandTests",
      of: [
        "photodiary", "photodiary-picture", "ManualKeys", "DiaryCore", "Crypto", "Text", "System",
        "CHunspell",
      ]),
    // Writes the key tables into the manual.
    .executableTarget(
      name: "ManualKeys", dependencies: ["DiaryApp", "TerminalUI", "Text"],
      path: "Tests/ManualKeys"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "TestSupport", "DiaryApp", "Media", "DiaryStore", "Crypto", "DiaryCore", "TerminalUI",
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

import TestSupport
import Testing

/// `make install` and its like, with the programs that were built for the tests.
@Suite("Installing")
struct InstallTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ target: String, _ variables: String...) throws -> ProgramResult {
    try ProgramResult.run(
      "/usr/bin/env",
      [
        "make", "--no-print-directory", "-C", Checkout.path, target,
        "PROGRAMS=" + BuiltProgram.folder, "DESTDIR=" + folder.path,
      ] + variables)
  }

  @Test func `what is installed runs, and is gone when it is uninstalled`() throws {
    let installed = try make("install", "PREFIX=/usr")
    try #require(installed.status == 0, "\(installed.errorText)")
    let root = folder.path("usr")
    let program = try ProgramResult.run(root + "/bin/photodiary", ["--version", "--verbose"])
    #expect(program.text.contains(root + "/libexec/photodiary/photodiary-picture"))
    #expect(program.text.contains(root + "/share/photodiary/places.bin"))
    for file in [
      "share/man/man1/photodiary.1", "share/man/ko/man1/photodiary.1",
      "share/photodiary/photos/river-fog.jpg", "share/photodiary/places.bin",
      "share/photodiary/map.bin",
      "share/bash-completion/completions/photodiary", "share/zsh/site-functions/_photodiary",
      "share/fish/vendor_completions.d/photodiary.fish",
      "share/applications/photodiary.desktop", "share/icons/hicolor/scalable/apps/photodiary.svg",
      "share/metainfo/local.photodiary.photodiary.metainfo.xml",
    ] {
      #expect(try TemporaryFolder.bytes(of: root + "/" + file).isEmpty == false, "\(file)")
    }

    #expect(try make("uninstall", "PREFIX=/usr").status == 0)
    #expect(try files() == "")
  }

  @Test func `another program's files stay`() throws {
    try #require(try make("install", "PREFIX=/opt/diary").status == 0)
    try folder.write("", to: "opt/diary/libexec/photodiary/other")
    #expect(try make("uninstall", "PREFIX=/opt/diary").status == 0)
    #expect(try files().hasSuffix("/opt/diary/libexec/photodiary/other\n"))
  }

  /// All that isn't a folder.
  private func files() throws -> String {
    try ProgramResult.run("/usr/bin/env", ["find", folder.path, "-not", "-type", "d"]).text
  }

  @Test func `a release is refused while something names another version`() throws {
    let result = try ProgramResult.run(
      Checkout.path("packaging/release.sh"), ["999.0.0", try Checkout.version])
    #expect(result.status == 1)
    for named in [
      "ProgramVersion.swift", "CHANGELOG.md", "photodiary.1", "photodiary.ko.1", "metainfo.xml",
    ] {
      #expect(result.errorText.contains(named), "\(result.errorText)")
    }
    let wrong = try ProgramResult.run(Checkout.path("packaging/release.sh"), ["soon", "1"])
    #expect(wrong.status == 64)
  }

  @Test func `a compiler that is too old is named`() throws {
    try folder.write("#!/bin/sh\necho 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'\n", to: "swift")
    #expect(try ProgramResult.run("/bin/chmod", ["+x", folder.path("swift")]).status == 0)
    let result = try ProgramResult.run(
      Checkout.path("packaging/check-compiler.sh"),
      environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    #expect(result.status == 1)
    #expect(result.errorText.contains("Swift 5.10.1") && result.errorText.contains("too old"))
  }

  @Test func `what the archive for other systems installs is gone when it is uninstalled`() throws {
    let script = try Checkout.text("packaging/portable/install.sh")
    try folder.write(script, to: "archive/install.sh")
    try folder.write("new", to: "archive/bin/photodiary")
    try folder.write("new", to: "archive/libexec/photodiary/photodiary-picture")
    try folder.write("new", to: "archive/share/photodiary/photos/river-fog.jpg")
    try folder.write("old", to: "target/bin/photodiary")
    try folder.write("another's", to: "target/share/other/file")
    let installer = [folder.path("archive/install.sh")]
    let target = folder.path("target")

    let installed = try ProgramResult.run("/bin/sh", installer + [target])
    #expect(installed.status == 0, "\(installed.errorText)")
    #expect(installed.text.contains("\(target)/bin/photodiary"))
    for file in [
      "bin/photodiary", "libexec/photodiary/photodiary-picture",
      "share/photodiary/photos/river-fog.jpg",
    ] {
      #expect(try TemporaryFolder.bytes(of: target + "/" + file) == Array("new".utf8), "\(file)")
    }

    #expect(try ProgramResult.run("/bin/sh", installer + ["--uninstall", target]).status == 0)
    let left = try ProgramResult.run("/usr/bin/env", ["find", target, "-type", "f"])
    #expect(left.text == target + "/share/other/file\n")
    #expect(try ProgramResult.run("/bin/sh", installer + ["--help"]).status == 64)
  }

  @Test func `the sources of packages ask for nothing from the network`() throws {
    try folder.write(try Checkout.text("Package.swift"), to: "Package.swift")
    let manifest = folder.path("Package.swift")
    let result = try ProgramResult.run(
      Checkout.path("packaging/use-local-packages.sh"), ["vendor/", manifest])
    #expect(result.status == 0, "\(result.errorText)")
    let text = String(decoding: try TemporaryFolder.bytes(of: manifest), as: UTF8.self)
    #expect(text.contains(#".package(path: "vendor/swift-argument-parser")"#))
    #expect(!text.contains("url:"))
  }
}

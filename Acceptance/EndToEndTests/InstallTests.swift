import TestSupport
import Testing

/// `make install` and related targets, with the tested programs.
@Suite("Installing") struct InstallTests {
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

  @Test func `installed files run, and are removed by uninstall`() throws {
    let installed = try make("install", "PREFIX=/usr")
    try require(installed.status == 0, "\(installed.errorText)")
    let root = folder.path("usr")
    let program = try ProgramResult.run(root + "/bin/photodiary", ["--version", "--verbose"])
    expectContains(program.text, root + "/libexec/photodiary/photodiary-picture")
    expectContains(program.text, root + "/share/photodiary/places.bin")
    for file in [
      "share/man/man1/photodiary.1", "share/man/ko/man1/photodiary.1",
      "share/photodiary/photos/river-fog.jpg", "share/photodiary/places.bin",
      "share/photodiary/map.bin", "share/bash-completion/completions/photodiary",
      "share/zsh/site-functions/_photodiary", "share/fish/vendor_completions.d/photodiary.fish",
      "share/applications/photodiary.desktop", "share/icons/hicolor/scalable/apps/photodiary.svg",
      "share/metainfo/local.photodiary.photodiary.metainfo.xml",
    ] { try expectEqual(TemporaryFolder.bytes(of: root + "/" + file).isEmpty, false, "\(file)") }

    try expectEqual(make("uninstall", "PREFIX=/usr").status, 0)
    try expectEqual(files(), "")
  }

  @Test func `files of other programs are kept`() throws {
    try require(try make("install", "PREFIX=/opt/diary").status == 0)
    try folder.write("", to: "opt/diary/libexec/photodiary/other")
    try expectEqual(make("uninstall", "PREFIX=/opt/diary").status, 0)
    try expectSuffix(files(), "/opt/diary/libexec/photodiary/other\n")
  }

  /// All files except folders.
  private func files() throws -> String {
    try ProgramResult.run("/usr/bin/env", ["find", folder.path, "-not", "-type", "d"]).text
  }

  @Test func `a release is refused if a file names another version`() throws {
    let result = try ProgramResult.run(
      Checkout.path("packaging/release.sh"), ["999.0.0", try Checkout.version])
    expectEqual(result.status, 1)
    for named in [
      "ProgramVersion.swift", "CHANGELOG.md", "photodiary.1", "photodiary.ko.1", "metainfo.xml",
    ] { expectContains(result.errorText, named, "\(result.errorText)") }
    let wrong = try ProgramResult.run(Checkout.path("packaging/release.sh"), ["soon", "1"])
    expectEqual(wrong.status, 64)
  }

  @Test func `an old compiler is reported`() throws {
    try folder.write("#!/bin/sh\necho 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'\n", to: "swift")
    try expectEqual(ProgramResult.run("/bin/chmod", ["+x", folder.path("swift")]).status, 0)
    let result = try ProgramResult.run(
      Checkout.path("packaging/check-compiler.sh"),
      environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    expectEqual(result.status, 1)
    expectContains(result.errorText, "Swift 5.10.1")
    expectContains(result.errorText, "too old")
  }

  @Test func `files installed from the portable archive are removed by uninstall`() throws {
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
    expectEqual(installed.status, 0, "\(installed.errorText)")
    expectContains(installed.text, "\(target)/bin/photodiary")
    for file in [
      "bin/photodiary", "libexec/photodiary/photodiary-picture",
      "share/photodiary/photos/river-fog.jpg",
    ] {
      try expectEqual(TemporaryFolder.bytes(of: target + "/" + file), Array("new".utf8), "\(file)")
    }

    try expectEqual(ProgramResult.run("/bin/sh", installer + ["--uninstall", target]).status, 0)
    let left = try ProgramResult.run("/usr/bin/env", ["find", target, "-type", "f"])
    expectEqual(left.text, target + "/share/other/file\n")
    try expectEqual(ProgramResult.run("/bin/sh", installer + ["--help"]).status, 64)
  }

  @Test func `package sources don't use the network`() throws {
    try folder.write(try Checkout.text("Package.swift"), to: "Package.swift")
    let manifest = folder.path("Package.swift")
    let result = try ProgramResult.run(
      Checkout.path("packaging/use-local-packages.sh"), ["vendor/", manifest])
    expectEqual(result.status, 0, "\(result.errorText)")
    let text = String(decoding: try TemporaryFolder.bytes(of: manifest), as: UTF8.self)
    expectContains(text, #".package(path: "vendor/swift-argument-parser")"#)
    expectLacks(text, "url:")
  }
}

import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Exports on the command line") struct ExportCommandTests {
  private let home: TestHome
  private static let words = "말 한마디 correct horse"

  init() async throws {
    home = try TestHome()
    try await home.output(
      "add", "Fog on the river", "--content", "A walk\\. 안개\n\n- one", "--date",
      "2026-11-19T07:30:00+09:00", "--photo", Checkout.photo("river-fog.jpg"), "--tag", "산책",
      "--journal", "Travel")
    try await home.output("add", "Second", "--date", "2026-11-18T22:00:00Z")
  }

  @Test func `JSON Lines from list restore the diary with its photos`() async throws {
    let other = try TestHome()
    let lines = try await home("list", "--format", "jsonl").text
    let result = try await other("import", "-", "--format", "jsonl", input: lines)
    expectEqual(result.text, "2 added, 0 already there, 0 refused\n")
    try await expectEqual(other.portableEntries(), home.portableEntries())
    try await expectContains(other("list", "--format", "jsonl").text, "\"asset\":")
    try await expectEqual(
      other("import", "-", input: lines).text, "0 added, 2 already there, 0 refused\n")
    try await other.output("verify")
  }

  @Test func `without a format, an export is Markdown and says so`() async throws {
    let place = home.folder.path("plain")
    try await expectEqual(
      home.output("export", place), "Exported 2 entries and 1 photo to \(place), as Markdown")
    try await expectEqual(
      home.output("export", place, "--format", "markdown"),
      "Exported 2 entries and 1 photo to \(place)")
    try await expectEqual(
      home.inKorean.output("export", place),
      "\(place)에 일기 2개와 사진 1장을 Markdown으로 내보냈습니다.")
  }

  @Test(arguments: ["markdown", "json", "dayone", "jrnl"])
  func `removes positions and serial numbers unless they're kept`(format: String) async throws {
    // The photo has a position and serial numbers written by exiftool.
    let photo = Checkout.path("Tests/MediaTests/Fixtures/located.jpg")
    try await home.output("add", "Located", "--photo", photo)
    for keeps in [false, true] {
      let place = "\(format)-\(keeps)"
      try await home.output(
        ["export", home.folder.path(place), "--format", format] + (keeps ? ["--keep-location"] : [])
      )
      let all = try home.files(in: home.folder.path(place)).flatMap { file in
        try home.folder.read("\(place)/\(file)")
      }
      for secret in ["BODY-4711", "LENS-0815", "GPSLatitude"] {
        expectEqual((all.firstRange(of: Array(secret.utf8)) != nil), keeps, "\(secret)")
      }
      expect(all.firstRange(of: Array("Nikon D1".utf8)) != nil)
    }
  }

  private func sealed(_ format: String) async throws -> String {
    try home.folder.write(Self.words + "\nnot this\n", to: "words")
    let file = home.folder.path("\(format).tar.age")
    let printed = try await home.output(
      "export", home.folder.path(format), "--format", format, "--encrypt",
      "--passphrase-file", home.folder.path("words"))
    expectSuffix(printed, file)
    return file
  }

  /// Opens a file with `age`, which asks a terminal for the words. Returns its output.
  private func open(_ file: String, with words: String, to opened: String) throws -> String {
    let terminal = try PseudoTerminal(
      program: "/usr/bin/age", arguments: ["--decrypt", "--output", opened, file],
      environment: TestEnvironment.with())
    let deadline = Patience.deadline
    func text() -> String { String(decoding: terminal.bytes, as: UTF8.self) }
    while !text().contains("passphrase"), terminal.read(until: deadline) {}
    terminal.write(Array((words + "\r").utf8))
    let end = try require(terminal.waitForEnd(until: deadline))
    return "\(end) \(text())"
  }

  private static let hasAge = access("/usr/bin/age", X_OK) == 0

  @Test(.enabled(if: hasAge, "age isn't installed"), arguments: ["json", "dayone", "markdown"])
  func `age opens an encrypted export with the passphrase`(format: String) async throws {
    let file = try await sealed(format)
    let tar = home.folder.path("opened.tar")
    let wrong = try open(file, with: "other words", to: tar)
    expectNotEqual(access(tar, F_OK), 0, "\(wrong)")
    let answer = try open(file, with: Self.words, to: tar)
    expectEqual(access(tar, R_OK), 0, "\(answer)")
    // Only JSON isn't an archive in an archive, which can't be imported.
    if format == "json" {
      let other = try TestHome()
      try await other.output("import", tar)
      try await expectEqual(other.entries().count, 2)
    }
    let listing = try ProgramResult.run("/usr/bin/tar", ["-tf", tar])
    expectEqual(listing.status, 0, "\(listing.errorText)")
    expectPrefix(listing.text, "\(format)/", "\(listing.errorText)")
  }

  @Test func `an empty or missing passphrase is one line`() async throws {
    let place = home.folder.path("x")
    let export = ["export", place, "--format", "json"]
    let encrypt = export + ["--encrypt", "--passphrase-file"]
    let empty = try home.folder.write("\nsecond\n", to: "empty")
    try await expectContains(home.failure(encrypt + [empty]), "passphrase is empty")
    try await expectContains(home.failure(encrypt + [place]), "Couldn't read")
    try await expectEqual(home.run(export + ["--passphrase-file", "x"]).status, 64)
    try await home.output(encrypt + ["-"], input: Self.words)
    let strong = try home.folder.write(Self.words, to: "strong")
    try await expectContains(home.failure(encrypt + [strong]), "already exists")
  }
}

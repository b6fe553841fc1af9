import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Exports on the command line")
struct ExportCommandTests {
  private let photodiary: TestHome
  private static let words = "말 한마디 correct horse"

  init() async throws {
    photodiary = try TestHome()
    try await photodiary.output(
      "add", "Fog on the river", "--content", "A walk\\. 안개\n\n- one", "--date",
      "2026-11-19T07:30:00+09:00", "--photo", Checkout.photo("river-fog.jpg"), "--tag", "산책",
      "--journal",
      "Travel")
    try await photodiary.output("add", "Second", "--date", "2026-11-18T22:00:00Z")
  }

  /// The entries of a diary without what an import notes, their author, and the machine's paths.
  private func entries(of diary: TestHome) async throws -> [JSONValue] {
    try await diary.entries().map { entry in
      let members = (entry.members ?? []).filter { !["imported", "author"].contains($0.name) }
      return .object(
        members.map { member in
          guard member.name == "photos" else { return member }
          let photos = (member.value.array ?? []).map { photo in
            JSONValue.object((photo.members ?? []).filter { $0.name != "file" })
          }
          return JSONMember("photos", .array(photos))
        })
    }
  }

  @Test func `what list prints as JSONValue Lines gives the same diary again, photos too`()
    async throws
  {
    let other = try TestHome()
    let lines = try await photodiary("list", "--format", "jsonl").text
    let result = try await other("import", "-", "--format", "jsonl", input: lines)
    expectEqual(result.text, "2 added, 0 already there, 0 refused\n")
    try await expectEqual(entries(of: other), entries(of: photodiary))
    try await expectContains(other("list", "--format", "jsonl").text, "\"asset\":")
    try await expectEqual(
      other("import", "-", input: lines).text, "0 added, 2 already there, 0 refused\n")
    try await other.output("verify")
  }

  @Test func `a text for jrnl is one that import knows, and names its photos`() async throws {
    let place = photodiary.folder.path("out")
    try await photodiary.output("export", place, "--format", "jrnl")
    try expectEqual(
      photodiary.folder.text("out/journal.txt"),
      """
      [2026-11-18 22:00] Second

      [2026-11-19 07:30] Fog on the river
      A walk\\. 안개

      - one

      ![](photos/2026-11-19%20river-fog.jpg)

      @산책

      """)
    let other = try TestHome()
    try await expectPrefix(other("import", place + "/journal.txt").text, "2 added,")
    try await expectContains(
      other.failure("import", place + "/journal.txt", "--timeformat", "%Q", status: 64),
      "--timeformat needs a strftime format")
  }

  @Test(arguments: ["markdown", "json", "dayone", "jrnl"])
  func `positions and serial numbers go, unless they are kept`(format: String) async throws {
    // Made by exiftool, with a position and serial numbers.
    let photo = Checkout.path("Tests/PhotosTests/Fixtures/located.jpg")
    try await photodiary.output("add", "Located", "--photo", photo)
    for keeps in [false, true] {
      let place = "\(format)-\(keeps)"
      try await photodiary.output(
        ["export", photodiary.folder.path(place), "--format", format]
          + (keeps ? ["--keep-location"] : []))
      let files = try ProgramResult.run(
        "/usr/bin/find", [photodiary.folder.path(place), "-type", "f"])
      let all = try files.text.split(separator: "\n").flatMap { file in
        try photodiary.folder.read(String(file.dropFirst(photodiary.folder.path.count + 1)))
      }
      for secret in ["BODY-4711", "LENS-0815", "GPSLatitude"] {
        expectEqual((all.firstRange(of: Array(secret.utf8)) != nil), keeps, "\(secret)")
      }
      expect(all.firstRange(of: Array("Nikon D1".utf8)) != nil)
    }
  }

  private func sealed(_ format: String) async throws -> String {
    try photodiary.folder.write(Self.words + "\nnot this\n", to: "words")
    let file = photodiary.folder.path("\(format).tar.age")
    let said = try await photodiary.output(
      "export", photodiary.folder.path(format), "--format", format, "--encrypt",
      "--passphrase-file", photodiary.folder.path("words"))
    expectSuffix(said, file)
    return file
  }

  /// The words of Debian's `age` as it opens a file, which it asks a terminal for.
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
  func `the program age opens what is encrypted, with the passphrase alone`(format: String)
    async throws
  {
    let file = try await sealed(format)
    let tar = photodiary.folder.path("opened.tar")
    let wrong = try open(file, with: "other words", to: tar)
    expectNotEqual(access(tar, F_OK), 0, "\(wrong)")
    let told = try open(file, with: Self.words, to: tar)
    expectEqual(access(tar, R_OK), 0, "\(told)")
    // An archive in an archive isn't looked into.
    if format == "json" {
      let other = try TestHome()
      try await other.output("import", tar)
      try await expectEqual(other.json("list", "--format", "json").array?.count, 2)
    }
    let listing = try ProgramResult.run("/usr/bin/tar", ["-tf", tar])
    expectEqual(listing.status, 0, "\(listing.errorText)")
    expectPrefix(listing.text, "\(format)/", "\(listing.errorText)")
  }

  @Test func `without a terminal or with nothing, it is one line`() async throws {
    let place = photodiary.folder.path("x")
    try photodiary.folder.write("\nsecond\n", to: "empty")
    try await expectContains(
      photodiary.failure(
        "export", place, "--format", "json", "--encrypt", "--passphrase-file",
        photodiary.folder.path("empty")
      ), "passphrase is empty")
    try await expectContains(
      photodiary.failure(
        "export", place, "--format", "json", "--encrypt", "--passphrase-file", place
      ), "Couldn't read")
    try await expectEqual(
      photodiary("export", place, "--format", "json", "--passphrase-file", "x").status, 64)
    let given = try await photodiary(
      "export", place, "--format", "json", "--encrypt", "--passphrase-file", "-", input: "word")
    expectEqual(given.status, 0, "\(given.errorText)")
    try await expectContains(
      photodiary.failure(
        "export", place, "--format", "json", "--encrypt", "--passphrase-file",
        photodiary.folder.path("diary/owner.json")
      ), "already exists")
  }
}

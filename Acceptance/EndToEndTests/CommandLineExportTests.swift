import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("Exports on the command line")
struct CommandLineExportTests {
  private let photodiary: TestHome
  private static let words = "말 한마디 correct horse"

  init() throws {
    photodiary = try TestHome()
    try photodiary.output(
      "add", "Fog on the river", "--content", "A walk\\. 안개\n\n- one", "--date",
      "2026-11-19T07:30:00+09:00", "--photo", Checkout.photo("river-fog.jpg"), "--tag", "산책",
      "--journal",
      "Travel")
    try photodiary.output("add", "Second", "--date", "2026-11-18T22:00:00Z")
  }

  /// The entries of a diary without what an import notes, their author, and the machine's paths.
  private func entries(of diary: TestHome) throws -> [JSON] {
    try diary.entries().map { entry in
      var members = entry.members ?? [:]
      members["imported"] = nil
      members["author"] = nil
      members["photos"] = .array(
        (members["photos"]?.array ?? []).map { photo in
          .object((photo.members ?? [:]).filter { $0.key != "file" })
        })
      return .object(members)
    }
  }

  @Test func `what list prints as JSON Lines gives the same diary again, photos too`() throws {
    let other = try TestHome()
    let lines = try photodiary("list", "--format", "jsonl").text
    let result = try other("import", "-", "--format", "jsonl", input: lines)
    expectEqual(result.text, "2 added, 0 already there, 0 refused\n")
    try expectEqual(entries(of: other), entries(of: photodiary))
    try expectContains(other("list", "--format", "jsonl").text, "\"asset\":")
    try expectEqual(
      other("import", "-", input: lines).text, "0 added, 2 already there, 0 refused\n")
    try other.output("verify")
  }

  @Test func `a zip for Day One comes back whole`() throws {
    let place = photodiary.folder.path("out")
    let said = try photodiary.output("export", place, "--format", "dayone", "--keep-location")
    expectEqual(said, "2 entries and 1 photo in \(place)")
    let other = try TestHome()
    try other.output("import", place + "/dayone.zip")
    try expectEqual(entries(of: other), entries(of: photodiary))
  }

  @Test func `a text for jrnl is one that import knows, and names its photos`() throws {
    let place = photodiary.folder.path("out")
    try photodiary.output("export", place, "--format", "jrnl")
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
    try expectPrefix(other("import", place + "/journal.txt").text, "2 added,")
    try expectContains(
      other.failure("import", place + "/journal.txt", "--timeformat", "%Q", status: 64),
      "--timeformat needs a strftime format")
  }

  @Test(arguments: ["markdown", "json", "dayone", "jrnl"])
  func `positions and serial numbers go, unless they are kept`(format: String) throws {
    // Made by exiftool, with a position and serial numbers.
    let photo = Checkout.path("Tests/PhotosTests/Fixtures/located.jpg")
    try photodiary.output("add", "Located", "--photo", photo)
    for keeps in [false, true] {
      let place = "\(format)-\(keeps)"
      try photodiary.output(
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

  // MARK: Encryption

  private func sealed(_ format: String) throws -> String {
    try photodiary.folder.write(Self.words + "\nnot this\n", to: "words")
    let file = photodiary.folder.path("\(format).tar.age")
    let said = try photodiary.output(
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
  func `the program age opens what is encrypted, with the passphrase alone`(format: String) throws {
    let file = try sealed(format)
    let tar = photodiary.folder.path("opened.tar")
    let wrong = try open(file, with: "other words", to: tar)
    expectNotEqual(access(tar, F_OK), 0, "\(wrong)")
    let told = try open(file, with: Self.words, to: tar)
    expectEqual(access(tar, R_OK), 0, "\(told)")
    // An archive in an archive isn't looked into.
    if format == "json" {
      let other = try TestHome()
      try other.output("import", tar)
      try expectEqual(other.json("list", "--format", "json").array?.count, 2)
    }
    let listing = try ProgramResult.run("/usr/bin/tar", ["-tf", tar])
    expectEqual(listing.status, 0, "\(listing.errorText)")
    expectPrefix(listing.text, "\(format)/", "\(listing.errorText)")
  }

  @Test func `the passphrase is asked for twice, and shown at no time`() throws {
    func export(_ answers: String...) throws -> (status: String, text: String) {
      let terminal = try PseudoTerminal(
        program: BuiltProgram.path("photodiary"),
        arguments: ["export", photodiary.folder.path("asked"), "--format", "jrnl", "--encrypt"],
        environment: TestEnvironment.with([
          "HOME": photodiary.folder.path, "PHOTODIARY_STORE": photodiary.store,
        ]), folder: photodiary.folder.path)
      let deadline = Patience.deadline
      func text() -> String { String(decoding: terminal.bytes, as: UTF8.self) }
      for (answer, question) in zip(answers, ["Passphrase: ", "Repeat passphrase: "]) {
        while !text().contains(question), terminal.read(until: deadline) {}
        terminal.write(Array(answer.utf8))
      }
      let end = try require(terminal.waitForEnd(until: deadline))
      return ("\(end)", text())
    }
    let file = photodiary.folder.path("asked.tar.age")
    let different = try export("one\r", "two\r")
    expectContains(different.text, "The two passphrases differ.")
    let stopped = try export("one\u{3}")
    expectContains(stopped.text, "Stopped. Nothing was changed.")
    expectNotEqual(access(file, F_OK), 0)
    let done = try export("wrong\u{15}말!\u{7F}\r", "말\r")
    expectContains(done.text, "2 entries and 1 photo in ")
    expectEqual(access(file, F_OK), 0)
    for shown in [different, stopped, done] {
      expectLacks(shown.text, "one", "\(shown.text)")
      expectLacks(shown.text, "말", "\(shown.text)")
    }
  }

  @Test func `without a terminal or with nothing, it is one line`() throws {
    let place = photodiary.folder.path("x")
    try photodiary.folder.write("\nsecond\n", to: "empty")
    try expectContains(
      photodiary.failure(
        "export", place, "--format", "json", "--encrypt", "--passphrase-file",
        photodiary.folder.path("empty")
      ), "passphrase is empty")
    try expectContains(
      photodiary.failure(
        "export", place, "--format", "json", "--encrypt", "--passphrase-file", "/nonexistent"
      ), "Couldn't read")
    try expectEqual(
      photodiary("export", place, "--format", "json", "--passphrase-file", "x").status, 64)
    let given = try photodiary(
      "export", place, "--format", "json", "--encrypt", "--passphrase-file", "-", input: "word")
    expectEqual(given.status, 0, "\(given.errorText)")
    try expectContains(
      photodiary.failure(
        "export", place, "--format", "json", "--encrypt", "--passphrase-file",
        photodiary.folder.path("data/photodiary/owner.json")
      ), "already exists")
  }
}

import CZxcvbn
import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Exports on the command line", .timeLimit(.minutes(30)))
struct CommandLineExportTests {
  private let photodiary: CommandLine
  private static let words = "말 한마디 correct horse"

  init() throws {
    photodiary = try CommandLine()
    try photodiary.output(
      "add", "Fog on the river", "--content", "A walk\\. 안개\n\n- one", "--date",
      "2026-11-19T07:30:00+09:00", "--photo", realPath(CommandLine.photo), "--tag", "산책",
      "--journal",
      "Travel")
    try photodiary.output("add", "Second", "--date", "2026-11-18T22:00:00Z")
  }

  private func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Everything of a diary but what an import notes of itself, and whose it is.
  private func entries(of diary: CommandLine) throws -> [String] {
    try diary.json("list", "--format", "json").array?.map { entry in
      let members = (entry.members ?? []).filter { $0.name != "imported" && $0.name != "author" }
        .map { member in
          guard member.name == "photos" else { return member }
          let photos = (member.value.array ?? []).map { photo in
            JSONValue.object((photo.members ?? []).filter { $0.name != "file" })
          }
          return JSONMember("photos", .array(photos))
        }
      return String(decoding: JSONWriter.bytes(.object(members)), as: UTF8.self)
    } ?? []
  }

  @Test func `what list prints as JSON Lines gives the same diary again, photos too`() throws {
    let other = try CommandLine()
    let lines = try photodiary("list", "--format", "jsonl").text
    let result = try other("import", "-", "--format", "jsonl", input: lines)
    #expect(result.text == "2 added, 0 already there, 0 refused\n")
    #expect(try entries(of: other) == entries(of: photodiary))
    #expect(try other("list", "--format", "jsonl").text.contains("\"asset\":"))
    #expect(try other("import", "-", input: lines).text == "0 added, 2 already there, 0 refused\n")
    try other.output("verify")
  }

  @Test func `a zip for Day One comes back whole`() throws {
    let place = photodiary.folder.path("out")
    let said = try photodiary.output("export", place, "--format", "dayone", "--keep-location")
    #expect(said == "2 entries and 1 photo in \(realPath(place))")
    let other = try CommandLine()
    try other.output("import", place + "/dayone.zip")
    #expect(try entries(of: other) == entries(of: photodiary))
  }

  @Test func `a text for jrnl is one that import knows, and names its photos`() throws {
    let place = photodiary.folder.path("out")
    try photodiary.output("export", place, "--format", "jrnl")
    #expect(
      try photodiary.folder.text("out/journal.txt") == """
        [2026-11-18 22:00] Second

        [2026-11-19 07:30] Fog on the river
        A walk\\. 안개

        - one

        ![](photos/2026-11-19%20river-fog.jpg)

        @산책

        """)
    let other = try CommandLine()
    #expect(try other("import", place + "/journal.txt").text.hasPrefix("2 added,"))
    #expect(
      try other.failure("import", place + "/journal.txt", "--timeformat", "%Q", status: 64)
        .contains("--timeformat needs a strftime format"))
  }

  @Test(arguments: ["markdown", "json", "dayone", "jrnl"])
  func `positions and serial numbers go, unless they are kept`(format: String) throws {
    // Made by exiftool, with a position and serial numbers.
    let photo = realPath("Tests/PhotosTests/Fixtures/located.jpg")
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
        #expect((all.firstRange(of: Array(secret.utf8)) != nil) == keeps, "\(secret)")
      }
      #expect(all.firstRange(of: Array("Nikon D1".utf8)) != nil)
    }
  }

  // MARK: Encryption

  private func sealed(_ format: String) throws -> String {
    try photodiary.folder.write(Self.words + "\nnot this\n", to: "words")
    let file = photodiary.folder.path("\(format).tar.age")
    let said = try photodiary.output(
      "export", photodiary.folder.path(format), "--format", format, "--encrypt",
      "--passphrase-file", photodiary.folder.path("words"))
    #expect(said.hasSuffix(file))
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
    let end = try #require(terminal.waitForEnd(until: deadline))
    return "\(end) \(text())"
  }

  private static let hasAge = access("/usr/bin/age", X_OK) == 0

  @Test(.enabled(if: hasAge, "age isn't installed"), arguments: ["json", "dayone", "markdown"])
  func `the program age opens what is encrypted, with the passphrase alone`(format: String) throws {
    let file = try sealed(format)
    let tar = photodiary.folder.path("opened.tar")
    let wrong = try open(file, with: "other words", to: tar)
    #expect(access(tar, F_OK) != 0, "\(wrong)")
    let told = try open(file, with: Self.words, to: tar)
    #expect(access(tar, R_OK) == 0, "\(told)")
    // An archive in an archive isn't looked into.
    if format == "json" {
      let other = try CommandLine()
      try other.output("import", tar)
      #expect(try other.json("list", "--format", "json").array?.count == 2)
    }
    let listing = try ProgramResult.run("/usr/bin/tar", ["-tf", tar])
    #expect(listing.status == 0 && listing.text.hasPrefix("\(format)/"), "\(listing.errorText)")
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
      let end = try #require(terminal.waitForEnd(until: deadline))
      return ("\(end)", text())
    }
    let file = photodiary.folder.path("asked.tar.age")
    let different = try export("one\r", "two\r")
    #expect(different.text.contains("The two passphrases differ."))
    let stopped = try export("one\u{3}")
    #expect(stopped.text.contains("Stopped. Nothing was changed."))
    #expect(access(file, F_OK) != 0)
    let done = try export("wrong\u{15}말!\u{7F}\r", "말\r")
    #expect(done.text.contains("2 entries and 1 photo in "))
    #expect(access(file, F_OK) == 0)
    for shown in [different, stopped, done] {
      #expect(!shown.text.contains("one") && !shown.text.contains("말"), "\(shown.text)")
    }
  }

  @Test func `without a terminal or with nothing, it is one line`() throws {
    let place = photodiary.folder.path("x")
    try photodiary.folder.write("\nsecond\n", to: "empty")
    #expect(
      try photodiary.failure(
        "export", place, "--format", "json", "--encrypt", "--passphrase-file",
        photodiary.folder.path("empty")
      ).contains("passphrase is empty"))
    #expect(
      try photodiary.failure(
        "export", place, "--format", "json", "--encrypt", "--passphrase-file", "/nonexistent"
      ).contains("Couldn't read"))
    #expect(
      try photodiary("export", place, "--format", "json", "--passphrase-file", "x").status == 64)
    let given = try photodiary(
      "export", place, "--format", "json", "--encrypt", "--passphrase-file", "-", input: "word")
    #expect(given.status == 0, "\(given.errorText)")
    if pd_zxcvbn_load() { #expect(given.errorText.contains("weak: whoever has the files")) }
    #expect(
      try photodiary.failure(
        "export", place, "--format", "json", "--encrypt", "--passphrase-file",
        photodiary.folder.path("diary/owner.json")
      ).contains("already exists"))
  }
}

import DiaryCore
import Glibc
import System
import TestSupport
import Testing

@Suite("Importing other diaries on the command line") struct ImportCommandTests {
  private let home: TestHome
  private var export: String { home.folder.path("export") }

  init() async throws {
    home = try TestHome()
    try home.folder.write(
      try DatedPhoto.bytes("2024:05:03 12:00:00", offset: nil, mark: 1),
      to: "export/photos/AB.JPEG")
    try await write("Two words\\.")
  }

  private func write(_ text: String) async throws {
    let id = String(repeating: "1", count: 32)
    try home.folder.write(
      #"""
      {"metadata":{},"entries":[{"uuid":"\#(id)","creationDate":"2024-05-03T01:00:00Z",
      "modifiedDate":"2024-05-03T01:00:00Z","timeZone":"Asia/Seoul",
      "text":"\#(text.replacing("\\", with: "\\\\"))\n\n![](dayone-moment://ab)",
      "photos":[{"identifier":"AB","md5":"00"}],"audios":[{"md5":"ff","format":"aac"}]}]}
      """#, to: "export/Reise.json")
  }

  @Test func `imports an export once, and reports a missing attachment`() async throws {
    let report = home.folder.path("report.txt")
    let dry = try await home("import", export, "--dry-run", "--report", report)
    expectSuffix(dry.text, "Reise: 1 entry\n1 added, 0 already there, 0 refused; 1 photo\n")
    try expectEqual(
      home.folder.text("report.txt"),
      "Reise.json, entry 1 of 2024-05-03: its attachment ff.aac is missing\n")
    expectNotEqual(access(home.store, F_OK), 0)

    try await expectEqual(
      home.output("import", export), "1 added, 0 already there, 0 refused; 1 photo")
    let entry = try require(try await home.entries().first)
    expectEqual(entry["date"]?.string, "2024-05-03T10:00:00+09:00")
    expectEqual(entry["journal"]?.string, "Reise")
    expectEqual(entry["content"]?.string?.hasPrefix("Two words.\n\n![](photo:"), true)

    try await expectEqual(
      home.output("import", export), "0 added, 1 already there, 0 refused; 0 photos")
    try await write("Three words now\\.")
    try await expectEqual(
      home.output("import", export, "--update"),
      "0 added, 1 updated, 0 already there, 0 refused; 1 photo")
    try await home.output("verify")
  }

  @Test func `imports files whose names aren't UTF-8`() async throws {
    // 바다.jpg and 산책.md in CP949, as Korean Windows encodes them.
    let photo = String(systemPath: [0xB9, 0xD9, 0xB4, 0xD9] + Array(".jpg".utf8))
    let note = String(
      systemPath: Array("2024-05-03 ".utf8) + [0xBB, 0xEA, 0xC3, 0xA5] + Array(".md".utf8))
    let folder = home.folder.path("notes")
    let text = try home.folder.write("걸었다.\n\n![](바다.jpg)\n", to: "notes/new")
    try FileSystem.rename(text, to: Path.join(folder, note))
    try FileSystem.rename(
      Path.join(export, "photos/AB.JPEG"), to: Path.join(folder, photo))
    try await expectEqual(
      home.output("import", folder), "1 added, 0 already there, 0 refused; 1 photo")
    let entry = try require(try await home.entries().first)
    expectEqual(entry["title"]?.string, "산책")
    expectEqual(entry["photos"]?.array?.first?["name"]?.string, "바다.jpg")
    try await expectEqual(
      home.output("import", folder), "0 added, 1 already there, 0 refused; 0 photos")
    // The name is accepted as an argument, but not as text.
    let id = try await home.output("add", "--photo", Path.join(folder, photo), "again")
    try await expectEqual(home.entry(id)["photos"]?.array?.count, 1)
    let refused = try await home("add", photo)
    expectEqual(refused.status, 64)
    expectContains(refused.errorText, "isn't UTF-8 text at byte 0")
  }

  @Test func `reports unreadable input in one line`() async throws {
    let text = try home.folder.write("Dear diary", to: "diary.txt")
    let archive = try home.folder.write([0x50, 0x4B, 0x03, 0x04, 0, 0], to: "cut.zip")
    let cases: [([String], Int, String)] = [
      ([text], 1, "isn't in a format that can be imported"),
      ([archive], 1, "it's damaged or incomplete"),
      ([text, "--format", "dayone"], 1, "isn't dayone"), ([export + "/none"], 1, "not found"),
      (["-", "--format", "dayone"], 64, "Standard input must be JSON"),
      ([export, "--gap", "3"], 64, "--gap, --places and --json are for photos"),
      ([export, "--timeformat", "%Q"], 64, "--timeformat needs a strftime format"),
      ([export, "--report", export + "/none/r"], 1, "Couldn't write the report"),
    ]
    for (arguments, status, words) in cases {
      let result = try await home.run(["import"] + arguments, input: [])
      expectEqual(result.status, status, "\(result.errorText)")
      expectContains(result.errorText, words, "\(result.errorText)")
      expectAtMost(result.errorText.split(separator: "\n").count, 2)
    }
  }

  @Test func `undoes an import, except entries changed since`() async throws {
    try await home.output("add", "Mine")
    try await home.output("import", export)
    try await expectEqual(
      home.output("import", "--undo"), "1 entry moved to the trash, 0 restored")
    try await expectEqual(home.entries().count, 1)
    try await expectEqual(home.json("trash").array?.count, 1)
    try await expectContains(home.failure("import", "--undo"), "no import to undo")

    let id = try require(try await home.json("trash").array?.first?["id"]?.string)
    try await home.output("restore", id)
    let lines = (0..<3).map { "{\"date\":\"2024-01-0\($0 + 1)\",\"title\":\"t\($0)\"}" }
    let file = try home.folder.write(lines.joined(separator: "\n"), to: "own.jsonl")
    try await home.output("import", file)
    let third = try require(
      try await home.json("list", "--search", "t2").array?.first?["id"]?.string)
    try await home.output("edit", third, "--title", "t2 and more")
    let undone = try await home("import", "--undo")
    expectEqual(undone.text, "2 entries moved to the trash, 0 restored\n")
    expectContains(undone.errorText, "Kept, because changed or deleted since the import: 1 entry.")
    try await expectContains(home.failure("import", export, "--undo", status: 64), "a file")
    try await home.output("verify")
  }
}

@Suite("Importing JSON into another diary on the command line") struct JSONImportCommandTests {
  private let home: TestHome
  private let other: String

  init() async throws {
    home = try TestHome()
    other = home.folder.path("other")
  }

  private func lines() async throws -> String { try await home.output("list", "--format", "jsonl") }

  @discardableResult private func load(_ options: String..., input: String) async throws
    -> ProgramResult
  { try await home.run(["--store", other, "import", "-"] + options, input: Array(input.utf8)) }

  @Test func `counts entries changed since, and updates them on request`() async throws {
    for number in 0..<8 { try await home.output("add", "첫눈 \(number)") }
    try await expectEqual(load(input: lines()).text, "8 added, 0 already there, 0 refused\n")
    for entry in try await home.entries() {
      try await home.output("edit", entry["id"]?.string ?? "", "--tag", "눈")
    }
    let again = try await load(input: lines())
    expectEqual(again.text, "0 added, 8 already there, 0 refused\n")
    let notes = again.errorText.split(separator: "\n")
    expectEqual(notes.count, 6)
    expect(
      notes.first?.hasPrefix("photodiary: standard input, line 1: the original changed") ?? false)
    expectEqual(notes.last, "photodiary: 3 more like this. Use --report FILE to list them all.")

    let report = home.folder.path("report.txt")
    try await load("--report", report, input: lines())
    try expectEqual(home.folder.text("report.txt").split(separator: "\n").count, 8)

    let dry = try await load("--update", "--dry-run", input: lines())
    expectSuffix(dry.text, "0 added, 8 updated, 0 already there, 0 refused\n")
    try await expectEqual(
      load("--update", input: lines()).text, "0 added, 8 updated, 0 already there, 0 refused\n")
    try await expectEqual(home.json("--store", other, "list"), home.json("list"))
    try await home.output("--store", other, "import", "--undo")
    try await expect(
      home.output("--store", other, "list", "--tag", "눈", "--format", "jsonl").isEmpty)
    try await home.output("--store", other, "verify")
  }

  @Test func `an undone import can be repeated`() async throws {
    try await home.output("add", "첫눈", "--date", "2024-05-03")
    try await home.output("add", "둘째", "--date", "2024-05-04")
    let first = try await lines()
    try await load(input: first)
    let titles = { try await home.output("--store", other, "list", "--format", "json") }
    let before = try await titles()
    try await expectPrefix(home.output("--store", other, "import", "--undo"), "2 entries moved")
    try await expectEqual(load(input: first).text, "2 added, 0 already there, 0 refused\n")
    try await expectContains(titles(), "첫눈")
    expectContains(before, "첫눈")

    // An undone update can be repeated too.
    let id = try await home.entries().first?["id"]?.string ?? ""
    try await home.output("edit", id, "--title", "둘째, later")
    let second = try await lines()
    try await expectPrefix(load("--update", input: second).text, "0 added, 1 updated")
    try await home.output("--store", other, "import", "--undo")
    try await expectLacks(titles(), "둘째, later")
    try await expectContains(
      load(input: second).errorText, "the original changed after it was imported")
    try await expectPrefix(load("--update", input: second).text, "0 added, 1 updated")
    try await expectContains(titles(), "둘째, later")
  }

  @Test func `reports others' entries, and makes them the user's on request`() async throws {
    try await home.output("add", "첫눈")
    let imported = try await load(input: lines())
    expectEqual(imported.status, 0)
    expectContains(imported.errorText, "--mine to make it yours")
    let id = try await home.entries().first?["id"]?.string ?? ""
    try await expectContains(home.failure("--store", other, "edit", id, "--title", "x"), "author")

    let own = home.folder.path("own")
    let mine = try await home("--store", own, "import", "-", "--mine", input: try await lines())
    expectEqual(mine.status, 0)
    expectLacks(mine.errorText, "--mine")
    try await home.output("--store", own, "edit", id, "--title", "x")
    try await home.output("--store", own, "delete", id)
    let again = try await home("--store", own, "import", "-", "--mine", input: try await lines())
    expectEqual(again.text, "0 added, 1 already there, 0 refused\n")
    expectContains(again.errorText, "1 entry is in the trash here")
  }

  @Test func `updates entries that were made the user's`() async throws {
    try await home.output("add", "첫눈")
    try await load("--mine", input: lines())
    let id = try await home.entries().first?["id"]?.string ?? ""
    try await home.output("edit", id, "--title", "첫눈, there")
    let updated = try await load("--update", input: lines())
    expectEqual(updated.text, "0 added, 1 updated, 0 already there, 0 refused\n")
    // The update doesn't change the author back.
    try await home.output("--store", other, "edit", id, "--title", "x")
    try await home.output("edit", id, "--title", "첫눈, later")
    let kept = try await load("--update", input: lines())
    expectContains(kept.errorText, "changed both in the original and here")
  }

  @Test func `reports the first five of similar notes`() async throws {
    let rows = (0..<9).map { $0 % 3 == 0 ? "{\"date\":\"x\($0)\"}\n" : "{}\n" }.joined()
    let result = try await home("import", "-", input: rows + "[\n{}\n{}\n")
    let notes = result.errorText.split(separator: "\n").map { $0.dropFirst("photodiary: ".count) }
    expectEqual(notes.count, 10)
    try expectEqual(notes.at(7), "standard input, line 8: refused, it has no date")
    try expectEqual(notes.at(8), "3 more like this. Use --report FILE to list them all.")
  }

  @Test func `a report can't replace the imported file, and backs up an old report`() async throws {
    let file = try home.folder.write("{\"title\":\"no date\"}\n".utf8, to: "in/a.jsonl")
    try await expectContains(home.failure("import", file, "--report", file), "part of the import")
    try expectEqual(home.folder.text("in/a.jsonl"), "{\"title\":\"no date\"}\n")
    let report = try home.folder.write("mine".utf8, to: "report.txt")
    try await expectEqual(home("import", file, "--report", report).status, 1)
    try expectEqual(home.folder.text("report.txt"), "a.jsonl, line 1: refused, it has no date\n")
    try expectEqual(home.folder.text("report.txt~"), "mine")
  }

  @Test func `counts are shown even if the report can't be written`() async throws {
    let result = try await home(
      "import", "-", "--report", "/dev/full",
      input: "{\"date\":\"2024-05-03\",\"title\":\"a\"}\n{}\n")
    expectEqual(result.status, 1)
    expectEqual(result.text, "1 added, 0 already there, 1 refused\n")
    expectContains(result.errorText, "Couldn't write the report /dev/full")
  }

  @Test func `rejects a second, different entry with the same ID`() async throws {
    let id = String(repeating: "a", count: 32)
    let result = try await home(
      "import", "-",
      input: """
        {"id":"\(id)","date":"2024-05-03","title":"a"}
        {"id":"\(id)","date":"2024-05-03","title":"b"}
        {"id":"\(id)","date":"2024-05-03","title":"a"}
        """)
    expectEqual(result.text, "1 added, 1 already there, 1 refused\n")
    expectContains(result.errorText, "line 2: refused, another entry there has the same id")
  }
}

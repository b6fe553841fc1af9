import DiaryCore
import TestSupport
import Testing

@Suite("Importing JSON into another diary, on the command line")
struct JSONImportCommandTests {
  private let home: TestHome
  private let other: String

  init() async throws {
    home = try TestHome()
    other = home.folder.path("other")
  }

  private func lines() async throws -> String {
    try await home.output("list", "--format", "jsonl")
  }

  /// Imports JSON Lines into the other diary.
  @discardableResult
  private func bring(_ options: String..., input: String) async throws -> ProgramResult {
    try await home.run(["--store", other, "import", "-"] + options, input: Array(input.utf8))
  }

  @Test func `counts entries changed since, and updates them on request`() async throws {
    for number in 0..<8 { try await home.output("add", "첫눈 \(number)") }
    try await expectEqual(bring(input: lines()).text, "8 added, 0 already there, 0 refused\n")
    for entry in try await home.entries() {
      try await home.output("edit", entry["id"]?.string ?? "", "--tag", "눈")
    }
    let again = try await bring(input: lines())
    expectEqual(again.text, "0 added, 8 already there, 0 refused\n")
    let told = again.errorText.split(separator: "\n")
    expectEqual(told.count, 6)
    expect(told.first?.hasPrefix("photodiary: standard input, line 1: changed there") ?? false)
    expectEqual(told.last, "photodiary: 3 more like this. Use --report FILE to list them all.")

    let report = home.folder.path("report.txt")
    try await bring("--report", report, input: lines())
    try expectEqual(home.folder.text("report.txt").split(separator: "\n").count, 8)

    let dry = try await bring("--update", "--dry-run", input: lines())
    expectSuffix(dry.text, "0 added, 8 updated, 0 already there, 0 refused\n")
    try await expectEqual(
      bring("--update", input: lines()).text, "0 added, 8 updated, 0 already there, 0 refused\n")
    try await expectEqual(
      home.json("--store", other, "list", "--format", "json"),
      home.json("list", "--format", "json"))
    try await home.output("--store", other, "import", "--undo")
    try await expect(
      home.output("--store", other, "list", "--tag", "눈", "--format", "jsonl").isEmpty)
    try await home.output("--store", other, "verify")
  }

  @Test func `an undone import can be repeated`() async throws {
    try await home.output("add", "첫눈", "--date", "2024-05-03")
    try await home.output("add", "둘째", "--date", "2024-05-04")
    let first = try await lines()
    try await bring(input: first)
    let titles = { try await home.output("--store", other, "list", "--format", "json") }
    let before = try await titles()
    try await expectPrefix(home.output("--store", other, "import", "--undo"), "2 entries moved")
    try await expectEqual(bring(input: first).text, "2 added, 0 already there, 0 refused\n")
    try await expectContains(titles(), "첫눈")
    expectContains(before, "첫눈")

    // An update that was taken back comes again, too.
    let id = try await home.entries().first?["id"]?.string ?? ""
    try await home.output("edit", id, "--title", "둘째, later")
    let second = try await lines()
    try await expectPrefix(bring("--update", input: second).text, "0 added, 1 updated")
    try await home.output("--store", other, "import", "--undo")
    try await expectLacks(titles(), "둘째, later")
    try await expectContains(bring(input: second).errorText, "changed there since it was imported")
    try await expectPrefix(bring("--update", input: second).text, "0 added, 1 updated")
    try await expectContains(titles(), "둘째, later")
  }

  @Test func `reports entries of other authors, and makes them the user's on request`() async throws
  {
    try await home.output("add", "첫눈")
    let came = try await bring(input: lines())
    expectEqual(came.status, 0)
    expectContains(came.errorText, "--mine to make them yours")
    let id = try await home.entries().first?["id"]?.string ?? ""
    try await expectContains(home.failure("--store", other, "edit", id, "--title", "x"), "author")

    let own = home.folder.path("own")
    let mine = try await home("--store", own, "import", "-", "--mine", input: try await lines())
    expectEqual(mine.status, 0)
    expectLacks(mine.errorText, "--mine")
    try await home.output("--store", own, "edit", id, "--title", "x")
    // In the trash by a person's own will, it stays there.
    try await home.output("--store", own, "delete", id)
    let again = try await home("--store", own, "import", "-", "--mine", input: try await lines())
    expectEqual(again.text, "0 added, 1 already there, 0 refused\n")
    expectContains(again.errorText, "1 entry is in the trash here")
  }

  @Test func `updates entries that were made the user's`() async throws {
    try await home.output("add", "첫눈")
    try await bring("--mine", input: lines())
    let id = try await home.entries().first?["id"]?.string ?? ""
    try await home.output("edit", id, "--title", "첫눈, there")
    let updated = try await bring("--update", input: lines())
    expectEqual(updated.text, "0 added, 1 updated, 0 already there, 0 refused\n")
    // It is still one's own.
    try await home.output("--store", other, "edit", id, "--title", "x")
    try await home.output("edit", id, "--title", "첫눈, later")
    let kept = try await bring("--update", input: lines())
    expectContains(kept.errorText, "changed both there and here")
  }

  @Test func `reports the first five of similar notes`() async throws {
    let rows = (0..<9).map { $0 % 3 == 0 ? "{\"date\":\"x\($0)\"}\n" : "{}\n" }.joined()
    let result = try await home("import", "-", input: rows + "[\n{}\n{}\n")
    let told = result.errorText.split(separator: "\n").map { $0.dropFirst("photodiary: ".count) }
    expectEqual(told.count, 10)
    try expectEqual(told.at(7), "standard input, line 8: refused, it has no date")
    try expectEqual(told.at(8), "3 more like this. Use --report FILE to list them all.")
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

  @Test func `rejects an entry with an invalid photo, and keeps none of its photos`() async throws {
    try home.folder.write("text".utf8, to: "n.jpg")
    try home.folder.write(
      try DatedPhoto.bytes("2024:05:03 10:15:00", offset: "+09:00"), to: "p.jpg")
    let file = try home.folder.write(
      """
      {"date":"2024-05-03","title":"a","photos":["p.jpg","n.jpg"]}
      {"date":"2024-05-04","title":"b","photos":["gone.jpg"]}
      {"date":"2024-05-05","title":"c"}
      """.utf8, to: "in.jsonl")
    let result = try await home("import", file)
    expectEqual(result.status, 1)
    expectEqual(result.text, "1 added, 0 already there, 2 refused\n")
    expectContains(result.errorText, "in.jsonl, line 1: refused, ")
    expectContains(result.errorText, "in.jsonl, line 2: refused, ")
    try await expectEqual(home.json("status", "--format", "json")["photos"]?.integer, 0)
  }
}

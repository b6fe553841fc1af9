import DiaryCore
import TestSupport
import Testing

@Suite("Our own JSONValue into another diary, on the command line")
struct JSONImportCommandTests {
  private let photodiary: TestHome
  private let other: String

  init() async throws {
    photodiary = try TestHome()
    other = photodiary.folder.path("other")
  }

  private func lines() async throws -> String {
    try await photodiary.output("list", "--format", "jsonl")
  }

  @Test func `what was changed since is counted, and brought when asked`() async throws {
    for number in 0..<8 { try await photodiary.output("add", "첫눈 \(number)") }
    try await expectEqual(
      photodiary.output("--store", other, "import", "-", input: try await lines()),
      "8 added, 0 already there, 0 refused")
    for entry in try await photodiary.json("list", "--format", "json").array ?? [] {
      try await photodiary.output("edit", entry["id"]?.string ?? "", "--tag", "눈")
    }
    let again = try await photodiary("--store", other, "import", "-", input: try await lines())
    expectEqual(again.text, "0 added, 8 already there, 0 refused\n")
    let told = again.errorText.split(separator: "\n")
    expectEqual(told.count, 6)
    expect(told.first?.hasPrefix("photodiary: standard input, line 1: changed there") ?? false)
    expectEqual(told.last, "photodiary: 3 more like this. Use --report FILE to list them all.")

    let report = photodiary.folder.path("report.txt")
    try await photodiary.output(
      "--store", other, "import", "-", "--report", report, input: try await lines())
    try expectEqual(photodiary.folder.text("report.txt").split(separator: "\n").count, 8)

    let dry = try await photodiary(
      "--store", other, "import", "-", "--update", "--dry-run", input: try await lines())
    expectSuffix(dry.text, "0 added, 8 updated, 0 already there, 0 refused\n")
    try await expectEqual(
      photodiary.output("--store", other, "import", "-", "--update", input: try await lines()),
      "0 added, 8 updated, 0 already there, 0 refused")
    try await expectEqual(
      photodiary.json("--store", other, "list", "--format", "json"),
      photodiary.json("list", "--format", "json"))
    try await photodiary.output("--store", other, "import", "--undo")
    try await expect(
      photodiary.output("--store", other, "list", "--tag", "눈", "--format", "jsonl").isEmpty)
    try await photodiary.output("--store", other, "verify")
  }

  @Test func `what was taken back can be brought again, and what was deleted can't`() async throws {
    try await photodiary.output("add", "첫눈", "--date", "2024-05-03")
    try await photodiary.output("add", "둘째", "--date", "2024-05-04")
    let first = try await lines()
    func bring(_ options: String..., input: String) async throws -> ProgramResult {
      try await photodiary.run(
        ["--store", other, "import", "-"] + options, input: Array(input.utf8))
    }
    _ = try await bring(input: first)
    let titles = { try await photodiary.output("--store", other, "list", "--format", "json") }
    let before = try await titles()
    try await expectPrefix(
      photodiary.output("--store", other, "import", "--undo"), "2 entries moved")
    try await expectEqual(bring(input: first).text, "2 added, 0 already there, 0 refused\n")
    try await expectContains(titles(), "첫눈")
    expectContains(before, "첫눈")

    // An update that was taken back comes again, too.
    let id = try await photodiary.json("list", "--format", "json").array?.first?["id"]?.string ?? ""
    try await photodiary.output("edit", id, "--title", "둘째, later")
    let second = try await lines()
    try await expectPrefix(bring("--update", input: second).text, "0 added, 1 updated")
    try await photodiary.output("--store", other, "import", "--undo")
    try await expectLacks(titles(), "둘째, later")
    let told = try await bring(input: second)
    expectContains(told.errorText, "changed there since it was imported")
    try await expectPrefix(bring("--update", input: second).text, "0 added, 1 updated")
    try await expectContains(titles(), "둘째, later")
  }

  @Test func `what others wrote is told of, and becomes one's own when asked`() async throws {
    try await photodiary.output("add", "첫눈")
    let came = try await photodiary("--store", other, "import", "-", input: try await lines())
    expectEqual(came.status, 0)
    expectContains(came.errorText, "--mine to make them yours")
    let id = try await photodiary.json("list", "--format", "json").array?.first?["id"]?.string ?? ""
    try await expectContains(
      photodiary.failure("--store", other, "edit", id, "--title", "x"), "author")

    let own = photodiary.folder.path("own")
    let mine = try await photodiary(
      "--store", own, "import", "-", "--mine", input: try await lines())
    expectEqual(mine.status, 0)
    expectLacks(mine.errorText, "--mine")
    try await photodiary.output("--store", own, "edit", id, "--title", "x")
    // In the trash by a person's own will, it stays there.
    try await photodiary.output("--store", own, "delete", id)
    let again = try await photodiary(
      "--store", own, "import", "-", "--mine", input: try await lines())
    expectEqual(again.text, "0 added, 1 already there, 0 refused\n")
    expectContains(again.errorText, "1 entry is in the trash here")
  }

  @Test func `what was made one's own is updated as one's own`() async throws {
    try await photodiary.output("add", "첫눈")
    try await photodiary.output("--store", other, "import", "-", "--mine", input: try await lines())
    let id = try await photodiary.json("list", "--format", "json").array?.first?["id"]?.string ?? ""
    try await photodiary.output("edit", id, "--title", "첫눈, there")
    let updated = try await photodiary(
      "--store", other, "import", "-", "--update", input: try await lines())
    expectEqual(updated.text, "0 added, 1 updated, 0 already there, 0 refused\n")
    // It is still one's own.
    try await photodiary.output("--store", other, "edit", id, "--title", "x")
    try await photodiary.output("edit", id, "--title", "첫눈, later")
    let kept = try await photodiary(
      "--store", other, "import", "-", "--update", input: try await lines())
    expectContains(kept.errorText, "changed both there and here")
  }

  @Test func `of notes alike the first five are told, whatever they are about`() async throws {
    let rows = (0..<9).map { $0 % 3 == 0 ? "{\"date\":\"x\($0)\"}\n" : "{}\n" }.joined()
    let result = try await photodiary("import", "-", input: rows + "[\n{}\n{}\n")
    let told = result.errorText.split(separator: "\n").map { $0.dropFirst("photodiary: ".count) }
    expectEqual(told.count, 10)
    try expectEqual(told.at(7), "standard input, line 8: refused, it has no date")
    try expectEqual(told.at(8), "3 more like this. Use --report FILE to list them all.")
  }

  @Test func `a report never takes the place of what is imported, and keeps what stood there`()
    async throws
  {
    let file = try photodiary.folder.write("{\"title\":\"no date\"}\n".utf8, to: "in/a.jsonl")
    try await expectContains(
      photodiary.failure("import", file, "--report", file), "part of the import")
    try expectEqual(photodiary.folder.text("in/a.jsonl"), "{\"title\":\"no date\"}\n")
    let report = try photodiary.folder.write("mine".utf8, to: "report.txt")
    try await expectEqual(photodiary("import", file, "--report", report).status, 1)
    try expectEqual(
      photodiary.folder.text("report.txt"), "a.jsonl, line 1: refused, it has no date\n")
    try expectEqual(photodiary.folder.text("report.txt~"), "mine")
  }

  @Test func `a report that can't be written hides nothing of what came`() async throws {
    let result = try await photodiary(
      "import", "-", "--report", "/dev/full",
      input: "{\"date\":\"2024-05-03\",\"title\":\"a\"}\n{}\n")
    expectEqual(result.status, 1)
    expectEqual(result.text, "1 added, 0 already there, 1 refused\n")
    expectContains(result.errorText, "Couldn't write the report /dev/full")
  }

  @Test func `two entries of one id that say different things are told apart`() async throws {
    let id = String(repeating: "a", count: 32)
    let result = try await photodiary(
      "import", "-",
      input: """
        {"id":"\(id)","date":"2024-05-03","title":"a"}
        {"id":"\(id)","date":"2024-05-03","title":"b"}
        {"id":"\(id)","date":"2024-05-03","title":"a"}
        """)
    expectEqual(result.text, "1 added, 1 already there, 1 refused\n")
    expectContains(result.errorText, "line 2: refused, another entry there has the same id")
  }

  @Test func `an entry whose photo is none is refused, and leaves nothing`() async throws {
    try photodiary.folder.write("text".utf8, to: "n.jpg")
    let photo = try photodiary.folder.write(
      try DatedPhoto.bytes("2024:05:03 10:15:00", offset: "+09:00"), to: "p.jpg")
    let file = try photodiary.folder.write(
      """
      {"date":"2024-05-03","title":"a","photos":["p.jpg","n.jpg"]}
      {"date":"2024-05-04","title":"b","photos":["gone.jpg"]}
      {"date":"2024-05-05","title":"c"}
      """.utf8, to: "in.jsonl")
    let result = try await photodiary("import", file)
    expectEqual(result.status, 1)
    expectEqual(result.text, "1 added, 0 already there, 2 refused\n")
    expectContains(result.errorText, "in.jsonl, line 1: refused, ")
    expectContains(result.errorText, "in.jsonl, line 2: refused, ")
    try await expectEqual(photodiary.json("status", "--format", "json")["photos"]?.integer, 0)
    _ = photo
  }
}

import AcceptanceSupport
import TestSupport
import Testing

@Suite("Our own JSON into another diary, on the command line")
struct CommandLineJSONImportTests {
  private let photodiary: TestHome
  private let other: String

  init() throws {
    photodiary = try TestHome()
    other = photodiary.folder.path("other")
  }

  private func lines() throws -> String { try photodiary.output("list", "--format", "jsonl") }

  @Test func `what was changed since is counted, and brought when asked`() throws {
    for number in 0..<8 { try photodiary.output("add", "첫눈 \(number)") }
    try expectEqual(
      photodiary.output("--store", other, "import", "-", input: try lines()),
      "8 added, 0 already there, 0 refused")
    for entry in try photodiary.json("list", "--format", "json").array ?? [] {
      try photodiary.output("edit", entry["id"]?.string ?? "", "--tag", "눈")
    }
    let again = try photodiary("--store", other, "import", "-", input: try lines())
    expectEqual(again.text, "0 added, 8 already there, 0 refused\n")
    let told = again.errorText.split(separator: "\n")
    expectEqual(told.count, 6)
    expect(told.first?.hasPrefix("photodiary: standard input, line 1: changed there") ?? false)
    expectEqual(told.last, "photodiary: 3 more like this. Use --report FILE to list them all.")

    let report = photodiary.folder.path("report.txt")
    try photodiary.output("--store", other, "import", "-", "--report", report, input: try lines())
    try expectEqual(photodiary.folder.text("report.txt").split(separator: "\n").count, 8)

    let dry = try photodiary(
      "--store", other, "import", "-", "--update", "--dry-run", input: try lines())
    expectSuffix(dry.text, "0 added, 8 updated, 0 already there, 0 refused\n")
    try expectEqual(
      photodiary.output("--store", other, "import", "-", "--update", input: try lines()),
      "0 added, 8 updated, 0 already there, 0 refused")
    try expectEqual(
      photodiary.json("--store", other, "list", "--format", "json"),
      photodiary.json("list", "--format", "json"))
    try photodiary.output("--store", other, "import", "--undo")
    try expect(
      photodiary.output("--store", other, "list", "--tag", "눈", "--format", "jsonl").isEmpty)
    try photodiary.output("--store", other, "verify")
  }

  @Test func `what was taken back can be brought again, and what was deleted can't`() throws {
    try photodiary.output("add", "첫눈", "--date", "2024-05-03")
    try photodiary.output("add", "둘째", "--date", "2024-05-04")
    let first = try lines()
    func bring(_ options: String..., input: String) throws -> ProgramResult {
      try photodiary.run(
        ["--store", other, "import", "-"] + options, input: Array(input.utf8))
    }
    _ = try bring(input: first)
    let titles = { try photodiary.output("--store", other, "list", "--format", "json") }
    let before = try titles()
    try expectPrefix(photodiary.output("--store", other, "import", "--undo"), "2 entries moved")
    try expectEqual(bring(input: first).text, "2 added, 0 already there, 0 refused\n")
    try expectContains(titles(), "첫눈")
    expectContains(before, "첫눈")

    // An update that was taken back comes again, too.
    let id = try photodiary.json("list", "--format", "json").array?.first?["id"]?.string ?? ""
    try photodiary.output("edit", id, "--title", "둘째, later")
    let second = try lines()
    try expectPrefix(bring("--update", input: second).text, "0 added, 1 updated")
    try photodiary.output("--store", other, "import", "--undo")
    try expectLacks(titles(), "둘째, later")
    let told = try bring(input: second)
    expectContains(told.errorText, "changed there since it was imported")
    try expectPrefix(bring("--update", input: second).text, "0 added, 1 updated")
    try expectContains(titles(), "둘째, later")
  }

  @Test func `what others wrote is told of, and becomes one's own when asked`() throws {
    try photodiary.output("add", "첫눈")
    let came = try photodiary("--store", other, "import", "-", input: try lines())
    expectEqual(came.status, 0)
    expectContains(came.errorText, "--mine to make them yours")
    let id = try photodiary.json("list", "--format", "json").array?.first?["id"]?.string ?? ""
    try expectContains(photodiary.failure("--store", other, "edit", id, "--title", "x"), "author")

    let own = photodiary.folder.path("own")
    let mine = try photodiary("--store", own, "import", "-", "--mine", input: try lines())
    expectEqual(mine.status, 0)
    expectLacks(mine.errorText, "--mine")
    try photodiary.output("--store", own, "edit", id, "--title", "x")
    // In the trash by a person's own will, it stays there.
    try photodiary.output("--store", own, "delete", id)
    let again = try photodiary("--store", own, "import", "-", "--mine", input: try lines())
    expectEqual(again.text, "0 added, 1 already there, 0 refused\n")
    expectContains(again.errorText, "1 entry is in the trash here")
  }

  @Test func `what was made one's own is updated as one's own`() throws {
    try photodiary.output("add", "첫눈")
    try photodiary.output("--store", other, "import", "-", "--mine", input: try lines())
    let id = try photodiary.json("list", "--format", "json").array?.first?["id"]?.string ?? ""
    try photodiary.output("edit", id, "--title", "첫눈, there")
    let updated = try photodiary("--store", other, "import", "-", "--update", input: try lines())
    expectEqual(updated.text, "0 added, 1 updated, 0 already there, 0 refused\n")
    // It is still one's own.
    try photodiary.output("--store", other, "edit", id, "--title", "x")
    try photodiary.output("edit", id, "--title", "첫눈, later")
    let kept = try photodiary("--store", other, "import", "-", "--update", input: try lines())
    expectContains(kept.errorText, "changed both there and here")
  }

  @Test func `of notes alike the first five are told, whatever they are about`() throws {
    let rows = (0..<9).map { $0 % 3 == 0 ? "{\"date\":\"x\($0)\"}\n" : "{}\n" }.joined()
    let result = try photodiary("import", "-", input: rows + "[\n{}\n{}\n")
    let told = result.errorText.split(separator: "\n").map { $0.dropFirst("photodiary: ".count) }
    expectEqual(told.count, 10)
    try expectEqual(told.at(7), "standard input, line 8: refused, it has no date")
    try expectEqual(told.at(8), "3 more like this. Use --report FILE to list them all.")
  }

  @Test func `a report never takes the place of what is imported, and keeps what stood there`()
    throws
  {
    let file = try photodiary.folder.write("{\"title\":\"no date\"}\n".utf8, to: "in/a.jsonl")
    try expectContains(photodiary.failure("import", file, "--report", file), "part of the import")
    try expectEqual(photodiary.folder.text("in/a.jsonl"), "{\"title\":\"no date\"}\n")
    let report = try photodiary.folder.write("mine".utf8, to: "report.txt")
    try expectEqual(photodiary("import", file, "--report", report).status, 1)
    try expectEqual(
      photodiary.folder.text("report.txt"), "a.jsonl, line 1: refused, it has no date\n")
    try expectEqual(photodiary.folder.text("report.txt~"), "mine")
  }

  @Test func `a report that can't be written hides nothing of what came`() throws {
    let result = try photodiary(
      "import", "-", "--report", "/dev/full",
      input: "{\"date\":\"2024-05-03\",\"title\":\"a\"}\n{}\n")
    expectEqual(result.status, 1)
    expectEqual(result.text, "1 added, 0 already there, 1 refused\n")
    expectContains(result.errorText, "Couldn't write the report /dev/full")
  }

  @Test func `two entries of one id that say different things are told apart`() throws {
    let id = String(repeating: "a", count: 32)
    let result = try photodiary(
      "import", "-",
      input: """
        {"id":"\(id)","date":"2024-05-03","title":"a"}
        {"id":"\(id)","date":"2024-05-03","title":"b"}
        {"id":"\(id)","date":"2024-05-03","title":"a"}
        """)
    expectEqual(result.text, "1 added, 1 already there, 1 refused\n")
    expectContains(result.errorText, "line 2: refused, another entry there has the same id")
  }

  @Test func `an entry whose photo is none is refused, and leaves nothing`() throws {
    try photodiary.folder.write("text".utf8, to: "n.jpg")
    let photo = try photodiary.folder.write(
      try DatedPhoto.bytes("2024:05:03 10:15:00", offset: "+09:00"), to: "p.jpg")
    let file = try photodiary.folder.write(
      """
      {"date":"2024-05-03","title":"a","photos":["p.jpg","n.jpg"]}
      {"date":"2024-05-04","title":"b","photos":["gone.jpg"]}
      {"date":"2024-05-05","title":"c"}
      """.utf8, to: "in.jsonl")
    let result = try photodiary("import", file)
    expectEqual(result.status, 1)
    expectEqual(result.text, "1 added, 0 already there, 2 refused\n")
    expectContains(result.errorText, "in.jsonl, line 1: refused, ")
    expectContains(result.errorText, "in.jsonl, line 2: refused, ")
    try expectEqual(photodiary.json("status", "--format", "json")["photos"]?.integer, 0)
    _ = photo
  }
}

import DiaryCore
import TestSupport
import Testing

@Suite("Our own JSON into another diary, on the command line")
struct CommandLineJSONImportTests {
  private let photodiary: CommandLine
  private let other: String

  init() throws {
    photodiary = try CommandLine()
    other = photodiary.folder.path("other")
  }

  private func lines() throws -> String { try photodiary.output("list", "--format", "jsonl") }

  @Test func `what was changed since is counted, and brought when asked`() throws {
    for number in 0..<8 { try photodiary.output("add", "첫눈 \(number)") }
    #expect(
      try photodiary.output("--store", other, "import", "-", input: try lines())
        == "8 added, 0 already there, 0 refused")
    for entry in try photodiary.json("list", "--format", "json").array ?? [] {
      try photodiary.output("edit", entry["id"]?.string ?? "", "--tag", "눈")
    }
    let again = try photodiary("--store", other, "import", "-", input: try lines())
    #expect(again.text == "0 added, 8 already there, 0 refused\n")
    let told = again.errorText.split(separator: "\n")
    #expect(told.count == 6)
    #expect(told.first?.hasPrefix("photodiary: standard input, line 1: changed there") ?? false)
    #expect(told.last == "photodiary: 3 more like this; --report FILE names them all.")

    let report = photodiary.folder.path("report.txt")
    try photodiary.output("--store", other, "import", "-", "--report", report, input: try lines())
    #expect(try photodiary.folder.text("report.txt").split(separator: "\n").count == 8)

    let dry = try photodiary(
      "--store", other, "import", "-", "--update", "--dry-run", input: try lines())
    #expect(dry.text.hasSuffix("0 added, 8 updated, 0 already there, 0 refused\n"))
    #expect(
      try photodiary.output("--store", other, "import", "-", "--update", input: try lines())
        == "0 added, 8 updated, 0 already there, 0 refused")
    #expect(
      try photodiary.json("--store", other, "list", "--format", "json")
        == photodiary.json("list", "--format", "json"))
    try photodiary.output("--store", other, "import", "--undo")
    #expect(
      try photodiary.output("--store", other, "list", "--tag", "눈", "--format", "jsonl").isEmpty)
    try photodiary.output("--store", other, "verify")
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
    #expect(result.status == 1 && result.text == "1 added, 0 already there, 2 refused\n")
    #expect(result.errorText.contains("in.jsonl, line 1: refused, "))
    #expect(result.errorText.contains("in.jsonl, line 2: refused, "))
    #expect(try photodiary.json("status", "--format", "json")["photos"]?.integer == 0)
    _ = photo
  }
}

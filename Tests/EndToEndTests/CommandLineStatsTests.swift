import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("The diary in numbers on the command line")
struct CommandLineStatsTests {
  private let photodiary: CommandLine

  init() throws {
    photodiary = try CommandLine()
    let photo = try #require(realpath(CommandLine.photo, nil).map { String(cString: $0) })
    for arguments in [
      ["김치", "--content", "plum jam", "--tag", "음식", "--date", "2024-02-29T08:10:00+09:00"],
      ["Plum", "--content", "#음식 in the garden", "--date", "2024-03-01T23:59:00-05:00"],
      ["Sea", "--place", "부산", "--journal", "Travel", "--date", "2025-12-31T08:00:00+09:00"],
      ["Rain", "--place", "부산", "--date", "2026-01-01T00:00:00Z", "--photo", photo],
    ] { #expect(try photodiary.run(["add"] + arguments).status == 0) }
  }

  @Test func `a table tells it with bars`() throws {
    let lines = try photodiary.output("stats").split(separator: "\n").map(String.init)
    #expect(
      Array(lines.prefix(12)) == [
        "Entries                  4",
        "Days                     4  2024-02-29..2026-01-01",
        "Words                    6",
        "Photos                   1",
        "Current streak           0",
        "Longest streak           2  2025-12-31..2026-01-01",
        "Years      entries       words   photos",
        "2026             1           0        1  ████████████",
        "2025             1           0        0  ████████████",
        "2024             2           6        0  ████████████████████████",
        "Months     entries       words   photos",
        "2026-01          1           0        1  ████████████████████████",
      ])
    for line in [
      "Mo        0", "Th        2  ████████████████████████", "23        1  ████████████",
    ] { #expect(lines.contains(line)) }
    #expect(
      lines.suffix(4) == [
        "Most used tags", "#음식        2  ████████████████████████",
        "Most frequent places", "부산        2  2026-01-01  ████████████████████████",
      ])
    var korean = photodiary
    korean.environment["LANG"] = "ko_KR.UTF-8"
    let text = try korean.output("stats")
    #expect(text.hasPrefix("일기 ") && text.contains("\n쓴 날 ") && !text.contains("Entries"))
    #expect(try photodiary.run(["stats", "--format", "table"]).errorText == "")
  }

  @Test func `JSON is one object, whatever the language`() throws {
    var korean = photodiary
    korean.environment["LANG"] = "ko_KR.UTF-8"
    let json = try korean.json("stats", "--format", "json")
    #expect(
      json.members?.map(\.name) == [
        "entries", "words", "photos", "days", "first", "last", "streaks", "years", "months",
        "weekdays", "hours", "tags", "places", "moods",
      ])
    #expect(json["entries"]?.integer == 4 && json["words"]?.integer == 6)
    #expect(json["photos"]?.integer == 1 && json["days"]?.integer == 4)
    #expect(json["first"]?.string == "2024-02-29" && json["last"]?.string == "2026-01-01")
    #expect(json["streaks"]?["current"] == .null)
    #expect(json["streaks"]?["longest"]?["first"]?.string == "2025-12-31")
    #expect(json["years"]?.array?.compactMap { $0["year"]?.integer } == [2024, 2025, 2026])
    #expect(
      json["months"]?.array?.compactMap { $0["month"]?.string }
        == ["2024-02", "2024-03", "2025-12", "2026-01"])
    #expect(try json["hours"]?.array?.at(8) == .integer(2) && json["hours"]?.array?.count == 24)
    #expect(json["weekdays"]?["thursday"]?.integer == 2)
    #expect(json["tags"]?.array?.first?["entries"]?.integer == 2)
    #expect(json["places"]?.array?.first?["latest"]?.string == "2026-01-01")
    let lines = try photodiary.output("stats", "--format", "jsonl")
    #expect(try JSONParser.parse(lines) == json && !lines.contains("\n"))
  }

  @Test(arguments: [
    (["--from", "2025"], 2), (["--to", "2024-02"], 1), (["--tag", "#음식"], 2),
    (["--journal", "travel"], 1), (["--with-photos"], 1), (["--search", "place:부산 -sea"], 1),
    (["--limit", "3"], 3), (["--from", "2030"], 0),
  ])
  func `the filters of a list say what is counted`(_ filters: [String], _ count: Int) throws {
    let result = try photodiary.run(["stats", "--format", "json"] + filters)
    #expect(try JSONParser.parse(result.text)["entries"]?.integer == count)
    let table = try photodiary.run(["stats"] + filters)
    #expect(table.status == 0 && table.text.isEmpty == (count == 0))
    #expect(table.errorText == (count == 0 ? "No entries.\n" : ""))
  }

  @Test func `a diary that isn't there yet has nothing to count`() throws {
    let empty = try CommandLine()
    #expect(try empty.output("stats") == "")
    #expect(try empty.json("stats", "--format", "json")["entries"]?.integer == 0)
    #expect(try photodiary.failure("stats", "--limit", "0", status: 64).contains("--limit"))
  }
}

import DiaryCore
import TestSupport
import Testing

@Suite("Places on the command line")
struct LocationTests {
  @Test func areToldApartFromMistypedCommands() async throws {
    let home = try TestHome()
    try await home.add("Plum tree")
    func line(_ arguments: String..., status: Int) async throws -> String {
      let result = try await home.run(arguments)
      expectEqual(result.status, status, "\(arguments)")
      expectEqual(result.text, "")
      let lines = result.errorText.split(separator: "\n")
      expectEqual(lines.count, 1, "\(arguments)")
      return String(lines.first ?? "")
    }
    try await expectContains(line("00000000", status: 1), "No entry has the id 00000000")
    try await expectContains(line("ffff0", status: 1), "No entry has the id ffff0")
    try await expectContains(line("addd", status: 64), "addd")
    try await expectContains(line("ade", status: 64), "ade")
    try await expectContains(line("bad", status: 1), "No entry has the id bad")
    try await expectContains(line("serch", status: 64), "serch")
    try await expectContains(line("2024-13-01", status: 64), "no date 2024-13-01")
    try await expectContains(line("0000", status: 64), "no date 0000")
    try await expectContains(line("123", status: 1), "No entry has the id 123")
    try await expectContains(line("c2", status: 1), "No entry has the id c2")
    try await expectContains(line("2024-5", "x", status: 64), "remove “x” or 2024-5")
    try await expectContains(line("yesterday", "x", status: 64), "remove “x” or yesterday")
    try await expectContains(line("list", "--from", "2024-02-30", status: 64), "no date 2024-02-30")
    try await expectContains(line("list", "--from", "soon", status: 64), "“soon” isn't a date")
    try await expectContains(
      line("onthisday", "--date", "2025-02-30", status: 64), "no date 2025-02-30")
    try await expectContains(
      line("add", "x", "--date", "yesterday 25:00", status: 64), "isn't a date")
    try await expectContains(
      line("add", "x", "--date", "last week", status: 64), "more than one day")
    try await expectContains(
      line("onthisday", "--date", "2025-02", status: 64), "more than one day")
    try await expectContains(
      line("list", "--from", "2026", "--to", "2025", status: 0), "--to is before --from")
    try await expectContains(
      line("list", "--journal", "nosuch", status: 0), "Journal “nosuch” not found")
    try await expectEqual(
      line("list", "--journal", "기본 일기장", "--from", "tomorrow", status: 0), "No entries.")
    try await expectContains(line("2024", "list", status: 64), "remove “list” or 2024")
  }

  @Test func thisDayInEarlierYearsIsListed() async throws {
    let home = try TestHome()
    // No diary is nothing to tell of, and makes none.
    let none = try await home.run(["onthisday"])
    expectEqual(none.status, 0)
    expectEqual(none.text, "")
    expectEqual(none.errorText, "")
    try expect(home.files(in: home.folder.path).isEmpty)
    for year in 2016...2023 {
      try await home.output("add", "Of \(year)\u{1B}[31m", "--date", "\(year)-05-03T10:00+09:00")
    }
    try await home.output("add", "Leap", "--date", "2020-02-29T10:00+09:00")
    let text = try await home.output("onthisday", "--date", "2024-05-03")
    expectLacks(text.utf8, 0x1B)
    expectPrefix(text, "On this day, 3 May\n  a year ago   Of 2023")
    expectSuffix(text, "  and 3 more in the diary")
    try await expectEqual(home.output("onthisday", "--date", "2 May"), "")
    try await expectContains(home.output("onthisday", "--date", "2023-02-28"), "Leap")
    try await expectEqual(home.output("onthisday", "--date", "2024-02-28"), "")
    let json = try JSONParser.parse(
      try await home.output("onthisday", "--date", "2024-05-03", "--format", "json"))
    expectEqual(json.array?.count, 8)
    let lines = try await home.output("onthisday", "--date", "3월 5일", "--format", "jsonl")
    expectEqual(lines, "")
    let wrong = try await home.run(["onthisday", "--date", "soon"])
    expectEqual(wrong.status, 64)
    expectEqual(wrong.errorText.split(separator: "\n").count, 1)
  }
}

import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// Finding a day again: the calendar, this day in earlier years, and the diary opened at a place.
  @Suite struct Days {
    @Test func theCalendarLeadsToADayAndBack() throws {
      let home = try TestHome(environment: ["LC_TIME": "ko_KR.UTF-8"])
      try home.output("add", "첫눈", "--date", "2024-02-29T08:00", "--content", "눈이 왔다.")
      try home.output("add", "Soup", "--date", "2026-03-02")
      let session = try home.open()
      session.press(.character("c"))
      // Weeks begin as in Korea, whatever the language.
      try session.waitFor("Su   Mo   Tu")
      session.press(.character("g"))
      session.send("2024년 2월 29일")
      try session.waitFor("Thursday 29 February 2024")
      session.press(.enter)
      try session.waitFor("눈이 왔다.")
      session.press(.enter)
      try session.waitFor("Thursday 29 February 2024, 08:00")
      session.press(.character("q"))
      try session.waitFor("February 2024")
      session.press(.right, .enter)
      try session.waitFor("New entry")
      try session.waitFor("Friday 1 March 2024")
      session.send("Next day")
      session.press(.control("s"))
      try session.waitFor("Added “Next day”.")
      session.press(.character("v"))
      try session.waitFor("2 entries")
      session.press(.character("q"))
      try session.waitFor("3 entries")
      let days = try home.entries().compactMap { $0["date"]?.string?.prefix(10) }
      expectEqual(days, ["2026-03-02", "2024-03-01", "2024-02-29"])
    }

    @Test func earlierYearsAreAKeyAway() throws {
      let home = try TestHome()
      let today = try home.today()
      let year = try require(Int(today.prefix(4)))
      // On a leap day there is none last year.
      guard !today.hasSuffix("02-29") else { return }
      try home.output("add", "Last year", "--date", "\(year - 1)\(today.dropFirst(4))")
      try home.output("add", "Before", "--date", "\(year - 30)\(today.dropFirst(4))")
      let session = try home.open()
      try session.waitFor("2 entries · a year ago today: 1 entry")
      session.press(.character("o"))
      try session.waitFor("30 years ago · \(year - 30)")
      try session.waitForSelection("Last year")
      session.press(.character("p"))
      try session.waitForSelection("Before")
      session.press(.enter)
      try session.waitFor("← earlier")
      session.press(.character("q"), .character("q"))
      try session.waitFor("a year ago today")
      session.press(.character("q"))
      let lines = try home.output("onthisday").split(separator: "\n")
      expectEqual(lines.count, 3)
      try expectPrefix(lines.at(0), "On this day, ")
      try expectEqual(lines.at(1), "  a year ago    Last year")
      try expectEqual(lines.at(2), "  30 years ago  Before")
    }

    @Test func theDiaryOpensAtAnEntry() throws {
      let home = try TestHome()
      try home.add("Plum tree", "Rain", "Soup")
      let ids = try home.entries().compactMap { $0["id"]?.string }
      let session = try home.open([String(ids[1].prefix(12))], showing: "Rain: text.")
      session.press(.character("q"))
      try session.waitForSelection("Rain")
      try expectEqual(session.waitForEnd(afterPressing: .character("q")), .status(0))
    }

    @Test func theDiaryOpensAtADayMonthOrYear() throws {
      let home = try TestHome()
      try home.add("Plum tree", "Rain", "Soup")
      let day = try home.open(["2026-03-02"])
      try day.waitForSelection("Rain")
      let none = try home.open(["2026-03-20"], showing: "No entry on this day.")
      try none.waitFor("Friday 20 March 2026")
      let month = try home.open(["2026-03", "--photos", "off"], showing: "March 2026")
      try month.waitFor("3 entries")
      let year = try home.open(["2026"], showing: "Jan Feb Mar")
      year.press(.character("q"))
      try year.waitForSelection("Soup")
    }
  }
}

@Suite("Places on the command line")
struct CommandLineLocationTests {
  @Test func areToldApartFromMistypedCommands() throws {
    let home = try TestHome()
    try home.add("Plum tree")
    func line(_ arguments: String..., status: Int) throws -> String {
      let result = try home.run(arguments)
      expectEqual(result.status, status, "\(arguments)")
      expectEqual(result.text, "")
      let lines = result.errorText.split(separator: "\n")
      expectEqual(lines.count, 1, "\(arguments)")
      return String(lines.first ?? "")
    }
    try expectContains(line("00000000", status: 1), "No entry has the id 00000000")
    try expectContains(line("ffff0", status: 1), "No entry has the id ffff0")
    try expectContains(line("addd", status: 64), "addd")
    try expectContains(line("ade", status: 64), "ade")
    try expectContains(line("bad", status: 1), "No entry has the id bad")
    try expectContains(line("serch", status: 64), "serch")
    try expectContains(line("2024-13-01", status: 64), "no date 2024-13-01")
    try expectContains(line("0000", status: 64), "no date 0000")
    try expectContains(line("123", status: 1), "No entry has the id 123")
    try expectContains(line("c2", status: 1), "No entry has the id c2")
    try expectContains(line("2024-5", "x", status: 64), "remove “x” or 2024-5")
    try expectContains(line("yesterday", "x", status: 64), "remove “x” or yesterday")
    try expectContains(line("list", "--from", "2024-02-30", status: 64), "no date 2024-02-30")
    try expectContains(line("list", "--from", "soon", status: 64), "“soon” isn't a date")
    try expectContains(line("onthisday", "--date", "2025-02-30", status: 64), "no date 2025-02-30")
    try expectContains(line("add", "x", "--date", "yesterday 25:00", status: 64), "isn't a date")
    try expectContains(line("add", "x", "--date", "last week", status: 64), "more than one day")
    try expectContains(line("onthisday", "--date", "2025-02", status: 64), "more than one day")
    try expectContains(
      line("list", "--from", "2026", "--to", "2025", status: 0), "--to is before --from")
    try expectContains(line("list", "--journal", "nosuch", status: 0), "Journal “nosuch” not found")
    try expectEqual(
      line("list", "--journal", "기본 일기장", "--from", "tomorrow", status: 0), "No entries.")
    try expectContains(line("2024", "list", status: 64), "remove “list” or 2024")
  }

  @Test func thisDayInEarlierYearsIsListed() throws {
    let home = try TestHome()
    // No diary is nothing to tell of, and makes none.
    let none = try home.run(["onthisday"])
    expectEqual(none.status, 0)
    expectEqual(none.text, "")
    expectEqual(none.errorText, "")
    try expect(home.files(in: home.folder.path).isEmpty)
    for year in 2016...2023 {
      try home.output("add", "Of \(year)\u{1B}[31m", "--date", "\(year)-05-03T10:00+09:00")
    }
    try home.output("add", "Leap", "--date", "2020-02-29T10:00+09:00")
    let text = try home.output("onthisday", "--date", "2024-05-03")
    expectLacks(text.utf8, 0x1B)
    expectPrefix(text, "On this day, 3 May\n  a year ago   Of 2023")
    expectSuffix(text, "  and 3 more in the diary")
    try expectEqual(home.output("onthisday", "--date", "2 May"), "")
    try expectContains(home.output("onthisday", "--date", "2023-02-28"), "Leap")
    try expectEqual(home.output("onthisday", "--date", "2024-02-28"), "")
    let json = try JSON.parse(
      try home.output("onthisday", "--date", "2024-05-03", "--format", "json"))
    expectEqual(json.array?.count, 8)
    let lines = try home.output("onthisday", "--date", "3월 5일", "--format", "jsonl")
    expectEqual(lines, "")
    let wrong = try home.run(["onthisday", "--date", "soon"])
    expectEqual(wrong.status, 64)
    expectEqual(wrong.errorText.split(separator: "\n").count, 1)
  }
}

extension TestHome {
  /// The day here and now, as the program sees it.
  func today() throws -> String {
    try require(try runScript("date +%F").text.split(separator: "\n").first.map(String.init))
  }
}

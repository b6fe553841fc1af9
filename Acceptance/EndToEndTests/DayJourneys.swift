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

extension TestHome {
  /// The day here and now, as the program sees it.
  func today() throws -> String {
    try require(try runScript("date +%F").text.split(separator: "\n").first.map(String.init))
  }
}

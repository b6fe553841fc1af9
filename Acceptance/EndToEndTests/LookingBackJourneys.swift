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
      try session.send("2024년 2월 29일", showing: "Thursday 29 February 2024")
      try session.press(.enter, showing: "눈이 왔다.")
      try session.press(.enter, showing: "Thursday 29 February 2024, 08:00")
      try session.press(.character("q"), showing: "February 2024")
      try session.press(.right, .enter, showing: "New entry", "Friday 1 March 2024")
      session.send("Next day")
      try session.press(.control("s"), showing: "Added “Next day”.")
      try session.press(.character("v"), showing: "2 entries")
      try session.press(.character("q"), showing: "3 entries")
      let days = try home.entries().compactMap { $0["date"]?.string?.prefix(10) }
      expectEqual(days, ["2026-03-02", "2024-03-01", "2024-02-29"])
    }

    @Test func theDiaryOpensAtAnEntryADayAMonthOrAYear() throws {
      let home = try TestHome()
      try home.add("Plum tree", "Rain", "Soup")
      let id = try require(try home.entries()[1]["id"]?.string)
      let entry = try home.open([String(id.prefix(12))], showing: "Rain: text.")
      try entry.press(.character("q"), selecting: "Rain")
      let day = try home.open(["2026-03-02"])
      try day.waitForSelection("Rain")
      let none = try home.open(["2026-03-20"], showing: "No entry on this day.")
      try none.waitFor("Friday 20 March 2026")
      let month = try home.open(["2026-03", "--photos", "off"], showing: "March 2026")
      try month.waitFor("3 entries")
      let year = try home.open(["2026"], showing: "Jan Feb Mar")
      try year.press(.character("q"), selecting: "Soup")
    }
  }

  /// The image of where entries were written, with the real data.
  @Suite struct Maps {
    @Test(.enabled(if: Browser.path != nil)) func theImageIsOneThatABrowserShows() throws {
      let home = try TestHome()
      try home.output("add", "Palace", "--place", "37.5796, 126.9770")
      try home.output("add", "Beach", "--place", "Busan, South Korea")
      let path = home.folder.path("map.svg")
      try home.output("map", "--svg", path)
      let document = try Browser().visit(path).document
      expectContains(document, "<title>Busan, South Korea · 1 entry</title>")
      expectLacks(document, "parsererror")
    }
  }
}

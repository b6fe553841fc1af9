import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Days {
    @Test func theDiaryOpensAtAnEntryADayAMonthOrAYear() throws {
      let home = try TestHome(environment: ["LC_TIME": "ko_KR.UTF-8"])
      try home.add("Plum tree", "Rain", "Soup")
      let id = try require(try home.entries()[1]["id"]?.string)
      let entry = try home.open([String(id.prefix(12))], showing: "Rain: text.")
      try entry.press(.character("q"), selecting: "Rain")
      let day = try home.open(["2026-03-02"])
      try day.waitForSelection("Rain")
      let none = try home.open(["2026-03-20"], showing: "No entry on this day.")
      try none.waitFor("Friday 20 March 2026")
      let month = try home.open(["2026-03", "--photos", "off"], showing: "March 2026")
      // Weeks begin as in Korea, whatever the language.
      try month.waitFor("3 entries", "Su   Mo   Tu")
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

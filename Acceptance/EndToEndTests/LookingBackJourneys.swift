import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// The calendar, and the diary opened at a day, month or year.
  @Suite struct Days {
    @Test func `the calendar opens a day, and returns`() throws {
      let home = try TestHome(environment: ["LC_TIME": "ko_KR.UTF-8"])
      try home.output("add", "첫눈", "--date", "2024-02-29T08:00", "--content", "눈이 왔다.")
      try home.output("add", "Soup", "--date", "2026-03-02")
      let session = try home.open()
      session.press(.character("c"))
      // Weeks begin as in Korea, in any language.
      try session.waitFor("Su   Mo   Tu")
      session.press(.character("/"))
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

    @Test func `the diary opens at an entry, day, month or year`() throws {
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

  /// A year in review, moods and a slide show.
  @Suite struct Memories {
    @Test func `a year, its photos and its statistics are shown`() throws {
      let home = try TestHome()
      let photo = Checkout.photo("warm-soup.jpg")
      try home.output(
        "add", "국", "--date", "2024-02-29", "--photo", photo, "--star", "--mood", "🙂")
      try home.output("add", "Rain", "--date", "2024-03-28", "--mood", "🙁")
      let session = try home.open(columns: 40, rows: 12, showing: "Rain")
      try session.press(.alt("y"), showing: "2024 in review", "Starred photos")
      try session.press(.character("s"), showing: "국 · Thursday 29 February")
      try session.press(.character(" "), showing: "Paused")
      try session.press(.character("q"), .character("q"), showing: "2024 in review")
      try session.press(.character("q"), .alt("f"), .left, showing: "Moods")
      try session.press(.character("G"), showing: "🙁")
      try session.press(.character("q"), showing: "Rain")
      try session.press(.alt("s"), showing: "Statistics")
      session.press(.character("q"))
      try expectEqual(session.waitForEnd(afterPressing: .character("q")), .status(0))
    }
  }

  /// The map with real data.
  @Suite struct Maps {
    private func home() throws -> TestHome {
      let home = try TestHome()
      try home.output("add", "Palace", "--place", "37.5796, 126.9770", "--date", "2026-11-01")
      try home.output("add", "River", "--place", "37.5180, 126.9590", "--date", "2026-11-02")
      try home.output("add", "Beach", "--place", "Busan, South Korea", "--date", "2026-11-03")
      try home.output("add", "Orchard", "--place", "제주시 애월읍", "--date", "2026-11-04")
      try home.output("add", "At home", "--date", "2026-11-05")
      return home
    }

    @Test func `the map shows entries' places, and opens them`() throws {
      let home = try home()
      let session = try home.open()
      try session.press(.character("m"), showing: "4 entries", "▌ Seoul  2 entries")
      try session.press(.tab, showing: "▌ ")
      try session.press(.character("v"), showing: "Showing the route.")
      try session.press(.character("0"), .enter, showing: "1 entry")
      try session.press(.character("q"), showing: "4 entries")
      session.press(.character("q"), .character("q"))
    }

    @Test(.enabled(if: Browser.path != nil))
    func `a browser shows the image`() throws {
      let home = try home()
      let path = home.folder.path("map.svg")
      try home.output("map", "--svg", path)
      let document = try Browser().visit(path).document
      expectContains(document, "<title>Busan, South Korea · 1 entry</title>")
      expectLacks(document, "parsererror")
    }
  }
}

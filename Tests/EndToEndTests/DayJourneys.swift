import DiaryCore
import TestSupport
import Testing

extension Journeys {
  /// Finding a day again: the calendar, this day in earlier years, and the diary opened at a place.
  @Suite struct Days {
    @Test func theCalendarLeadsToADayAndBack() throws {
      let home = try DiaryHome(environment: ["LC_TIME": "ko_KR.UTF-8"])
      try home.run("add", "첫눈", "--date", "2024-02-29T08:00", "--content", "눈이 왔다.")
      try home.run("add", "Soup", "--date", "2026-03-02")
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
      #expect(days == ["2026-03-02", "2024-03-01", "2024-02-29"])
    }

    @Test func earlierYearsAreAKeyAway() throws {
      let home = try DiaryHome()
      let today = try home.today()
      let year = try #require(Int(today.prefix(4)))
      // On a leap day there is none last year.
      guard !today.hasSuffix("02-29") else { return }
      try home.run("add", "Last year", "--date", "\(year - 1)\(today.dropFirst(4))")
      try home.run("add", "Before", "--date", "\(year - 30)\(today.dropFirst(4))")
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
      let lines = try home.run("onthisday").split(separator: "\n")
      #expect(lines.count == 3)
      #expect(try lines.at(0).hasPrefix("On this day, "))
      #expect(try lines.at(1) == "  a year ago    Last year")
      #expect(try lines.at(2) == "  30 years ago  Before")
    }

    @Test func theDiaryOpensAtAnEntry() throws {
      let home = try DiaryHome()
      try home.add("Plum tree", "Rain", "Soup")
      let ids = try home.entries().compactMap { $0["id"]?.string }
      let session = try home.open([String(ids[1].prefix(12))], showing: "Rain: text.")
      session.press(.character("q"))
      try session.waitForSelection("Rain")
      #expect(try session.waitForEnd(afterPressing: .character("q")) == .status(0))
    }

    @Test func theDiaryOpensAtADayMonthOrYear() throws {
      let home = try DiaryHome()
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
    let home = try DiaryHome()
    try home.add("Plum tree")
    func line(_ arguments: String..., status: Int) throws -> String {
      let result = try home.result(arguments)
      #expect(result.status == status, "\(arguments)")
      #expect(result.text == "")
      let lines = result.errorText.split(separator: "\n")
      #expect(lines.count == 1, "\(arguments)")
      return String(lines.first ?? "")
    }
    #expect(try line("00000000", status: 1).contains("No entry has the id 00000000"))
    #expect(try line("ffff0", status: 1).contains("No entry has the id ffff0"))
    #expect(try line("addd", status: 64).contains("addd"))
    #expect(try line("ade", status: 64).contains("ade"))
    #expect(try line("bad", status: 1).contains("No entry has the id bad"))
    #expect(try line("serch", status: 64).contains("serch"))
    #expect(try line("2024-13-01", status: 64).contains("no date 2024-13-01"))
    #expect(try line("0000", status: 64).contains("no date 0000"))
    #expect(try line("123", status: 1).contains("No entry has the id 123"))
    #expect(try line("c2", status: 1).contains("No entry has the id c2"))
    #expect(try line("2024-5", "x", status: 64).contains("remove “x” or 2024-5"))
    #expect(try line("yesterday", "x", status: 64).contains("remove “x” or yesterday"))
    #expect(try line("list", "--from", "2024-02-30", status: 64).contains("no date 2024-02-30"))
    #expect(try line("list", "--from", "soon", status: 64).contains("“soon” isn't a date"))
    #expect(
      try line("onthisday", "--date", "2025-02-30", status: 64).contains("no date 2025-02-30"))
    #expect(try line("add", "x", "--date", "yesterday 25:00", status: 64).contains("isn't a date"))
    #expect(try line("add", "x", "--date", "last week", status: 64).contains("more than one day"))
    #expect(try line("onthisday", "--date", "2025-02", status: 64).contains("more than one day"))
    #expect(
      try line("list", "--from", "2026", "--to", "2025", status: 0).contains(
        "--to is before --from"))
    #expect(
      try line("list", "--journal", "nosuch", status: 0).contains("Journal “nosuch” not found"))
    #expect(
      try line("list", "--journal", "기본 일기장", "--from", "tomorrow", status: 0) == "No entries.")
    #expect(try line("2024", "list", status: 64).contains("remove “list” or 2024"))
  }

  @Test func thisDayInEarlierYearsIsListed() throws {
    let home = try DiaryHome()
    // No diary is nothing to tell of, and makes none.
    let none = try home.result(["onthisday"])
    #expect(none.status == 0 && none.text == "" && none.errorText == "")
    #expect(try home.files(in: home.folder.path).isEmpty)
    for year in 2016...2023 {
      try home.run("add", "Of \(year)\u{1B}[31m", "--date", "\(year)-05-03T10:00+09:00")
    }
    try home.run("add", "Leap", "--date", "2020-02-29T10:00+09:00")
    let text = try home.run("onthisday", "--date", "2024-05-03")
    #expect(!text.utf8.contains(0x1B))
    #expect(
      text.hasPrefix("On this day, 3 May\n  a year ago   Of 2023"))
    #expect(text.hasSuffix("  and 3 more in the diary"))
    #expect(try home.run("onthisday", "--date", "2 May") == "")
    #expect(try home.run("onthisday", "--date", "2023-02-28").contains("Leap"))
    #expect(try home.run("onthisday", "--date", "2024-02-28") == "")
    let json = try JSONParser.parse(
      try home.run("onthisday", "--date", "2024-05-03", "--format", "json"))
    #expect(json.array?.count == 8)
    let lines = try home.run("onthisday", "--date", "3월 5일", "--format", "jsonl")
    #expect(lines == "")
    let wrong = try home.result(["onthisday", "--date", "soon"])
    #expect(wrong.status == 64 && wrong.errorText.split(separator: "\n").count == 1)
  }
}

extension DiaryHome {
  /// The day here and now, as the program sees it.
  func today() throws -> String {
    try #require(try runScript("date +%F").text.split(separator: "\n").first.map(String.init))
  }
}

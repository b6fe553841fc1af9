import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct FoundLists {
    /// Some thousand entries, of which every third says 강가.
    private func home() throws -> TestHome {
      let home = try TestHome()
      let lines = (0..<3000).map { number in
        let year = 2000 + number / 336
        let month = number / 28 % 12 + 1
        let date =
          "\(year)-\(month < 10 ? "0" : "")\(month)-\(number % 28 < 9 ? "0" : "")\(number % 28 + 1)"
        let content = number % 3 == 0 ? "Up early.\\n\\n아침 일찍 강가를 걸었다." : "At home."
        return #"{"title":"Day \#(number)","content":"\#(content)","date":"\#(date)T08:00:00Z"}"#
      }
      try home.output("import", "-", "--format", "jsonl", input: lines.joined(separator: "\n"))
      return home
    }

    @Test func allThatIsFound() throws {
      // It is gone with the last reference to it.
      let home = try home()
      let session = try home.open()
      session.press(.character("/"))
      session.send("강가")
      try session.waitFor("1,000 found")
      try session.waitFor("아침 일찍 강가를 걸었다.")
      try session.waitForSelection("Day 2997")
      // Another letter asks anew; what isn't understood is told, and the rest is found.
      session.send(" is:blue")
      try session.waitFor("Unknown “is:blue”.")
      try session.waitFor("1,000 found")
      session.press(.control("u"))
      session.send("강ㄱ -home date:2005")
      try session.waitFor("112 found")
      session.press(.enter)
      try session.waitFor("match 1 of 1")
      session.press(.character("q"))
      try session.waitFor("112 found")
      session.press(.alt("l"))
      try session.waitFor("112 entries")
      session.press(.character("A"), .character("d"))
      try session.waitFor("Delete 112 entries?")
      session.press(.character("y"))
      try session.waitFor("0 entries")
      session.press(.character("u"))
      try session.waitFor("112 entries")
      session.press(.character("q"))
      try session.waitFor("112 found")
      session.press(.escape)
      try session.waitFor("3,000 entries")
      try session.waitForSelection("Day 2999")
    }
  }
}

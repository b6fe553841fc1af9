import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// The diary in numbers, and where they lead to.
  @Suite struct Statistics {
    @Test func numbersLeadToTheirEntries() throws {
      let home = try TestHome()
      let year = try require(Int(try home.today().prefix(4)))
      try home.output("add", "첫눈", "--date", "2024-02-29", "--tag", "눈", "--content", "하나 둘")
      try home.output("add", "Rain", "--date", "2024-02-28", "--place", "부산")
      try home.output("add", "Sea", "--date", "2023-06-01", "--place", "부산")
      let session = try home.open()
      session.press(.character("s"))
      try session.waitFor("Last 12 months")
      try session.waitFor("3 entries")
      try session.waitFor("Longest streak    2 days")
      // Two years that have entries, behind the one that is.
      session.press(.left)
      try session.waitFor("\(year)  ")
      session.press(.left)
      session.press(.character("g"))
      session.press(.down)
      try session.waitUntil("February 2024") { screen in
        (0..<screen.rows).contains { screen.text(ofRow: $0).hasPrefix("▌Feb        2") }
      }
      session.press(.enter)
      try session.waitFor("February 2024")
      try session.waitFor("2 entries")
      try session.waitForSelection("첫눈")
      session.press(.escape)
      try session.waitFor("3 entries")
      session.press(.character("s"), .alt("p"))
      try session.waitFor("1 place")
      try session.waitFor("부산")
      session.press(.enter)
      try session.waitForSelection("Rain")
      try session.waitFor("2 entries")
      session.press(.escape)
      try session.waitFor("3 entries")
      try expectEqual(session.waitForEnd(afterPressing: .character("q")), .status(0))
    }
  }
}

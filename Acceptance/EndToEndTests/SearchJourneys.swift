import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Searching {
    @Test func hangulInEitherForm() throws {
      let home = try TestHome()
      try home.output("add", "강가 산책", "--date", "2026-03-01")
      try home.output("add", "Soup", "--date", "2026-03-02")
      try home.output("add", "첫눈".decomposed, "--date", "2026-03-03")
      let session = try home.open()
      session.press(.down)
      try session.waitForSelection("Soup")
      session.press(.character("/"))
      session.send("산책".decomposed)
      try session.waitForSelection("강가 산책")
      try session.waitFor("1 found")
      session.press(.control("u"))
      session.send("첫눈")
      try session.waitFor("1 found")
      try session.waitUntil("snow") { screen in
        (0..<screen.rows).contains { screen.text(ofRow: $0).hasPrefix("▌ 3 Tue") }
      }
      // Letters are text here.
      session.send("qqq")
      try session.waitFor("No results")
      session.press(.escape)
      try session.waitFor("3 entries")
      try session.waitForSelection("Soup")
    }
  }
}

import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Mouse {
    @Test func clickSelectsAndDoubleClickOpens() throws {
      let home = try TestHome()
      try home.add("One", "Two", "Three")
      let session = try home.open()
      try session.waitForSelection("Three")
      let place = try require(session.screen.find("Two"))
      session.click(column: place.column, row: place.row)
      try session.waitForSelection("Two")
      // Nowhere near an entry.
      session.click(column: 2, row: 0)
      session.click(column: 2, row: 15)
      session.press(.control("l"))
      try session.waitForSelection("Two")
      let other = try require(session.screen.find("One"))
      session.click(column: other.column, row: other.row)
      session.click(column: other.column, row: other.row)
      try session.waitFor("→ later")
      try session.waitFor("One: text.")
    }

    /// Each cell that the mouse goes over is told of as long as its button is down, and no longer
    /// than the diary has the terminal.
    @Test func draggingSelects() throws {
      let home = try TestHome()
      try home.output("add", "Walk", "--content", "강가 산책 far")
      let session = try home.open()
      expectContains(session.written, "\u{1B}[?1002h")
      session.press(.character("e"))
      try session.waitUntil("the page") { $0.find("산책")?.row == 5 && !$0.text.contains("│") }
      let place = try require(session.screen.find("산책"))
      session.send("\u{1B}[<0;\(place.column + 1);6M")
      session.send("\u{1B}[<32;\(place.column + 3);6M\u{1B}[<32;\(place.column + 5);6M")
      session.send("\u{1B}[<0;\(place.column + 5);6m")
      try session.waitUntil("the selection") { $0.cell(column: place.column, row: 5).isReversed }
      session.send("달리기")
      try session.waitFor("강가 달리기 far")
      session.click(column: place.column, row: 5)
      session.click(column: place.column, row: 5)
      session.send("걷기")
      try session.waitFor("강가 걷기 far")
      session.press(.control("c"))
      try session.waitForEnd()
      expectContains(session.written, "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l")
    }
  }
}

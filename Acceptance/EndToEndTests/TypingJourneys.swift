import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// Scripts and input methods: the caret is where the next letter will be.
  @Suite struct Typing {
    /// A new entry with the caret in its empty title, which begins in column 1.
    private func newEntry(_ home: TestHome) throws -> TerminalSession {
      let session = try home.open()
      session.press(.character("n"))
      try session.waitFor("New entry")
      return session
    }

    private func waitForCaret(_ session: TerminalSession, column: Int) throws {
      try session.waitUntil("the caret in column \(column)") { $0.cursor.column == column }
    }

    @Test func composedHangul() throws {
      let home = try TestHome()
      let session = try newEntry(home)
      try session.waitUntil("the caret in the title") { $0.cursor == (2, 3) }
      session.send("한글")
      try session.waitFor("한글")
      try waitForCaret(session, column: 6)
      expectEqual(session.screen.cursor.row, 3)
      session.press(.backspace)
      try waitForCaret(session, column: 4)
      session.send("국")
      try session.waitFor("한국")
      session.press(.left)
      try waitForCaret(session, column: 4)
      session.press(.control("s"))
      try session.waitFor("Added “한국”")
    }

    @Test func hangulAsJamo() throws {
      let home = try TestHome()
      let session = try newEntry(home)
      // One key for each jamo, as some input methods send them.
      for scalar in "한글".decomposed.unicodeScalars { session.send(String(scalar)) }
      try waitForCaret(session, column: 6)
      session.press(.backspace)
      try waitForCaret(session, column: 4)
      session.send("국".decomposed)
      try waitForCaret(session, column: 6)
      session.press(.control("s"))
      try session.waitFor("Added")
      let title = try require(try home.titles().first)
      expectEqual(Array(title.utf8), Array("한국".decomposed.utf8))
    }
  }
}

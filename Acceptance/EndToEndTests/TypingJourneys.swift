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

    @Test func aFamilyIsOneCharacter() throws {
      let home = try TestHome()
      let session = try newEntry(home)
      session.send("a👩‍👩‍👧‍👦")
      try waitForCaret(session, column: 5)
      session.send("🇰🇷")
      try waitForCaret(session, column: 7)
      session.send("e\u{301}")
      try waitForCaret(session, column: 8)
      session.press(.backspace, .backspace)
      try waitForCaret(session, column: 5)
      session.press(.backspace)
      try waitForCaret(session, column: 3)
      session.send("👨‍👩‍👦")
      try waitForCaret(session, column: 5)
      session.press(.control("s"))
      try session.waitFor("Added")
      try expectEqual(home.titles(), ["a👨‍👩‍👦"])
    }

    @Test func everyField() throws {
      let home = try TestHome()
      let session = try newEntry(home)
      session.send("제목")
      session.press(.tab)
      session.send("첫째 줄\r둘째 줄 q?")
      session.press(.tab)
      session.send("산책 #강")
      session.press(.tab, .tab, .control("u"))
      session.send("2026-11-20 07:30 +09:00")
      session.press(.shiftTab, .shiftTab, .shiftTab)
      session.send("!")
      session.press(.control("s"))
      try session.waitFor("Added “제목”")
      let entry = try require(try home.entries().first)
      expectEqual(entry["content"]?.string, "첫째 줄\n둘째 줄 q?!")
      expectEqual(entry["tags"]?.array?.compactMap(\.string), ["산책", "강"])
      expectEqual(entry["date"]?.string, "2026-11-20T07:30:00+09:00")
    }
  }
}

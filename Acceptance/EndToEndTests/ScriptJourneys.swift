import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// Typing in many scripts updates the screen like a complete redraw.
  @Suite struct Scripts {
    /// Typed characters, as sent by keyboards and input methods.
    struct Script: Sendable {
      let name: String
      let keys: [TerminalKey]

      init(_ name: String, _ text: String, then keys: TerminalKey...) {
        self.name = name
        self.keys = text.map { $0 == "\n" ? .enter : .character($0) } + keys
      }

      /// Types each scalar separately.
      init(_ name: String, scalarsOf text: String, then keys: TerminalKey...) {
        self.name = name
        self.keys = text.unicodeScalars.map { .character(Character($0)) } + keys
      }
    }

    static let scripts = [
      Script("Korean", "아침 일찍 강가를 걸었다. 안개가 천천히 걷히고 첫 기차가 다리를 건넜다.", then: .left, .left, .backspace),
      Script("Korean jamo", scalarsOf: "한글을 쓴다".decomposed, then: .left, .backspace),
      Script("Korean compatibility jamo", "ㅎㅏㄴㄱㅡㄹ ㅋㅋㅋ", then: .home, .delete),
      Script("Japanese", "今朝は早く川辺を歩いた。霧がゆっくり晴れて、始発の列車が橋を渡った。「がぎぐ」", then: .up, .end),
      Script("Chinese", "清晨我沿着河边走。雾慢慢散去,第一班火车过了桥。「繁體」也一樣。\n", then: .left),
      Script("Arabic", "صباح الخير يا عالم، ١٢٣", then: .left, .left, .left),
      Script("Arabic with marks", scalarsOf: "السَّلَامُ عَلَيْكُمْ", then: .left, .backspace),
      Script("Hebrew", "שלום עולם", then: .home, .right),
      Script("Hebrew with points", scalarsOf: "שָׁלוֹם", then: .left, .left),
      Script("Thai", scalarsOf: "เช้านี้ฉันเดินเล่นริมแม่น้ำ", then: .left, .left),
      Script("Devanagari", scalarsOf: "नमस्ते दुनिया, क्षत्रिय", then: .left, .left, .left),
      Script("Emoji", "a👍🏽b👩‍👩‍👧‍👦c🇰🇷d❤️e1️⃣f🏳️‍🌈", then: .left, .left, .backspace),
      Script("Emoji, scalar by scalar", scalarsOf: "👩‍👩‍👧‍👦x", then: .left, .left),
      Script(
        "Combining marks", scalarsOf: "e\u{301}a\u{308}o\u{302}\u{323} Z\u{351}\u{36B}",
        then: .left, .left),
      Script("Vietnamese", scalarsOf: "Tiếng Việt".decomposed, then: .home, .right, .delete),
      Script("Greek and Cyrillic", "Καλημέρα κόσμε, здравствуй мир", then: .modified(.left, 5)),
      Script("Wide and narrow", "ｶﾅ Ａ Ω ─ ① … “q”\n\n  x", then: .up, .up, .end),
      Script("Long words", String(repeating: "supercalifragilistic", count: 8) + " 끝", then: .home),
    ]

    /// The rows of the title, the text and the photos.
    private static let rows = 3..<23

    @Test func `typed text equals a redraw`() throws {
      let home = try TestHome()
      let session = try home.open()
      for script in Self.scripts {
        try session.press(.character("n"), .tab, showing: "New entry")
        for key in script.keys { session.press(key) }
        try session.waitForRest()
        let cells = Self.rows.map { Self.cells(session.screen, $0) }
        let (column, row) = session.screen.cursor
        session.press(.control("l"))
        try session.waitForRest()
        expectEqual(Self.rows.map { Self.cells(session.screen, $0) }, cells, script.name)
        expectEqual(
          [session.screen.cursor.column, session.screen.cursor.row], [column, row], script.name)
        try session.press(.control("s"), hiding: "New entry")
      }
    }

    private func waitForCaret(_ session: TerminalSession, column: Int) throws {
      try session.waitUntil("the caret in column \(column)") { $0.cursor.column == column }
    }

    /// A syllable may be typed with one key per jamo.
    @Test(arguments: [("한글", "국", "한국"), ("한글".decomposed, "국".decomposed, "한국".decomposed)])
    func `the caret moves by syllables`(_ typed: String, _ next: String, _ result: String) throws {
      let home = try TestHome()
      let session = try home.open()
      try session.press(.character("n"), showing: "New entry")
      try session.waitUntil("the caret in the title") { $0.cursor == (2, 3) }
      for scalar in typed.unicodeScalars { session.send(String(scalar)) }
      try waitForCaret(session, column: 6)
      expectEqual(session.screen.cursor.row, 3)
      session.press(.backspace)
      try waitForCaret(session, column: 4)
      session.send(next)
      try waitForCaret(session, column: 6)
      session.press(.left)
      try waitForCaret(session, column: 4)
      try session.press(.control("s"), showing: "Added")
      let title = try require(try home.titles().first)
      expectEqual(Array(title.utf8), Array(result.utf8))
    }

    /// The emulator has a flag as two characters of one column each.
    private static func cells(_ screen: VirtualScreen, _ row: Int) -> [[Unicode.Scalar]] {
      var cells = (0..<screen.columns).map {
        Array(screen.cell(column: $0, row: row).text.unicodeScalars)
      }
      for column in 1..<cells.count where isFlag(cells[column - 1] + cells[column]) {
        cells[column - 1] += cells[column]
        cells[column] = []
      }
      return cells
    }

    private static func isFlag(_ scalars: [Unicode.Scalar]) -> Bool {
      scalars.count == 2 && scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
    }
  }
}

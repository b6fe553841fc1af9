import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

extension Journeys {
  /// What a terminal shows while one writes is what the editor's view says, cell by cell, and its
  /// cursor is at the caret.
  @Suite struct Scripts {
    /// What is typed, a letter or a cluster at a time, as keyboards and input methods send it.
    struct Script: CustomTestStringConvertible, Sendable {
      let name: String
      let keys: [TerminalKey]
      var testDescription: String { name }

      init(_ name: String, _ text: String, then keys: TerminalKey...) {
        self.name = name
        self.keys = text.map { $0 == "\n" ? .enter : .character($0) } + keys
      }

      /// Each scalar by itself.
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

    private static let size = Size(columns: 80, rows: 24)
    /// The rows of the title, the text and the photos. Above them stand the time and the state.
    private static let rows = 3..<23

    /// What the editor's view gives for the same keys.
    private func frame(after keys: [TerminalKey]) throws -> Frame {
      let now = try require(EntryDate("2026-11-21T10:00:00+09:00"))
      var state = AppState(
        size: Self.size, colors: .palette256, now: now, homeFolder: "/", startFolder: "/",
        localDate: { EntryDate(instant: $0.seconds, offset: 0) }, assetPath: { _ in "" })
      for key in [TerminalKey.character("n"), .tab] + keys {
        _ = state.update(.terminal(.key(try require(key.event))), now: now)
      }
      return state.frame
    }

    @Test(arguments: scripts)
    func shown(_ script: Script) throws {
      let home = try DiaryHome()
      let session = try home.open()
      session.press(.character("n"), .tab)
      try session.waitFor("New entry")
      for key in script.keys { session.press(key) }
      let frame = try frame(after: script.keys)
      let cursor = try require(frame.cursor)
      do {
        try session.waitUntil("the frame") { screen in
          screen.cursor == (cursor.column, cursor.row)
            && Self.rows.allSatisfy { Self.cells(screen, $0) == Self.cells(frame.grid, $0) }
        }
      } catch {
        // Compared once more, to say what differs.
        expectEqual(session.screen.cursor, (cursor.column, cursor.row))
        for row in Self.rows {
          expectEqual(Self.cells(session.screen, row), Self.cells(frame.grid, row))
        }
        throw error
      }
    }

    /// The emulator has a flag as two characters of a column each.
    private static func cells(_ screen: VirtualScreen, _ row: Int) -> [[Unicode.Scalar]] {
      var cells = (0..<size.columns).map {
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

    private static func cells(_ grid: Grid, _ row: Int) -> [[Unicode.Scalar]] {
      grid.row(row).map { Array($0.text.unicodeScalars) }
    }
  }
}

extension TerminalKey {
  /// What the program makes of it.
  fileprivate var event: KeyEvent? {
    switch self {
    case .character(let character): .character(character)
    case .enter: KeyEvent(.enter)
    case .tab: KeyEvent(.tab)
    case .backspace: KeyEvent(.backspace)
    case .delete: KeyEvent(.delete)
    case .left: KeyEvent(.left)
    case .right: KeyEvent(.right)
    case .up: KeyEvent(.up)
    case .home: KeyEvent(.home)
    case .end: KeyEvent(.end)
    case .modified(.left, 5): KeyEvent(.left, .control)
    default: nil
    }
  }
}

import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The history of an entry on the screen")
@MainActor
struct HistoryScreenTests {
  private static let text = (1...12).map { "Line \($0)." }.joined(separator: "\n")

  /// An entry with five states, its history open.
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, colors: ColorDepth = .palette256
  ) async throws -> ScreenTest {
    let fields = try SampleDiary.fields(
      "첫눈", on: "2026-11-18T08:00:00+09:00", "첫눈이 왔다.\n" + Self.text,
      photos: [SampleDiary.bridge, SampleDiary.fog])
    let screen = try await ScreenTest(columns, rows, entries: [fields], colors: colors)
    let id = try require(screen.state.list.selectedEntry).id
    var next = fields
    next.content = "첫눈이 많이 왔다.\n" + Self.text.replacing("Line 7.", with: "Line seven.")
    _ = try await screen.service.update(id, to: next)
    next.title = "첫눈, 저녁"
    next.date = try require(EntryDate("2026-11-18T19:00:00+09:00"))
    next.tags = ["겨울"]
    next.photos = [
      SampleDiary.photo("bridge.jpg", caption: "the old bridge"), SampleDiary.photo("plum.jpg"),
    ]
    _ = try await screen.service.update(id, to: next)
    _ = try await screen.service.delete(id)
    let last = try await screen.service.restore(id)
    await screen.changeExternally([DiaryChange(.updated, last)])
    await screen.press(.character("H"))
    return screen
  }

  @Test("States at the left, what changed at the right, 80×24")
  func ordinary() async throws {
    let screen = try await opened()
    await screen.press(.character("j"), times: 2)
    expectScreen(
      screen,
      """
       History · 첫눈, 저녁                                                    3 of 5
      ────────────────────────────────────────────────────────────────────────────────
       21 Nov 2026 10:00  restored  │ removed added since 21 Nov 2026 10:00
       21 Nov 2026 10:00  deleted   │
      ▌21 Nov 2026 10:00  edited    │ 첫눈, 저녁
       21 Nov 2026 10:00  edited    │ Wednesday 18 November 2026, 08:00 +09:00
       21 Nov 2026 10:00  written   │ Wednesday 18 November 2026, 19:00 +09:00
                                    │ #겨울
                                    │
                                    │ … 13 lines unchanged
                                    │
                                    │ ▣ fog.jpg
                                    │ ▣ bridge.jpg “the old bridge”
                                    │ ▣ plum.jpg
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
       q back   ↓ earlier   Tab text   r revert   ? keys   PgDn scroll   u undo
      """)
  }

  @Test("Without colors signs tell what changed")
  func monochrome() async throws {
    let screen = try await opened(80, 24, colors: .monochrome)
    await screen.press(.character("j"), times: 3)
    expectScreen(
      screen,
      """
       History · 첫눈, 저녁                                                    4 of 5
      ────────────────────────────────────────────────────────────────────────────────
       21 Nov 2026 10:00  restored  │ [-removed-] {+added+} since 21 Nov 2026 10:00
       21 Nov 2026 10:00  deleted   │
       21 Nov 2026 10:00  edited    │ 첫눈이 {+많이 +}왔다.
      ▌21 Nov 2026 10:00  edited    │ Line 1.
       21 Nov 2026 10:00  written   │ Line 2.
                                    │ … 2 lines unchanged
                                    │ Line 5.
                                    │ Line 6.
                                    │ Line [-7-]{+seven+}.
                                    │ Line 8.
                                    │ Line 9.
                                    │ … 3 lines unchanged
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
       q back   ↓ earlier   Tab text   r revert   ? keys   PgDn scroll   u undo
      """)
  }

  @Test("One above the other, 40×12")
  func narrow() async throws {
    let screen = try await opened(40, 12)
    await screen.press(.character("G"), .character("k"))
    expectScreen(
      screen,
      """
       History · 첫눈, 저녁            4 of 5
      ────────────────────────────────────────
       21 Nov 2026 10:00  edited
      ▌21 Nov 2026 10:00  edited
       21 Nov 2026 10:00  written
      ────────────────────────────────────────
       removed added since 21 Nov 2026 1… 40%
       첫눈이 많이 왔다.
       Line 1.
       Line 2.
       … 2 lines unchanged
       q back  ↓ earlier  Tab text  r revert
      """)
  }

  @Test("On a wide screen, 200×50, with all of the text")
  func wide() async throws {
    let screen = try await opened(200, 50)
    await screen.press(.character("G"), KeyEvent(.tab))
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    try expectContains(lines.at(2), "restored")
    try expectContains(lines.at(6), "▌21 Nov 2026 10:00  written")
    expectContains(screen.text, "Line 12.")
  }

  /// The styles of the cells that show a text.
  private func styles(_ screen: ScreenTest, _ text: String) -> Set<Style> {
    let grid = screen.state.frame.grid
    let wanted = text.filter { $0 != " " }
    for row in 0..<grid.size.rows {
      let cells = grid.row(row).filter { !$0.isContinuation && $0.text != " " }
      for start in cells.indices {
        let found = cells[start...].prefix(wanted.count)
        if found.map(\.text).joined() == wanted { return Set(found.map(\.style)) }
      }
    }
    return []
  }

  @Test("What was removed and what was added look unlike each other and the rest")
  func colors() async throws {
    let screen = try await opened()
    await screen.press(.character("j"), times: 3)
    let theme = screen.state.theme
    expectEqual(styles(screen, "많이"), [theme.added])
    expectEqual(styles(screen, "첫눈이"), [theme.text])
    expectEqual(styles(screen, "seven"), [theme.added])
    expectNotEqual(theme.added.attributes, theme.removed.attributes)
  }

  @Test("A blank parts what was removed from what was added in its place")
  func blank() async throws {
    let screen = try await opened()
    await screen.press(.character("j"), times: 3)
    expectContains(screen.text, "Line 7 seven.")
    // Nothing parts what is added alone.
    expectContains(screen.text, "첫눈이 많이 왔다.")
  }

  @Test("A star, a pin, a tag and a journal are told by name, and said on the bottom line")
  func single() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    await screen.press(.character("*"))
    expectContains(screen.text, "Starred “강가 산책, 안개”.")
    await screen.press(.character("*"))
    expectContains(screen.text, "Unstarred “강가 산책, 안개”.")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: unstarring “강가 산책, 안개”.")
    await screen.press(.character("P"))
    expectContains(screen.text, "Pinned “강가 산책, 안개”.")
    await screen.press(.character("P"))
    expectContains(screen.text, "Unpinned “강가 산책, 안개”.")
    let entry = try require(screen.state.list.selectedEntry)
    var fields = entry.fields
    fields.journal = "A journal with a name that is longer than any row of a history"
    let moved = try await screen.service.update(entry.id, to: fields)
    await screen.changeExternally([DiaryChange(.updated, moved)])
    await screen.press(.character("H"))
    let rows = screen.text.split(separator: "\n").compactMap { line in
      line.split(separator: "│").first.map { $0.dropFirst(20).trimmed }
    }
    let words = ["unpinned", "pinned", "starred", "unstarred", "starred", "written"]
    expectEqual(rows.dropFirst(2).first?.hasPrefix("moved to A jour"), true)
    expectEqual(Array(rows.dropFirst(3).prefix(words.count)).map { String($0) }, words)
  }

  @Test("r reverts; u takes it back")
  func revert() async throws {
    let screen = try await opened()
    let id = try require(screen.state.list.selectedEntry).id
    let now = try await screen.service.entry(id).fields
    await screen.press(.character("r"))
    expectContains(screen.text, "The entry already says this.")
    await screen.press(.character("G"), .character("r"))
    expectContains(screen.text, "Reverted “첫눈”. Press u to undo.")
    expectContains(screen.text, "reverted")
    expectContains(screen.text, "6 of 6")
    expectPrefix(screen.text, " History · 첫눈  ")
    try await expectPrefix(screen.service.entry(id).content, "첫눈이 왔다.")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: reverting “첫눈, 저녁”.")
    try await expectEqual(screen.service.entry(id).fields, now)
    await screen.press(.character("q"))
    expectContains(screen.text, "첫눈, 저녁")
  }

  @Test("One state says so")
  func one() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(KeyEvent(.enter), .character("H"))
    expectContains(screen.text, "First revision; unchanged since.")
    await screen.press(.character("j"), KeyEvent(.pageDown), KeyEvent(.escape))
    expectContains(screen.text, "Friday 20 November 2026")
  }

  @Test("A long text scrolls, and the next state begins at the top")
  func scrolling() async throws {
    let screen = try await opened(80, 16)
    await screen.press(.character("G"))
    expectLacks(screen.text, "Line 12.")
    await screen.press(KeyEvent(.pageDown), times: 3)
    expectContains(screen.text, "Line 12.")
    expectContains(screen.text, "100%")
    await screen.press(.character("k"), .character("G"))
    expectContains(screen.text, "첫눈이 왔다.")
  }

  @Test("An entry in the trash has a history, and isn't reverted there")
  func trash() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("d"), .character("y"), .character("t"), .character("H"))
    expectContains(screen.text, "deleted")
    expectContains(screen.text, "The text hasn't changed. Press Tab to see it.")
    await screen.press(.character("G"), .character("r"))
    expectContains(screen.text, "This entry is in the trash.")
  }

  @Test("A change made elsewhere appears, and the chosen state stays chosen")
  func elsewhere() async throws {
    let screen = try await opened()
    await screen.press(.character("G"))
    var fields = try require(screen.state.list.selectedEntry).fields
    let id = try require(screen.state.list.selectedEntry).id
    fields.title = "Theirs"
    let theirs = try await screen.service.update(id, to: fields)
    // Its rows, and then the history, are read.
    await screen.changeExternally([DiaryChange(.updated, theirs)])
    expectContains(screen.text, "6 of 6")
    expectContains(screen.text, "First revision.")
  }

  @Test("A history that can't be read says so, and H tries again")
  func unreadable() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    screen.repository.failNextRead(with: .store(path: "/diary", .noPermission))
    await screen.press(.character("H"))
    expectContains(screen.text, "Couldn't do that")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
    await screen.press(.character("H"))
    expectContains(screen.text, "1 of 1")
  }

  @Test("Hostile text stays in its cells, at any size", arguments: [(80, 24), (40, 12), (200, 50)])
  func hostile(_ columns: Int, _ rows: Int) async throws {
    let nasty = "\u{1B}[2J\u{7}\u{202E}evil\u{0}\u{9B}31m e\u{301}\u{301} 👨‍👩‍👧 कि \t\r\n\u{2028}"
    let old = try SampleDiary.fields(
      nasty, on: "2026-11-18T08:00:00+09:00", String(repeating: nasty + "x", count: 50),
      tags: [nasty])
    let screen = try await ScreenTest(columns, rows, entries: [old])
    let id = try require(screen.state.list.selectedEntry).id
    var new = old
    new.title = nasty + nasty
    new.content = String(repeating: "한\u{1B}a ", count: 2500) + old.content.dropFirst(300)
    new.tags = [nasty + "\u{1B}"]
    _ = try await screen.service.update(id, to: new)
    await screen.press(.character("H"))
    // The harness looks at every cell after every key.
    for key in [
      KeyEvent(.tab), .character("G"), KeyEvent(.pageDown), KeyEvent(.tab), .character("r"),
    ] {
      await screen.press(key)
    }
    expectContains(screen.text, "Reverted “␛[2J")
  }
}

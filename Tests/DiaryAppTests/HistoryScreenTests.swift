import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The history of an entry on the screen") @MainActor
struct HistoryScreenTests {
  private static let text = (1...12).map { "Line \($0)." }.joined(separator: "\n")

  /// An entry with five states, its history open.
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, colors: ColorDepth = .palette256
  ) async throws -> ScreenTest {
    let fields = try SampleDiary.fields(
      "첫눈", on: "2026-11-18T08:00", "첫눈이 왔다.\n" + Self.text,
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
    return await screen.press("H")
  }

  @Test(
    "States are at the left, changes at the right",
    arguments: [
      (80, 24, ColorDepth.palette256, "jj", "history-80x24"),
      (80, 24, .monochrome, "jjj", "history-monochrome"),
      (40, 12, .palette256, "Gk", "history-40x12"),
    ])
  func drawn(
    _ columns: Int, _ rows: Int, _ colors: ColorDepth, _ keys: String, _ fixture: String
  ) async throws {
    try await expectScreen(opened(columns, rows, colors: colors).press(keys), in: fixture)
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

  @Test func `Changed text looks different, and stars, pins and tags are named`() async throws {
    var screen = try await opened().press("jjj")
    let theme = screen.state.theme
    expectEqual(styles(screen, "많이"), [theme.added])
    expectEqual(styles(screen, "첫눈이"), [theme.text])
    expectEqual(styles(screen, "seven"), [theme.added])
    expectNotEqual(theme.added.attributes, theme.removed.attributes)
    // A blank parts what was removed from what was added in its place, and nothing what is added
    // alone.
    expectShows(screen, "Line 7 seven.", "첫눈이 많이 왔다.")
    screen = try await ScreenTest.sample(80, 24).press("*", shows: "Starred “강가 산책, 안개”.")
    await screen.press("*", shows: "Unstarred “강가 산책, 안개”.")
    await screen.press("u", shows: "Undone: unstarring “강가 산책, 안개”.")
    await screen.press("P", shows: "Pinned “강가 산책, 안개”.").press("P", shows: "Unpinned “강가 산책, 안개”.")
    try await screen.editElsewhere {
      $0.journal = "A journal with a name that is longer than any row of a history"
    }.press("H")
    let rows = screen.text.split(separator: "\n").compactMap { line in
      line.split(separator: "│").first.map { $0.dropFirst(20).trimmed }
    }
    let words = ["unpinned", "pinned", "starred", "unstarred", "starred", "written"]
    expectEqual(rows.dropFirst(2).first?.hasPrefix("moved to A jour"), true)
    expectEqual(Array(rows.dropFirst(3).prefix(words.count)).map { String($0) }, words)
  }

  @Test func `r reverts to a state, and changes elsewhere and errors are shown`() async throws {
    var screen = try await opened()
    let id = try require(screen.state.list.selectedEntry).id
    let now = try await screen.service.entry(id).fields
    await screen.press("r", shows: "The entry already says this.")
    await screen.press("Gr", shows: "Reverted “첫눈”. Press u to undo.", "reverted", "6 of 6")
    expectPrefix(screen.text, " History · 첫눈  ")
    try await expectPrefix(screen.service.entry(id).content, "첫눈이 왔다.")
    await screen.press("u", shows: "Undone: reverting “첫눈, 저녁”.")
    try await expectEqual(screen.service.entry(id).fields, now)
    await screen.press("q", shows: "첫눈, 저녁")
    screen = try await ScreenTest.sample()
    await screen.press("<Enter>H", shows: "First revision; unchanged since.")
    await screen.press("j<PgDn><Esc>", shows: "Friday 20 November 2026")
    // A long text scrolls, and the next state begins at the top.
    screen = try await opened(80, 16).press("G", lacks: "Line 12.")
    await screen.press("<PgDn*3>", shows: "Line 12.", "100%").press("kG", shows: "첫눈이 왔다.")
    // An entry in the trash has a history, and isn't reverted there.
    screen = try await ScreenTest.sample()
    await screen.press("dytH", shows: "deleted", "The text hasn't changed. Press Tab to see it.")
    await screen.press("Gr", shows: "This entry is in the trash.")
    screen = try await opened().press("G")
    try await expectShows(screen.editElsewhere { $0.title = "Theirs" }, "6 of 6", "First revision.")
    // A history that can't be read says so, and H tries again.
    screen = try await ScreenTest.sample()
    screen.repository.failNextRead(of: .revisions, with: .store(path: "/diary", .noPermission))
    await screen.press("H", shows: "Couldn't do that").press("<Enter>")
    expect(screen.state.screens.isEmpty)
    await screen.press("H", shows: "1 of 1")
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
    await screen.press("H")
    // The harness looks at every cell after every key.
    await screen.press("<Tab>G<PgDn><Tab>r", shows: "Reverted “␛[2J")
  }
}

@Suite("Long texts are compared aside") @MainActor
struct ComparisonTests {
  /// As many bytes as are too many to be laid out at once.
  private static func long(_ line: String) -> String {
    String(repeating: line + "\n", count: 24_000 / (line.utf8.count + 1))
  }

  private func entry(_ contents: [String], isHistory: Bool) async throws -> ScreenTest {
    let fields = try SampleDiary.fields("첫눈", on: "2026-11-18T08:00", contents[0])
    let screen = try await ScreenTest(entries: [fields])
    var last = try require(screen.state.list.selectedEntry)
    let first = last.heads
    for content in contents.dropFirst() {
      var next = fields
      next.content = content
      last = try await screen.service.update(
        last.id, to: next, basedOn: isHistory ? last.heads : first)
    }
    await screen.changeExternally([DiaryChange(.updated, last)])
    screen.forgetEffects()
    return screen
  }

  private func comparisons(_ effects: [Effect]) -> [Comparison] {
    effects.compactMap { $0.argument() }
  }

  @Test func `A key waits for no comparison, and the next one ends it`() async throws {
    let screen = try await entry(
      [Self.long("하나"), Self.long("둘"), Self.long("셋")], isHistory: true)
    await expectEqual(comparisons(screen.press("H", shows: "둘").effects).count, 1)
    expectLacks(screen, "comparing…")

    var state = screen.state
    let second = try require(comparisons(state.press("j")).first)
    expectContains(state.frame.grid.text, "comparing… · 2 of 3")
    expectLacks(state.frame.grid.text, "둘")
    // Paging waits; nothing is asked for twice.
    expect(state.press("<PgDn>").isEmpty)
    let third = try require(comparisons(state.press("j")).first)
    expectNotEqual(third, second)
    // What was asked for earlier comes too late.
    _ = state.update(.compared(second, second.outcome), now: state.now)
    expectContains(state.frame.grid.text, "comparing… · 3 of 3")
    var left = state
    expectContains(left.press("q"), .cancelComparison)
    _ = state.update(.compared(third, third.outcome), now: state.now)
    expectContains(state.frame.grid.text, "하나")
    expectLacks(state.frame.grid.text, "comparing…")
  }

  @Test func `Short texts are compared immediately, hidden ones wait`() async throws {
    var screen = try await entry(["하나", "둘"], isHistory: true).press("Hj<Tab>q")
    let versions = try await entry(["하나", "둘", "셋"], isHistory: false).press("m<Tab>e")
    expectContains(versions.text, "Edit entry")
    expect(comparisons(screen.effects + versions.effects).isEmpty)
    // Behind another screen none goes on; in front again it does.
    screen = try await entry([Self.long("하나"), Self.long("둘")], isHistory: true).press("H")
    var state = screen.state
    _ = state.update(.terminal(.resize(Size(columns: 100, rows: 30))), now: state.now)
    expectContains(state.frame.grid.text, "comparing…")
    expectContains(state.press("?"), .cancelComparison)
    expectEqual(comparisons(state.press("<Esc>")).count, 1)
  }

  @Test func `Two versions are merged in the background, ignoring keys`() async throws {
    let screen = try await entry(["", Self.long("하나"), Self.long("둘")], isHistory: false)
    await screen.press("m", shows: "하나", "둘")

    var state = screen.state
    let asked = try require(comparisons(state.press("e")).first)
    expectContains(state.frame.grid.text, "comparing… · 2 versions")
    for key in ["l", "r", "e", "H", "x"] { expect(state.press(key).isEmpty) }
    var stopped = state
    expectContains(stopped.press("<Esc>"), .cancelComparison)
    _ = stopped.update(.compared(asked, asked.outcome), now: state.now)
    expectContains(stopped.frame.grid.text, "2 versions")
    expect(!stopped.screens.contains(EditorState.self))

    await screen.press("e", shows: "Edit entry", lacks: "comparing…").press("<C-s>y")
    let id = try require(screen.state.list.selectedEntry).id
    try await expectEqual(screen.service.versions(of: id).count, 1)
  }
}

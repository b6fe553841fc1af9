import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The history of an entry on the screen") @MainActor struct HistoryScreenTests {
  private static let text = (1...12).map { "Line \($0)." }.joined(separator: "\n")

  /// Opens the history of an entry with five states.
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

  @Test(arguments: [
    (80, 24, ColorDepth.palette256, "jj", "history-80x24"),
    (80, 24, .monochrome, "jjj", "history-monochrome"),
    (40, 12, .palette256, "Gk", "history-40x12"),
  ])
  func `states are at the left, changes at the right`(
    _ columns: Int, _ rows: Int, _ colors: ColorDepth, _ keys: String, _ fixture: String
  ) async throws {
    try await expectScreen(opened(columns, rows, colors: colors).press(keys), in: fixture)
  }

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

  @Test func `Changes are styled, and stars, pins and tags are named`() async throws {
    var screen = try await opened().press("jjj")
    let theme = screen.state.theme
    expectEqual(styles(screen, "많이"), [theme.added])
    expectEqual(styles(screen, "첫눈이"), [theme.text])
    expectEqual(styles(screen, "seven"), [theme.added])
    expectNotEqual(theme.added.attributes, theme.removed.attributes)
    // A blank separates removed from added words, but isn't inserted before added ones.
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
    await screen.press("r", shows: "The entry already has this content.")
    await screen.press("Gr", shows: "Reverted “첫눈”. Press u to undo.", "reverted", "6 of 6")
    expectPrefix(screen.text, " History · 첫눈  ")
    try await expectPrefix(screen.service.entry(id).content, "첫눈이 왔다.")
    await screen.press("u", shows: "Undone: reverting “첫눈, 저녁”.")
    try await expectEqual(screen.service.entry(id).fields, now)
    await screen.press("q", shows: "첫눈, 저녁")
    screen = try await ScreenTest.sample()
    await screen.press("<Enter>H", shows: "First revision; unchanged since.")
    await screen.press("j<PgDn><Esc>", shows: "Friday 20 November 2026")
    screen = try await opened(80, 16).press("G", lacks: "Line 12.")
    await screen.press("<PgDn*3>", shows: "Line 12.", "100%").press("kG", shows: "첫눈이 왔다.")
    screen = try await ScreenTest.sample()
    await screen.press("dytH", shows: "deleted", "The text hasn't changed. Press Tab to see it.")
    await screen.press("Gr", shows: "This entry is in the trash.")
    screen = try await opened().press("G")
    try await expectShows(screen.editElsewhere { $0.title = "Theirs" }, "6 of 6", "First revision.")
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
    // The harness checks every cell after every key.
    await screen.press("<Tab>G<PgDn><Tab>r", shows: "Reverted “␛[2J")
  }
}

@Suite("Long texts are compared in the background") @MainActor struct ComparisonTests {
  /// Returns a text too long to be compared immediately.
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

  @Test func `A comparison delays no key, and the next key ends it`() async throws {
    let screen = try await entry(
      [Self.long("하나"), Self.long("둘"), Self.long("셋")], isHistory: true)
    await expectEqual(comparisons(screen.press("H", shows: "둘").effects).count, 1)
    expectLacks(screen, "comparing…")
    var state = screen.state
    let second = try require(comparisons(state.press("j")).first)
    expectContains(state.frame.grid.text, "comparing… · 2 of 3")
    expectLacks(state.frame.grid.text, "둘")
    expect(state.press("<PgDn>").isEmpty)
    let third = try require(comparisons(state.press("j")).first)
    expectNotEqual(third, second)
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
    let versions = try await entry(["하나", "둘", "셋"], isHistory: false).press("C<Tab>e")
    expectContains(versions.text, "Edit entry")
    expect(comparisons(screen.effects + versions.effects).isEmpty)
    // A comparison stops behind another screen, and restarts in front.
    screen = try await entry([Self.long("하나"), Self.long("둘")], isHistory: true).press("H")
    var state = screen.state
    _ = state.update(.terminal(.resize(Size(columns: 100, rows: 30))), now: state.now)
    expectContains(state.frame.grid.text, "comparing…")
    expectContains(state.press("?"), .cancelComparison)
    expectEqual(comparisons(state.press("<Esc>")).count, 1)
  }

  @Test func `Two versions are merged in the background, ignoring keys`() async throws {
    let screen = try await entry(["", Self.long("하나"), Self.long("둘")], isHistory: false)
    await screen.press("C", shows: "하나", "둘")
    var state = screen.state
    let asked = try require(comparisons(state.press("e")).first)
    expectContains(state.frame.grid.text, "comparing… · 2 versions")
    for key in ["<", ">", "e", "H", "x"] { expect(state.press(key).isEmpty) }
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

@Suite("Several versions of an entry") @MainActor struct VersionsScreenTests {
  private static let left = "아침 일찍 강가를 걸었다.\nThe fog was thick.\nHome at ten."
  private static let right = "아침 일직 강가를 걸었다.\nThe fog was thin.\nHome at ten.\nSoup."

  /// An entry changed on several devices at the same time, the last version shown.
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, contents: [String] = [right, left],
    colors: ColorDepth = .palette256
  ) async throws -> ScreenTest {
    let fields = try SampleDiary.fields(
      "강가 산책", on: "2026-11-20T07:30", "강가.", photos: [SampleDiary.fog], tags: ["강"])
    let screen = try await ScreenTest(columns, rows, entries: [fields], colors: colors)
    let entry = try require(screen.state.list.selectedEntry)
    var last = entry
    for (index, content) in contents.enumerated() {
      var other = fields
      other.content = content
      if index == 0 { other.tags = ["강", "산책"] }
      last = try await screen.service.update(entry.id, to: other, basedOn: entry.heads)
    }
    await screen.changeExternally([DiaryChange(.updated, last)])
    return screen
  }

  private func versions(_ screen: ScreenTest) async throws -> [String] {
    let id = try require(screen.state.list.selectedEntry).id
    return try await screen.service.versions(of: id).map(\.entry.content)
  }

  @Test("Row, preview and reader show several versions", arguments: [(80, 24), (40, 12)])
  func versionsAreShown(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(columns, rows)
    let lines = screen.text.split(separator: "\n")
    try expectContains(lines.at(3), "2 versions ▣ 1")
    if columns == 80 { expectContains(lines[22], "2 versions · ▣ 1 photo") }
    await screen.press("<Enter>", shows: "One of 2 versions.").press("C", shows: "Versions · 강가 산책")
    await screen.press("<Esc>", shows: "One of 2 versions.")
  }

  @Test func `Two versions are drawn, one is kept, and u restores both`() async throws {
    try await expectScreen(opened().press("C"), in: "versions-80x24")
    let screen = try await opened(40, 12, colors: .monochrome).press("Cj")
    try expectScreen(screen, in: "versions-40x12-first")
    try await expectScreen(screen.press("<Tab>"), in: "versions-40x12")
    for (key, kept) in [("<", Self.left), (">", Self.right)] {
      let screen = try await opened().press(.character("C"), .character(Character(key)))
      expectShows(screen, "Merged “강가 산책”. Press u to undo, H for its history.")
      try await expectEqual(versions(screen), [kept])
      expect(screen.state.screens.isEmpty)
      let id = try require(screen.state.list.selectedEntry).id
      let history = try await screen.service.history(of: id)
      expectEqual(history.count, 4)
      try expectEqual(history.at(0).parents.count, 2)
      await screen.press("u", shows: "Undone: merging the versions of “강가 산책”.")
      try await expectEqual(versions(screen), [Self.left, Self.right])
      try await expectEqual(versions(screen.press("<C-r>")), [kept])
      try await expectEqual(versions(screen.press("uC>")), [Self.right])
    }
  }

  @Test func `Editing both begins with their differences, and saving merges them`() async throws {
    let screen = try await opened().press("Ce")
    let editor = try require(screen.state.screens.front(as: EditorState.self))
    expectEqual(
      editor.page.content.text,
      """
      ——— Left version, saved 21 Nov 2026 10:00 ———
      아침 일찍 강가를 걸었다.
      The fog was thick.
      ——— Right version, saved 21 Nov 2026 10:00 ———
      아침 일직 강가를 걸었다.
      The fog was thin.
      ——— Both versions ———
      Home at ten.
      ——— Right version, saved 21 Nov 2026 10:00 ———
      Soup.
      """)
    expectEqual(editor.page.tags.text, "#강 #산책")
    expectEqual(editor.page.photos, [SampleDiary.fog])
    expect(editor.hasChanges)
    await screen.type("!")
    let refusal = "Divider lines are left; Ctrl-S saves anyway. Esc again keeps a draft."
    await screen.press("<Esc>", shows: refusal)
    // Saving with divider lines needs a confirmation.
    await screen.press("<C-s>", shows: "Save with the divider lines?")
    expectShows(screen, "——— Left version, saved 21 Nov 2026 10:00 ———")
    try await expectEqual(versions(screen.press("<Enter>")).count, 2)
    screen.repository.failure = .store(path: "/diary", .diskFull)
    await screen.press("<C-s>y<Enter>")
    screen.repository.failure = nil
    // The confirmation still counts after a failed save.
    await expect(screen.press("<C-s>").state.screens.isEmpty)
    try await expectEqual(versions(screen), [editor.page.content.text + "!"])
    try await expectEqual(versions(screen.press("u")), [Self.left, Self.right])
  }

  @Test func `Saving without divider lines isn't confirmed`() async throws {
    let screen = try await opened(40, 12, contents: ["One.", "Two."])
    await screen.press("Ce<C-s>", shows: "keep writing", "Save (y)").press("n<BS*200>Mine.<C-s>")
    try await expectEqual(versions(screen), ["Mine."])
  }

  @Test(
    "A line between versions is distinguished from the user's text",
    arguments: [
      ("a\r\n ——— Both versions ——— \r\nb", "——— Both versions ———"),
      ("——— Right version, saved 1 Nov ———", "——— Right version, saved 1 Nov ———"),
      ("——— Left version", nil), ("a ——— Both versions ———", nil), ("——— Mine ———", nil),
      ("——————", nil), ("——— ———", nil), ("", nil),
    ] as [(String, String?)])
  func markers(_ text: String, _ marker: String?) {
    expectEqual(MergedText.firstMarker(in: text), marker)
  }

  @Test func `A merge continues from a draft, even without a difference`() async throws {
    let screen = try await opened().press("Ce!<Esc><Esc><Esc>")
    expect(screen.state.screens.isEmpty)
    await screen.begin(.findDrafts).press("<Enter><C-s>y", shows: "Merged “강가 산책”")
    let merged = try await versions(screen)
    expectEqual(merged.count, 1)
    await screen.press("u", shows: "Undone: merging the versions of “강가 산책”.")
    try await expectEqual(versions(screen), [Self.left, Self.right])
    try await expectEqual(versions(screen.press("<C-r>")), merged)
    try await expectEqual(versions(opened(contents: ["One.", "One."]).press("Ce<C-s>")), ["One."])
  }

  @Test func `Three versions are compared, and a deleted one can be kept`() async throws {
    var screen = try await opened(contents: ["One.", "Two.", "Three."])
    await screen.press("C", shows: "3 versions", "Right, 2 of 3", "Three.", "Two.")
    await screen.press("<Tab>", shows: "Right, 3 of 3", "One.").press(">")
    try await expectEqual(versions(screen), ["One.", "Two."])
    expectShows(screen, "2 versions")
    try await expectEqual(versions(screen.press("<lt>")), ["One."])
    try await expectEqual(Set(versions(screen.press("uu"))), ["One.", "Two.", "Three."])
    screen = try await opened(contents: ["One."])
    let entry = try require(screen.state.list.selectedEntry)
    var fields = entry.fields
    fields.content = "Two."
    var gone = entry
    gone.isTrashed = true
    _ = try await screen.repository.save([gone])
    // A device that hadn't received the deletion edits the entry.
    gone.isTrashed = false
    gone.fields = fields
    let last = try require(try await screen.repository.save([gone]).first)
    await screen.changeExternally([DiaryChange(.updated, last)])
    await screen.press("C", shows: "Right · deleted", "> delete", lacks: "keep right").press(">")
    try await expectEqual(screen.service.trash().map(\.id), [entry.id])
    expect(screen.state.screens.isEmpty)
    try await expectEqual(versions(screen.press("u")), ["Two."])
  }

  @Test func `An edit of a deleted entry stays in the list, on every device`() async throws {
    let screen = try await opened(contents: ["One."])
    let entry = try require(screen.state.list.selectedEntry)
    // A device that hadn't received the edit deletes the entry.
    await screen.press("eEdited <C-s>")
    var gone = entry
    gone.isTrashed = true
    let found = try require(try await screen.repository.save([gone]).first)
    expect(!found.isTrashed)
    await expectShows(screen.changeExternally([DiaryChange(.updated, found)]), "2 versions")
    try await expect(screen.service.trash().isEmpty)
    await screen.press("C<lt>")
    let kept = try await screen.service.versions(of: entry.id)
    try expect(kept.count == 1 && !kept.at(0).entry.isTrashed)
    await screen.press("u")
    try await expectEqual(
      screen.service.versions(of: entry.id).map(\.entry.isTrashed), [false, true])
    expectShows(screen, "Undone: merging the versions of")
    try await expectEqual(screen.press("<C-r>").service.versions(of: entry.id).count, 1)
    await screen.press("u")
    // Merging with a deleted version keeps the edited text.
    await screen.press("Ce<C-s>")
    let merged = try await screen.service.versions(of: entry.id)
    expectEqual(merged.map(\.entry.fields.content), kept.map(\.entry.fields.content))
    try await expectEqual(screen.press("udy").service.trash().map(\.heads.count), [1])
    try await expectEqual(screen.press("u").service.entry(entry.id).isTrashed, false)
  }

  @Test func `Undoing a deletion restores both versions, and no third`() async throws {
    var screen = try await opened()
    let before = try await versions(screen)
    try await expectEqual(versions(screen.press("dyu")), before)
    try await expectEqual(versions(screen.press("<C-r>u")), before)
    screen = try await ScreenTest.sample()
    await screen.press("C", shows: "There is only one version. Press H for its history.")
    screen = try await opened().press("e!<C-s>", shows: "Saved “강가 산책”.")
    try await expectEqual(versions(screen), [Self.left + "!", Self.right])
    try await expectEqual(versions(screen.press("u")), [Self.left, Self.right])
  }

  @Test func `Unreadable and merged versions are handled`() async throws {
    var screen = try await opened()
    screen.repository.failNextRead(of: .revisions, with: .store(path: "/diary", .noPermission))
    await screen.press("C", shows: "Couldn't do that").press("<Enter>")
    expect(screen.state.screens.isEmpty)
    await screen.press("C", shows: "The fog was thick.")
    screen.repository.failNextRead(of: .revisions, with: .store(path: "/diary", .noPermission))
    var entry = try require(screen.state.list.selectedEntry)
    await screen.receive(.externalChanges([DiaryChange(.updated, entry)]))
    expectShows(screen, "Couldn't do that")
    await screen.press("<Enter>", shows: "The fog was thick.")
    screen = try await opened().press("C")
    entry = try require(screen.state.list.selectedEntry)
    let merged = try await screen.service.update(entry.id, to: entry.fields, basedOn: entry.heads)
    await expect(screen.changeExternally([DiaryChange(.updated, merged)]).state.screens.isEmpty)
  }
}

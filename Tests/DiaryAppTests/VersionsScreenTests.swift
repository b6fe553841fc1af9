import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Several versions of an entry") @MainActor
struct VersionsScreenTests {
  private static let left = "아침 일찍 강가를 걸었다.\nThe fog was thick.\nHome at ten."
  private static let right = "아침 일직 강가를 걸었다.\nThe fog was thin.\nHome at ten.\nSoup."

  /// An entry that was changed in several places at once; the last one is shown.
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

  @Test(
    "The row, the preview and the reader show that there are versions",
    arguments: [(80, 24), (40, 12)])
  func told(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(columns, rows)
    let lines = screen.text.split(separator: "\n")
    try expectContains(lines.at(3), "2 versions ▣ 1")
    if columns == 80 { expectContains(lines[22], "2 versions · ▣ 1 photo") }
    await screen.press("<Enter>", shows: "One of 2 versions.").press("m", shows: "Versions · 강가 산책")
    await screen.press("<Esc>", shows: "One of 2 versions.")
  }

  @Test func `Two versions are drawn, one is kept, and u restores both`() async throws {
    try await expectScreen(opened().press("m"), in: "versions-80x24")
    let screen = try await opened(40, 12, colors: .monochrome).press("mj")
    try expectScreen(screen, in: "versions-40x12-first")
    try await expectScreen(screen.press("<Tab>"), in: "versions-40x12")
    for (key, kept) in [("l", Self.left), ("r", Self.right)] {
      let screen = try await opened().press(.character("m"), .character(Character(key)))
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
      try await expectEqual(versions(screen.press("umr")), [Self.right])
    }
  }

  @Test func `Editing both begins with their differences, and saving ends them`() async throws {
    let screen = try await opened().press("me")
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
    // A second look before the lines between the versions become a part of the entry.
    await screen.press("<C-s>", shows: "Save with the divider lines?")
    expectShows(screen, "——— Left version, saved 21 Nov 2026 10:00 ———")
    try await expectEqual(versions(screen.press("<Enter>")).count, 2)
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press("<C-s>y<Enter>")
    screen.repository.fail(with: nil)
    // Asked once: the answer still holds.
    await expect(screen.press("<C-s>").state.screens.isEmpty)
    try await expectEqual(versions(screen), [editor.page.content.text + "!"])
    try await expectEqual(versions(screen.press("u")), [Self.left, Self.right])
  }

  @Test func `Saving without the markers isn't asked about`() async throws {
    let screen = try await opened(40, 12, contents: ["One.", "Two."])
    await screen.press("me<C-s>", shows: "keep writing", "Save (y)").press("n<BS*200>Mine.<C-s>")
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
    let screen = try await opened().press("me!<C-c>")
    let draft = try require(await screen.drafts.kept.first)
    // The next start finds it.
    while !screen.state.screens.isEmpty {
      await screen.press("<Esc>")
      if screen.state.screens.front is ConfirmState { await screen.press("y<Enter>") }
    }
    try await screen.drafts.keep(draft)
    await screen.begin(.findDrafts).press("<Enter><C-s>y", shows: "Merged “강가 산책”")
    let merged = try await versions(screen)
    expectEqual(merged.count, 1)
    await screen.press("u", shows: "Undone: merging the versions of “강가 산책”.")
    try await expectEqual(versions(screen), [Self.left, Self.right])
    try await expectEqual(versions(screen.press("<C-r>")), merged)
    // A merge of two that say the same in the end is saved nevertheless.
    try await expectEqual(versions(opened(contents: ["One.", "One."]).press("me<C-s>")), ["One."])
  }

  @Test func `Three versions are compared, and a deleted one can be kept`() async throws {
    var screen = try await opened(contents: ["One.", "Two.", "Three."])
    await screen.press("m", shows: "3 versions", "Right, 2 of 3", "Three.", "Two.")
    await screen.press("<Tab>", shows: "Right, 3 of 3", "One.").press("r")
    try await expectEqual(versions(screen), ["One.", "Two."])
    expectShows(screen, "2 versions")
    try await expectEqual(versions(screen.press("l")), ["One."])
    try await expectEqual(Set(versions(screen.press("uu"))), ["One.", "Two.", "Three."])
    // A version that was deleted can be kept: the entry goes to the trash.
    screen = try await opened(contents: ["One."])
    let entry = try require(screen.state.list.selectedEntry)
    var fields = entry.fields
    fields.content = "Two."
    var gone = entry
    gone.isTrashed = true
    _ = try await screen.repository.save([gone])
    // Beside the deletion, by someone who hadn't heard of it.
    gone.isTrashed = false
    gone.fields = fields
    let last = try require(try await screen.repository.save([gone]).first)
    await screen.changeExternally([DiaryChange(.updated, last)])
    await screen.press("m", shows: "Right · deleted", "r delete", lacks: "keep right").press("r")
    try await expectEqual(screen.service.trash().map(\.id), [entry.id])
    expect(screen.state.screens.isEmpty)
    try await expectEqual(versions(screen.press("u")), ["Two."])
  }

  @Test func `An edit beside a deletion stays in the list, wherever it was deleted`() async throws {
    let screen = try await opened(contents: ["One."])
    let entry = try require(screen.state.list.selectedEntry)
    // Someone who hasn't heard of the edit deletes it.
    await screen.press("eEdited <C-s>")
    var gone = entry
    gone.isTrashed = true
    let found = try require(try await screen.repository.save([gone]).first)
    expect(!found.isTrashed)
    await expectShows(screen.changeExternally([DiaryChange(.updated, found)]), "2 versions")
    try await expect(screen.service.trash().isEmpty)
    // The edit is kept, and both come back.
    await screen.press("ml")
    let kept = try await screen.service.versions(of: entry.id)
    try expect(kept.count == 1 && !kept.at(0).entry.isTrashed)
    await screen.press("u")
    try await expectEqual(
      screen.service.versions(of: entry.id).map(\.entry.isTrashed), [false, true])
    expectShows(screen, "Undone: merging the versions of")
    try await expectEqual(screen.press("<C-r>").service.versions(of: entry.id).count, 1)
    await screen.press("u")
    // Making one text of both takes nothing of what was deleted.
    await screen.press("me<C-s>")
    let merged = try await screen.service.versions(of: entry.id)
    expectEqual(merged.map(\.entry.fields.content), kept.map(\.entry.fields.content))
    // Deleting it deletes both.
    try await expectEqual(screen.press("udy").service.trash().map(\.heads.count), [1])
    try await expectEqual(screen.press("u").service.entry(entry.id).isTrashed, false)
  }

  @Test func `Undoing a deletion restores both versions, and no third`() async throws {
    var screen = try await opened()
    let before = try await versions(screen)
    try await expectEqual(versions(screen.press("dyu")), before)
    try await expectEqual(versions(screen.press("<C-r>u")), before)
    screen = try await ScreenTest.sample()
    await screen.press("m", shows: "There is only one version. Press H for its history.")
    // An edit of an entry with two versions leaves the other one where it is.
    screen = try await opened().press("e!<C-s>", shows: "Saved “강가 산책”.")
    try await expectEqual(versions(screen), [Self.left + "!", Self.right])
    try await expectEqual(versions(screen.press("u")), [Self.left, Self.right])
  }

  @Test func `Unreadable and merged versions are handled`() async throws {
    var screen = try await opened()
    screen.repository.failNextRead(of: .revisions, with: .store(path: "/diary", .noPermission))
    await screen.press("m", shows: "Couldn't do that").press("<Enter>")
    expect(screen.state.screens.isEmpty)
    await screen.press("m", shows: "The fog was thick.")
    // What was read stays when it can't be read again.
    screen.repository.failNextRead(of: .revisions, with: .store(path: "/diary", .noPermission))
    var entry = try require(screen.state.list.selectedEntry)
    await screen.receive(.externalChanges([DiaryChange(.updated, entry)]))
    expectShows(screen, "Couldn't do that")
    await screen.press("<Enter>", shows: "The fog was thick.")
    // When they are made one elsewhere the screen closes.
    screen = try await opened().press("m")
    entry = try require(screen.state.list.selectedEntry)
    let merged = try await screen.service.update(entry.id, to: entry.fields, basedOn: entry.heads)
    await expect(screen.changeExternally([DiaryChange(.updated, merged)]).state.screens.isEmpty)
  }
}

import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Changes made elsewhere")
@MainActor
struct ExternalChangeScreenTests {
  private func selected(_ screen: ScreenTest) -> String? { screen.state.list.selectedEntry?.title }

  @Test("An added entry appears, and the selection stays where it was")
  func added() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    await screen.press(.character("j"))
    let entry = try await screen.service.add(
      try SampleDiary.fields("Elsewhere", on: "2026-11-21T09:00:00+09:00"))
    await screen.changeExternally([DiaryChange(.added, entry)])
    expectContains(screen.text, "21 Sat  Elsewhere")
    expectContains(screen.text, "“Elsewhere” was added in another window.")
    expectEqual(selected(screen), "A letter from the north")
    expectEqual(screen.state.list.count, 6)
  }

  @Test("A changed one changes, in the list and in the reader")
  func updated() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    await screen.press(KeyEvent(.enter))
    var fields = try require(screen.state.list.selectedEntry).fields
    fields.title = "Fog"
    let id = try require(screen.state.list.selectedEntry).id
    let entry = try await screen.service.update(id, to: fields)
    await screen.changeExternally([DiaryChange(.updated, entry)])
    expectContains(screen.text, "  Fog\n")
    await screen.press(.character("q"))
    expectEqual(selected(screen), "Fog")
  }

  @Test("A deleted one goes; one that isn't loaded is counted off")
  func deleted() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(500))
    await screen.press(.character("j"), times: 3)
    let entries = try await screen.service.entries()
    for (index, count) in [(2, 499), (450, 498)] {
      let entry = try await screen.service.delete(entries[index].id)
      await screen.changeExternally([DiaryChange(.deleted, entry)])
      expectEqual(screen.state.list.count, count)
      expectEqual(selected(screen), "Entry 3")
    }
    await screen.press(.character("G"))
    expectEqual(selected(screen), "Entry 499")
    let first = try await screen.service.delete(entries[0].id)
    await screen.changeExternally([DiaryChange(.deleted, first)])
    expectEqual(selected(screen), "Entry 499")
    expectEqual(screen.state.list.count, 497)
  }

  @Test("One whose rank can't be read comes to its place nevertheless")
  func unknownRank() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    let entry = try await screen.service.add(
      try SampleDiary.fields("Elsewhere", on: "2026-11-16T09:00:00+09:00"))
    screen.repository.failNextRead(with: .store(path: "/diary", .noPermission))
    await screen.changeExternally([DiaryChange(.added, entry)])
    expectContains(screen.text, "1 entry changed in another window.")
    let shown = (0..<screen.state.list.count).map { screen.state.list[$0]?.id }
    try await expectEqual(screen.service.entries().map(\.id), shown)
  }

  /// An entry is being edited, and something was typed.
  private func editing() async throws -> (ScreenTest, Entry) {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    await screen.press(.character("e"))
    await screen.type("mine")
    return (screen, try require(screen.state.list.selectedEntry))
  }

  @Test("Changed while it is being written: both are kept, and that stays until it is read")
  func changedWhileWriting() async throws {
    let (screen, open) = try await editing()
    var fields = open.fields
    fields.content = "Theirs."
    let theirs = try await screen.service.update(open.id, to: fields)
    await screen.changeExternally([DiaryChange(.updated, theirs)])
    expectContains(screen.text, "mine")
    try expectContains(screen.text.split(separator: "\n").at(0), "changed in another window · ")
    await screen.press(.control("s"))
    expectContains(screen.text, "Both versions were kept")
    await screen.press(.character("x"), .character("j"))
    expectContains(screen.text, "Both versions were kept")
    await screen.press(.character("m"))
    expectContains(screen.text, "Versions · 강가 산책, 안개")
    expectContains(screen.text, "Theirs.")
    let versions = try await screen.service.versions(of: open.id).map(\.entry.content)
    expectEqual(versions, [open.content + "mine", "Theirs."])
  }

  @Test("Of several changes, too, the editor tells")
  func muchWhileWriting() async throws {
    let (screen, open) = try await editing()
    var fields = open.fields
    fields.content = "Theirs."
    let theirs = try await screen.service.update(open.id, to: fields)
    screen.repository.hear(DiaryChange(.updated, theirs))
    let added = try await screen.service.add(
      try SampleDiary.fields("Other", on: "2026-11-21T09:00:00+09:00"))
    await screen.receive(
      .externalChanges([DiaryChange(.updated, theirs), DiaryChange(.added, added)]))
    expectContains(screen.text, "changed in another window · ")
  }

  @Test("A draft of an entry that was changed since tells of it, and both are kept")
  func draft() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    let open = try require(screen.state.list.selectedEntry)
    var (mine, theirs) = (open.fields, open.fields)
    (mine.content, theirs.content) = ("Mine.", "Theirs.")
    let changed = try await screen.service.update(open.id, to: theirs)
    await screen.changeExternally([DiaryChange(.updated, changed)])
    let draft = Draft(
      id: .random(), entry: open.id, base: open.heads, fields: mine,
      dateText: EditorDate.text(open.date))
    let history = try await screen.service.history(of: open.id)
    await screen.receive(
      .draftsFound([draft], entries: [changed], bases: history.filter { open.heads == [$0.id] }))
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "changed in another window · ")
    await screen.press(.control("s"))
    expectContains(screen.text, "Both versions were kept")
    let versions = try await screen.service.versions(of: open.id).map(\.entry.content)
    expectEqual(versions, ["Mine.", "Theirs."])
    // Undoing it brings back what the draft was made from, not a second copy of theirs.
    await screen.press(KeyEvent(.enter), .character("u"))
    let undone = try await screen.service.versions(of: open.id).map(\.entry.content)
    expectEqual(undone, [open.content, "Theirs."])
  }

  @Test("Deleted while it is being written: it can be restored with what was written")
  func deletedWhileWriting() async throws {
    let (screen, open) = try await editing()
    let entry = try await screen.service.delete(open.id)
    await screen.changeExternally([DiaryChange(.deleted, entry)])
    expectContains(screen.text, "deleted in another window · ")
    await screen.press(.control("s"))
    expectContains(screen.text, "Deleted in another window")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "mine")
    await screen.press(.control("s"), .character("y"))
    expectContains(screen.text, "Restored “강가 산책, 안개”.")
    expectEqual(selected(screen), "강가 산책, 안개")
    try await expectEqual(screen.service.entry(open.id).content, open.content + "mine")
    try await expectEqual(screen.service.versions(of: open.id).count, 1)
    await expect(screen.drafts.kept.isEmpty)
    await screen.press(.character("u"))
    try await expectEqual(screen.service.trash().map(\.content), [open.content + "mine"])
  }

  @Test("Removed for good while it is being written: it can be saved as a new one")
  func purgedWhileWriting() async throws {
    let (screen, open) = try await editing()
    let entry = try await screen.service.delete(open.id)
    _ = try await screen.service.emptyTrash()
    await screen.changeExternally([DiaryChange(.purged, entry)])
    expectContains(screen.text, "permanently deleted in another window · ")
    await screen.press(.control("s"))
    expectContains(screen.text, "Permanently deleted in another window")
    await screen.press(.character("n"))
    expectContains(screen.text, "mine")
    await screen.press(.control("s"), .character("y"))
    expectContains(screen.text, "Added “강가 산책, 안개”.")
    try await expectEqual(screen.service.entries().map(\.content).first, open.content + "mine")
  }
  @Test("Many at once leave the selection and the scroll where they were")
  func many() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(100))
    await screen.press(.character("j"), times: 40)
    await screen.press(.character("k"), times: 3)
    let shown = screen.text
    var changes: [DiaryChange] = []
    for number in 0..<30 {
      let date = number % 2 == 0 ? "2026-11-21T09:59:00+09:00" : "2025-01-01T00:00:00Z"
      let entry = try await screen.service.add(try SampleDiary.fields("\(number)", on: date))
      changes.append(DiaryChange(.added, entry))
    }
    await screen.changeExternally(changes)
    expectEqual(selected(screen), "Entry 37")
    expectContains(screen.text, "30 entries changed in another window.")
    // All but the number of entries and the bottom line.
    let rows = screen.text.split(separator: "\n").dropFirst().dropLast()
    expectEqual(rows, shown.split(separator: "\n").dropFirst().dropLast())
    expectEqual(screen.state.list.count, 130)
  }

  @Test("Many at once reach the reader and the trash, too")
  func manyInOtherScreens() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(5))
    let entries = try await screen.service.entries()
    await screen.press(.character("t"))
    let deleted = try await screen.service.delete(entries[3].id)
    var fields = entries[0].fields
    fields.title = "Changed"
    let updated = try await screen.service.update(entries[0].id, to: fields)
    await screen.changeExternally([DiaryChange(.deleted, deleted), DiaryChange(.updated, updated)])
    expectContains(screen.text, "Entry 3")
    await screen.press(.character("q"), KeyEvent(.enter))
    var again = fields
    again.title = "Changed again"
    let last = try await screen.service.update(entries[0].id, to: again)
    let restored = try await screen.service.restore(entries[3].id)
    await screen.changeExternally([DiaryChange(.updated, last), DiaryChange(.restored, restored)])
    expectContains(screen.text, "Changed again")
    expectEqual(screen.state.list.count, 5)
  }

  @Test("Answers that come twice move the selection once")
  func overlappingAnswers() throws {
    let entries = try SampleDiary.days(12).map { fields in
      Entry(
        id: .random(), fields: fields, author: AuthorID("me"),
        created: Timestamp(milliseconds: 0), modified: Timestamp(milliseconds: 0))
    }
    var list = EntryList()
    list.layOut(height: 4)
    let first = list.pendingRows()
    list.load(try require(first), entries: Array(entries[2...]), total: 10)
    list.select(5)
    list.layOut(height: 4)
    let (selected, top) = (list.selectedEntry, list[list.top])
    var asked: [EntryList.Rows] = []
    for _ in 0..<2 {
      list.reload()
      asked += [list.pendingRows()].compactMap(\.self)
    }
    list.load(asked[0], entries: [], total: 0)
    asked += [list.pendingRows()].compactMap(\.self)
    expectEqual(asked.count, 3)
    for rows in asked[1...] { list.load(rows, entries: entries, total: 12) }
    expect(list.selectedEntry == selected && list[list.top] == top)
    expectEqual(list.selected, 7)
  }
}

import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Drafts and discarded text") @MainActor
struct DraftTests {
  private func draft(_ title: String, content: String = "three words here") throws -> Draft {
    try SampleDiary.draft(title, content, dateText: "2026-11-20 07:30 +09:00")
  }

  @Test func `A draft is kept while typing and on leaving`() async throws {
    var screen = try await ScreenTest().press("nHello")
    // Further keys neither put it off nor begin another.
    expectEqual(screen.scheduledDrafts.count, 1)
    await expect(screen.drafts.kept.isEmpty)
    await expectEqual(screen.pauseTyping().drafts.kept.map(\.fields.title), ["Hello"])
    expectShows(screen, "draft kept")
    await screen.press("!", lacks: "draft kept")
    await expectEqual(screen.pauseTyping().drafts.kept.map(\.fields.title), ["Hello!"])
    screen = try await ScreenTest.sample().press("e<Left><Tab><Home>")
    expect(screen.scheduledDrafts.isEmpty)
    // It is kept when the terminal closes, and when the person leaves.
    for event in [TerminalEvent.terminate, .key(.control("c"))] {
      let screen = try await ScreenTest().press("nHalf")
      await expectEqual(screen.send(event).drafts.kept.map(\.fields.title), ["Half"])
      expectEqual(screen.terminalEffects, [.leave])
    }
  }

  @Test func `A draft is offered, continued, kept for later or discarded`() async throws {
    var screen = try await ScreenTest(
      60, 16, entries: try SampleDiary.entries(), drafts: [try draft("Left behind")])
    try expectScreen(screen, in: "draft")
    await screen.press("<Enter>", shows: "New entry", "Left behind").press("<C-s>")
    await expect(screen.drafts.kept.isEmpty)
    let saved = try require(try await screen.service.entries(EntryQuery(limit: 1)).first)
    expectEqual(saved.title, "Left behind")
    expectEqual(saved.date.description, "2026-11-20T07:30:00+09:00")
    // Esc keeps it for later, d and Enter throw it away.
    for (keys, isOpen, count) in [
      ("<Esc>", false, 1), ("d", true, 1), ("d<Enter>", false, 0), ("<Tab><Enter>", false, 1),
    ] {
      let screen = try await ScreenTest(drafts: [try draft("Left")]).press(keys)
      expectEqual(screen.state.screens.isEmpty, !isOpen, "\(keys)")
      await expectEqual(screen.drafts.kept.count, count, "\(keys)")
    }
    // A draft that is continued has the caret at the end of its text, else of its title.
    screen = try await ScreenTest(drafts: [try draft("Left")])
    await screen.press("<Enter>!", shows: "three words here!")
    let titled = try await ScreenTest(drafts: [try draft("Left", content: "")])
    await titled.press("<Enter>!", shows: "Left!")
  }

  @Test func `A postponed draft is offered again`() async throws {
    var screen = try await offered(80, 24) { $0.content = "Otherwise" }
    await screen.press("<Esc>e", shows: "You have an unsaved draft", "Otherwise").press("<Esc>E")
    expect(screen.state.screens.front is DraftOfferState)
    await expect(screen.press("<Esc>je").state.screens.front is EditorState)
    await expect(screen.press("<Esc>k<Enter>e").state.screens.front is DraftOfferState)
    await screen.press("<Esc>:drafts<Enter>", shows: "Edits “강가 산책, 안개”.").press("<Enter><C-s>")
    await expect(screen.drafts.kept.isEmpty)
    try await expect(screen.service.entries().allSatisfy { $0.heads.count == 1 })
    await expect(screen.press("e").state.screens.front is EditorState)
    await screen.press("<Esc>q<A-d>", shows: "No drafts and no discarded text.")
    // A draft that waits behind what was opened is offered by e, and once only.
    screen = try await offered(80, 24) { $0.content = "Otherwise" }
    let entry = try require(screen.state.list.selectedEntry)
    screen.change { $0.screens.push(ReaderState(entry)) }
    await expectEqual(screen.press("e").state.screens.all(DraftOfferState.self).count, 1)
    await expect(screen.press("d<Enter>q").state.screens.isEmpty)
    await expect(screen.drafts.kept.isEmpty)
    // An offer that is made again tells of the entry as it is by then.
    screen = try await offered(80, 24) { $0.content = "Otherwise" }
    await screen.press("<Esc>dy<A-d>", shows: "Edits “강가 산책, 안개”, which is in the trash.")
  }

  /// A draft of the latest entry of the diary, and the screen that offers it.
  private func offered(
    _ columns: Int, _ rows: Int, colors: ColorDepth = .palette256,
    _ change: (inout EntryFields) -> Void
  ) async throws -> ScreenTest {
    let drafts = FakeDrafts()
    let screen = try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), colors: colors, keptBy: drafts)
    let entry = try require(screen.state.list.selectedEntry)
    var fields = entry.fields
    change(&fields)
    try await drafts.keep(
      Draft(
        id: .random(), entry: entry.id, base: entry.heads, fields: fields,
        dateText: "2026-11-20 07:30 +09:00"))
    await screen.begin(.findDrafts)
    return screen
  }

  @Test func `The offer shows what the draft changes`() async throws {
    var screen = try await offered(60, 16, colors: .monochrome) { fields in
      fields.content = fields.content.replacing("강가를", with: "바닷가를")
    }
    try expectScreen(screen, in: "draft-of-entry")
    await screen.press("<Enter>", shows: "바닷가를")
    // What doesn't fit is scrolled to, on the smallest screen too.
    screen = try await offered(40, 12) { fields in
      fields.content = (1...30).map { "Line \($0)." }.joined(separator: "\n")
    }
    expectShows(screen, "[ Continue ]", "%")
    expectLacks(screen, "Line 30.")
    await screen.press("<PgDn*12>", shows: "Line 30.", "100%").press("<Up>")
    await expectLacks(screen.mouse(.scrollUp, 5, 5), "Line 30.")
    // Scrolling chooses nothing.
    await screen.press("<Enter>", shows: "draft kept")
    // A draft whose words are saved says so.
    screen = try await offered(80, 24) { _ in }
    expectShows(screen, "It's the same as what is saved")
  }

  @Test func `Captions are part of a draft, and several are offered in turn`() async throws {
    var screen = try await ScreenTest.sample().press("e<Tab><Tab><Enter> at dawn").pauseTyping()
    try await expectEqual(
      screen.drafts.kept.first?.fields.photos.at(0).caption, "the bridge at dawn")
    // Given up, it goes from the draft as well.
    await expect(screen.press("<Esc>y<Enter>").pauseTyping().drafts.kept.isEmpty)
    // So is one of a saved entry, by itself.
    screen = try await ScreenTest.sample().press("<Enter><Tab><Enter>c!").pauseTyping()
    let kept = try require(await screen.drafts.kept.first)
    expectEqual(kept.entry, screen.state.list.selectedEntry?.id)
    expect(kept.fields.photos.contains { $0.caption.hasSuffix("!") })
    await expect(screen.press("<Esc>y<Enter>").drafts.kept.isEmpty)
    // What was typed and taken back leaves no draft.
    screen = try await ScreenTest().press("nx")
    await expectEqual(screen.pauseTyping().drafts.kept.count, 1)
    await expect(screen.press("<BS>").pauseTyping().drafts.kept.isEmpty)
    screen = try await ScreenTest(drafts: [try draft("Latest"), try draft("Older")])
    expectShows(screen, "Latest")
    await screen.press("<Esc>", shows: "Older")
    await screen.press("<Enter><Esc>", shows: "Leave without saving?")
    screen = try await ScreenTest()
    await screen.drafts.fail(with: .store(path: "/drafts", .diskFull))
    await expectShows(screen.press("nHalf").pauseTyping(), "the disk is full")
    await screen.press("<Enter>", shows: "Half")
  }

  /// A new entry with a text that was written for an evening, and the question whether to leave it.
  private func asked() async throws -> ScreenTest {
    try await ScreenTest.sample().press("nAn evening<Esc>")
  }

  @Test func `A text is discarded by two keys, restored by u, and listed`() async throws {
    var screen = try await asked().press("y")
    expectShows(screen, "[ Discard (y) ]", "Discarded text can be restored with Alt-d for 30 days.")
    // What is typed on in the belief that it is the text does nothing either.
    await screen.press(":yw", shows: "[ Discard (y) ]").press("n", shows: "An evening")
    expect(screen.state.screens.front is EditorState)
    await expect(screen.press("<Esc>y<Enter>").state.screens.isEmpty)
    expectShows(screen, "Discarded. Press u to undo, or Alt-d within 30 days.")
    await expectEqual(screen.drafts.thrownAway.map(\.draft.fields.title), ["An evening"])
    // A text that was thrown away comes back by u, and by the command for drafts.
    for key in ["u", "<A-d>"] {
      let screen = try await asked().press("y<Enter>" + key, shows: "Discarded on ", "An evening")
      await expect(screen.press("<Enter>").state.screens.front is EditorState)
      // From now on it is a draft like others.
      await expectEqual(screen.pauseTyping().drafts.kept.count, 1)
      await expect(screen.press("<C-s>", shows: "Added “An evening”").drafts.thrownAway.isEmpty)
      await screen.press("<A-d>", shows: "No drafts")
    }
    screen = try await asked().press("y<Enter>u<Esc>u", shows: "Nothing to undo")
    await expect(screen.press("nOther<Esc>y<Enter>*u", shows: "Undone").state.screens.isEmpty)
    await expectEqual(screen.drafts.thrownAway.count, 2)
    screen = try await asked()
    await screen.press("y<Enter>nAnother<Esc>y<Enter><A-d>", shows: "Another", "Remove (d)")
    await screen.press("<Tab><Enter>", shows: "An evening")
    // Nobody has to go through all of them.
    await expect(screen.press("<Esc><A-d><Esc>").state.screens.isEmpty)
    await expectEqual(screen.press("<A-d>dy").drafts.thrownAway.count, 2)
    await screen.press("<Enter>")
    await expectEqual(screen.drafts.thrownAway.map(\.draft.fields.title), ["An evening"])
    expectShows(screen, "An evening")
    // A text that can't be kept isn't thrown away.
    screen = try await asked()
    await screen.drafts.fail(with: .store(path: "/drafts", .diskFull))
    await screen.press("y<Enter>", shows: "the disk is full").press("<Enter>")
    expect(screen.state.screens.front is EditorState)
    expectShows(screen, "An evening")
    // Nothing is kept of a page that is empty again.
    screen = try await ScreenTest().press("n<S-Tab><BS><Esc>y<Enter>")
    expect(screen.state.screens.isEmpty)
    await expect(screen.drafts.thrownAway.isEmpty)
  }
}

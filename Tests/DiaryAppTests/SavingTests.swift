import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Undo and redo") @MainActor struct UndoTests {
  @discardableResult
  private func retitle(_ screen: ScreenTest, _ title: String) async -> ScreenTest {
    await screen.press("e<S-Tab><C-u>").type(title).press("<C-s>")
  }

  private func titles(_ screen: ScreenTest) async throws -> [String] {
    try await screen.service.entries().map(\.title)
  }

  @Test func `Every step is undone and redone, without a second version`() async throws {
    let screen = try await ScreenTest.sample()
    let first = try await titles(screen)
    var states = [first]
    func done() async throws { states.append(try await titles(screen)) }
    await screen.press("nNew<C-s>")
    try await done()
    for title in ["One", "Two", "Three"] {
      await retitle(screen, title)
      try await done()
    }
    await screen.press("dy")
    try await done()
    await screen.press("trq")
    try await done()
    await retitle(screen, "Four")
    try await done()
    for _ in 0..<2 {
      for state in states.dropLast().reversed() {
        try await expectEqual(titles(screen.press("u")), state)
      }
      await screen.press("u", shows: "Nothing to undo.")
      for state in states.dropFirst() {
        try await expectEqual(titles(screen.press("<C-r>")), state)
      }
      await screen.press("<C-r>", shows: "Nothing to redo.")
    }
    try await expect(screen.service.entries().allSatisfy { $0.heads.count == 1 })
  }

  @Test func `Undo names the change, and a failed step can be repeated`() async throws {
    var screen = try await ScreenTest.sample()
    await retitle(screen, "Fog").press("u", shows: "Undone: editing “강가 산책, 안개”.")
    await screen.press("<C-r>", shows: "Redone: editing “Fog”.")
    await screen.press("dyu<C-r>", shows: "Redone: deleting “Fog”. It's in the trash.")
    screen = try await ScreenTest.sample()
    await retitle(screen, "One").press("u")
    await retitle(screen, "Two")
    try await expectEqual(titles(screen.press("<C-r>", shows: "Nothing to redo.")).first, "Two")
    screen = try await ScreenTest.sample()
    await retitle(screen, "One")
    screen.repository.failure = .store(path: "/diary", .diskFull)
    await screen.press("u", shows: "the disk is full")
    screen.repository.failure = nil
    try await expectEqual(titles(screen.press("<Enter>u")).first, "강가 산책, 안개")
  }

  @Test func `Undo respects changes elsewhere, an emptied trash and deletions`() async throws {
    var screen = try await ScreenTest.sample()
    await retitle(screen, "One")
    let mine = try require(screen.state.list.selectedEntry)
    try await screen.editElsewhere { $0.title = "Theirs" }
    await screen.press("u", shows: "“강가 산책, 안개” was changed in another window too; kept both")
    let versions = try await screen.service.versions(of: mine.id).map(\.entry.title)
    expectEqual(versions, ["강가 산책, 안개", "Theirs"])
    screen = try await ScreenTest.sample()
    await retitle(screen, "Stays").press("j")
    await retitle(screen, "Goes").press("dytDy<Enter>qu", shows: "Undone: editing “강가 산책, 안개”.")
    await screen.press("u", shows: "Nothing to undo.")
    screen = try await ScreenTest.sample().press("j")
    await retitle(screen, "First").press("k")
    await retitle(screen, "Second")
    let second = try require(screen.state.list.selectedEntry)
    try await screen.deleteElsewhere(second.id)
    await screen.press("u", shows: "Can't do that anymore.")
    await screen.press("u", shows: "Undone: editing “A letter from the north”.")
  }

  @Test func `Fast keys undo in order, also in the reader and the trash`() async throws {
    var screen = try await ScreenTest.sample()
    var state = screen.state
    let entry = try require(state.list.selectedEntry)
    state.press("d")
    expectContains(state.press("y"), .change(.one(entry.id), .delete))
    // The deletion isn't saved yet.
    expect(!state.press("u").contains { $0.changesDiary })
    let saved = try require(await screen.answer(to: .change(.one(entry.id), .delete)))
    let late = state.update(saved, now: state.now)
    let undo = try require(late.first { $0.changesDiary })
    _ = await screen.answer(to: undo)
    try await expectEqual(titles(screen).first, entry.title)
    screen = try await ScreenTest.sample()
    await retitle(screen, "Fog").press("<Enter>u", shows: "  강가 산책, 안개\n", "Undone: editing")
    await screen.press("<C-r>", shows: "  Fog\n").press("qdyt", shows: "1 entry")
    await screen.press("u", shows: "The trash is empty.").press("<C-r>", shows: "1 entry")
    await screen.press("ru", shows: "Undone: restoring “Fog”. It's in the trash.")
  }
}

@Suite("The trash") @MainActor struct TrashScreenTests {
  private func opened() async throws -> ScreenTest {
    let screen = try await ScreenTest.sample()
    for _ in 0..<2 { await screen.press("dy") }
    return await screen.press("t")
  }

  @Test("The reader of a trashed entry labels and restores it", arguments: [true, false])
  func reading(isFromList: Bool) async throws {
    let screen = try await opened()
    if !isFromList {
      // The program starts with this entry, as by `photodiary ID`.
      let entry = try require(try await screen.service.trash().first)
      screen.change {
        $0.screens = ScreenStack()
        _ = $0.begin(at: .entry(entry, rank: 0))
      }
    }
    await screen.press(isFromList ? KeyEvent(.enter) : .control("l"))
    expectPrefix(screen.text, " Trash · Diary")
    expectShows(screen, " q back   r restore   ? keys")
    await screen.press("r", shows: "Restored “A letter from the north”.")
    try await expectEqual(screen.service.trash().count, 1)
    await expect(screen.press("q<Enter>", lacks: "restore").text.hasPrefix(" Diary") || isFromList)
  }

  @Test func `Entries in the trash are shown, restored, read or purged`() async throws {
    try await expectScreen(opened(), in: "trash")
    var screen = try await ScreenTest(entries: try SampleDiary.days(8))
    await screen.press("Ady", shows: "8 entries are in the trash. Press t to see them.")
    await screen.press("t Vj", shows: "3 marked · 8 entries")
    await screen.press("r", shows: "Restored 3 entries. Press u to undo.", "5 entries")
    expectLacks(screen, "marked")
    try await expectEqual(screen.press("u").service.trash().count, 8)
    await screen.press("A<Esc>", shows: "Trash", lacks: "marked").press("Ar<Esc>")
    expectEqual(screen.state.list.count, 8)
    expect(screen.state.screens.isEmpty)
    screen = try await ScreenTest.sample()
    await screen.press("t", shows: "The trash is empty.", "Deleted entries stay here")
    let text = screen.text
    await expectEqual(screen.press("rD<Enter><Down>").text, text)
    screen = try await opened().press("jr", shows: "Restored “강가 산책, 안개”.", "1 entry").press("q")
    expectEqual(screen.state.list.selectedEntry?.title, "강가 산책, 안개")
    expectEqual(screen.state.list.count, 4)
    screen = try await opened()
    await screen.press("D", shows: "Empty the trash?", "2 entries will be permanently deleted")
    try await expectEqual(screen.press("<Enter>").service.trash().count, 2)
    let trashed = try await screen.service.trash()
    expect(!trashed.flatMap(\.photos).isEmpty)
    // An action without undo needs Enter after the letter.
    try await expectEqual(screen.press("Dy", shows: "[ Yes (y) ]").service.trash().count, 2)
    try await expect(screen.press("<Enter>").service.trash().isEmpty)
    expectEqual(screen.photoActions.removed, Set(trashed.flatMap(\.photos).map(\.asset)))
    expectShows(screen, "Permanently deleted 2 entries.")
    await screen.press("<Esc>u", shows: "Nothing to undo.")
    screen = try await opened().press("<Enter>", shows: "Dear all,")
    for key in "edE" {
      await screen.press(.character(key))
      expectShows(screen, "This entry is in the trash. Restore it first.")
    }
    await screen.press("<Right>q", shows: " Trash")
  }
}

@Suite("Saving") @MainActor struct SavingTests {
  @Test("An empty entry is refused", arguments: ["", "   ", "\u{3000}"])
  func empty(_ text: String) async throws {
    let screen = try await ScreenTest().press("n").type(text)
    await expect(editor(screen.press("<C-s>", shows: "The entry is empty.").press("<Esc>")) != nil)
    await expect(screen.press("<Esc>").state.screens.isEmpty)
    try await expectEqual(screen.service.count(), 0)
  }

  @Test func `A failed save keeps the text, without another draft`() async throws {
    var screen = try await ScreenTest().press("nPrecious")
    screen.repository.failure = .store(path: "/diary", .diskFull)
    await screen.press("<C-s>", shows: "Couldn't save /diary: the disk is full.").press("<Enter>")
    expectEqual(editor(screen)?.page.title.text, "Precious")
    await screen.type("!")
    screen.repository.failure = nil
    await expectEqual(screen.press("<C-s>").state.list.selectedEntry?.title, "Precious!")
    expectEqual(screen.state.list.count, 1)
    screen = try await ScreenTest().press("nOne")
    let requestID = try require(screen.scheduledDrafts.last)
    var state = screen.state
    state.press("<C-s>")
    expect(state.update(.draftDue(requestID: requestID), now: state.now).isEmpty)
  }

  @Test func `Someone else's entry can be read, not changed`() async throws {
    let fields = try SampleDiary.fields("Theirs", on: "2026-11-20T07:30", "text")
    let screen = try await ScreenTest(others: [SampleDiary.entry(fields, by: "someone")])
    for key in ["d", "e", "E"] {
      await screen.press(key, shows: "“Theirs” was written by someone else.")
      await expect(screen.press("<Enter>").state.screens.isEmpty)
    }
    await screen.press("<Enter>", shows: "text")
    try await expectEqual(screen.service.entries().map(\.fields), [fields])
  }

  @Test("A read-only diary explains refused keys", arguments: [AccountError.follower, .viewer])
  func readOnly(_ obstacle: AccountError) async throws {
    let fields = try SampleDiary.fields("Theirs", on: "2026-11-20T07:30", "- [ ] text")
    let screen = try await ScreenTest(entries: [fields])
    screen.repository.obstacle = obstacle
    await screen.begin(.identify)
    let words = obstacle == .follower ? "You follow this diary" : "You are a viewer"
    func expectRefusal(_ key: KeyEvent) async {
      let open = screen.state.screens.all.count
      await expectContains(screen.press(key).text, words, "\(key)")
      await expectEqual(screen.press("<Enter>").state.screens.all.count, open, "\(key)")
    }
    for key in "neEdiI*PM#" { await expectRefusal(.character(key)) }
    await screen.press("c")
    await expectRefusal(.character("n"))
    await screen.press("<Esc>J")
    for key in "nrvL" { await expectRefusal(.character(key)) }
    await screen.press("<Esc>v")
    await expectRefusal(.character("d"))
    await screen.press("<Esc><Enter>", shows: "text")
    for key in "edE*P" { await expectRefusal(.character(key)) }
    try await expectEqual(screen.service.entries().map(\.fields), [fields])
    screen.repository.obstacle = nil
    await expect(editor(screen.begin(.identify).press("e")) != nil)
  }

  @Test func `Today's entry can open in the editor, at its end`() async throws {
    let screen = try await ScreenTest.sample()
    let entry = try require(try await screen.service.entries().first)
    screen.change { _ = $0.begin(at: .entry(entry, rank: 0, edits: true)) }
    await screen.press(" qe<C-s>", shows: "Saved")
    try await expectEqual(screen.service.entry(entry.id).content, entry.content + " qe")
  }

  @Test func `An edit keeps everything else`() async throws {
    let fields = try SampleDiary.fields(
      "e\u{301}", on: "2026-11-20T07:30:45+09:00", "a\r\nb\u{2028}c", tags: ["New York", "a,b"])
    let screen = try await ScreenTest(entries: [fields]).press("e<C-s>", shows: "Nothing changed.")
    await screen.press("e<S-Tab>!<C-s>")
    let saved = try require(try await screen.service.entries().first)
    expectEqual(Array(saved.title.unicodeScalars), Array("e\u{301}!".unicodeScalars))
    expectEqual(Array(saved.content.unicodeScalars), Array(fields.content.unicodeScalars))
    expectEqual(saved.tags, fields.tags)
    expectEqual(saved.date, fields.date)
  }

  @Test func `Leaving waits for a save, and other keys do nothing`() async throws {
    for (event, endsOnFailure) in [(TerminalEvent.key(.control("c")), false), (.terminate, true)] {
      let screen = try await ScreenTest().press("nOne")
      var state = screen.state
      state.press("<C-s>")
      expect(state.update(.terminal(event), now: state.now).isEmpty)
      var failed = state
      let saved = try await screen.service.add(try SampleDiary.fields("One", on: ScreenTest.now))
      let step = UndoStep(
        change: .adding, action: .delete,
        UndoStep.Part(entry: saved.id, replaced: Versions(shown: saved)))
      let own = LocalChange(changes: [DiaryChange(.added, saved)], rank: 0, step: step)
      expectContains(state.update(.changed(own), now: state.now), .leave)
      let effects = failed.update(.saveFailed(.store(path: "/", .diskFull)), now: failed.now)
      expectEqual(effects.contains(.leave), endsOnFailure)
      expect(effects.contains { $0.name == "keepDraft" })
    }
    let screen = try await ScreenTest().press("nOne")
    var state = screen.state
    let first = state.press("<C-s>")
    let second = state.press("<C-s>")
    let third = state.press("x")
    expectEqual(first.count, 1)
    expect(second.isEmpty)
    expect(third.isEmpty)
  }
}

@Suite("Drafts and discarded text") @MainActor struct DraftTests {
  private func draft(_ title: String, content: String = "three words here") throws -> Draft {
    try SampleDiary.draft(title, content, dateText: "2026-11-20 07:30 +09:00")
  }

  @Test func `A draft is kept while typing and on leaving`() async throws {
    var screen = try await ScreenTest().press("nHello")
    // Further keys neither postpone the draft nor schedule another.
    expectEqual(screen.scheduledDrafts.count, 1)
    await expect(screen.drafts.kept.isEmpty)
    await expectEqual(screen.pauseTyping().drafts.kept.map(\.fields.title), ["Hello"])
    expectShows(screen, "draft saved")
    await screen.press("!", lacks: "draft saved")
    await expectEqual(screen.pauseTyping().drafts.kept.map(\.fields.title), ["Hello!"])
    screen = try await ScreenTest.sample().press("e<Left><Tab><Home>")
    expect(screen.scheduledDrafts.isEmpty)
    for keys in ["", "<C-c><C-c>"] {
      let screen = try await ScreenTest().press("nHalf" + keys)
      if keys.isEmpty { await screen.send(.terminate) }
      await expectEqual(screen.drafts.kept.map(\.fields.title), ["Half"])
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
    for (keys, isOpen, count) in [
      ("<Esc>", false, 1), ("d", true, 1), ("d<Enter>", false, 0), ("<Tab><Enter>", false, 1),
    ] {
      let screen = try await ScreenTest(drafts: [try draft("Left")]).press(keys)
      expectEqual(screen.state.screens.isEmpty, !isOpen, "\(keys)")
      await expectEqual(screen.drafts.kept.count, count, "\(keys)")
    }
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
    await screen.press("<Esc>:drafts<Enter>", shows: "Changes to “강가 산책, 안개”").press("<Enter><C-s>")
    expect(screen.state.screens.front is ReaderState)
    await expect(screen.drafts.kept.isEmpty)
    try await expect(screen.service.entries().allSatisfy { $0.heads.count == 1 })
    await expect(screen.press("e").state.screens.front is EditorState)
    await screen.press("<Esc>q<A-d>", shows: "No drafts or discarded text.")
    // A draft postponed behind another screen is offered once by e.
    screen = try await offered(80, 24) { $0.content = "Otherwise" }
    let entry = try require(screen.state.list.selectedEntry)
    screen.change { $0.screens.push(ReaderState(entry)) }
    await expectEqual(screen.press("e").state.screens.all(DraftOfferState.self).count, 1)
    await expect(screen.press("d<Enter>q").state.screens.isEmpty)
    await expect(screen.drafts.kept.isEmpty)
    // A repeated offer shows the entry's current state.
    screen = try await offered(80, 24) { $0.content = "Otherwise" }
    await screen.press("<Esc>dy<A-d>", shows: "Changes to “강가 산책, 안개”")
  }

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
    try await drafts.save(
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
    // A small screen scrolls through the changes.
    screen = try await offered(40, 12) { fields in
      fields.content = (1...30).map { "Line \($0)." }.joined(separator: "\n")
    }
    expectShows(screen, "[ Continue ]", "%", lacks: "Line 30.")
    await screen.press("<PgDn*12>", shows: "Line 30.", "100%").press("<Up>")
    await expectLacks(screen.mouse(.scrollUp, 5, 5), "Line 30.")
    await screen.press("<Enter>", shows: "draft saved")
    screen = try await offered(80, 24) { _ in }
    expectShows(screen, "It's the same as the saved entry")
  }

  @Test func `Several drafts are a list, to continue or discard them`() async throws {
    func open(_ columns: Int, _ rows: Int) async throws -> ScreenTest {
      try await ScreenTest(
        columns, rows, entries: try SampleDiary.entries(),
        drafts: [try draft("Latest"), try draft("", content: "어제 쓰다 만 글\n둘째 줄")])
    }
    var screen = try await open(80, 24)
    try expectScreen(screen, in: "drafts-80x24")
    await screen.press("<Enter>", shows: "New entry", "Latest").press("<C-s>")
    expect(screen.state.screens.front is DraftListState)
    expectShows(screen, "어제 쓰다 만 글", "1 draft")
    await screen.press("d", shows: "discarded", "Discarded. Press u to undo")
    await expectEqual(screen.drafts.thrownAway.count, 1)
    await screen.press("d", shows: "Remove this text permanently?").press("y<Enter>")
    await expect(screen.drafts.thrownAway.isEmpty)
    expectShows(screen, "No drafts or discarded text.")
    // Without a draft, its keys aren't offered.
    expectEqual(screen.bottomLine, " ? keys   q back   u undo")
    await expect(screen.press("q").state.screens.isEmpty)
    screen = try await open(40, 12)
    try expectScreen(screen, in: "drafts-40x12")
    await screen.press("q", shows: "Alt-d drafts")
    await expect(screen.press("<A-d>j<Enter>").state.screens.front is EditorState)
    await screen.press("<C-s>", shows: "Latest")
  }

  @Test func `Captions are part of a draft`() async throws {
    var screen = try await ScreenTest.sample().press("e<Tab><Tab><Enter> at dawn").pauseTyping()
    try await expectEqual(
      screen.drafts.kept.first?.fields.photos.at(0).caption, "the bridge at dawn")
    // A discarded caption is removed from the draft.
    await expect(screen.press("<Esc><Esc>").pauseTyping().drafts.kept.isEmpty)
    screen = try await ScreenTest.sample().press("<Enter><Tab><Enter>e!").pauseTyping()
    let kept = try require(await screen.drafts.kept.first)
    expectEqual(kept.entry, screen.state.list.selectedEntry?.id)
    expect(kept.fields.photos.contains { $0.caption.hasSuffix("!") })
    await expect(screen.press("<Esc><Esc>").drafts.kept.isEmpty)
    screen = try await ScreenTest().press("nx")
    await expectEqual(screen.pauseTyping().drafts.kept.count, 1)
    await expect(screen.press("<BS>").pauseTyping().drafts.kept.isEmpty)
    screen = try await ScreenTest()
    await screen.drafts.fail(with: .store(path: "/drafts", .diskFull))
    await expectShows(screen.press("nHalf").pauseTyping(), "the disk is full")
    await screen.press("<Enter>", shows: "Half")
  }

  private func discarded() async throws -> ScreenTest {
    try await ScreenTest.sample().press("nAn evening<C-q>")
  }

  @Test func `A text is discarded by a key, restored by u, and listed`() async throws {
    var screen = try await discarded()
    expect(screen.state.screens.isEmpty)
    expectShows(screen, "Discarded. Press u to undo, or Alt-d within 30 days.")
    await expectEqual(screen.drafts.thrownAway.map(\.draft.fields.title), ["An evening"])
    for key in ["u", "<A-d>"] {
      let screen = try await discarded().press(key, shows: "An evening")
      await expect(screen.press("<Enter>").state.screens.front is EditorState)
      await expectEqual(screen.pauseTyping().drafts.kept.count, 1)
      await expect(screen.press("<C-s>", shows: "Added “An evening”").drafts.thrownAway.isEmpty)
      await screen.press("<A-d>", shows: "No drafts")
    }
    screen = try await discarded().press("u<Esc>u", shows: "Nothing to undo")
    await expect(screen.press("nOther<C-q>*u", shows: "Undone").state.screens.isEmpty)
    await expectEqual(screen.drafts.thrownAway.count, 2)
    screen = try await discarded().press(
      "nAnother<C-q><A-d>", shows: "Another", "An evening", "d delete")
    await expect(screen.press("<Esc>").state.screens.isEmpty)
    await expectEqual(screen.press("<A-d>dy").drafts.thrownAway.count, 2)
    await screen.press("<Enter>")
    await expectEqual(screen.drafts.thrownAway.map(\.draft.fields.title), ["An evening"])
    expectShows(screen, "An evening")
    screen = try await ScreenTest.sample().press("nAn evening")
    await screen.drafts.fail(with: .store(path: "/drafts", .diskFull))
    await screen.press("<C-q>", shows: "the disk is full").press("<Enter>")
    expect(screen.state.screens.front is EditorState)
    expectShows(screen, "An evening")
    screen = try await ScreenTest().press("n<S-Tab><BS><C-q>")
    expect(screen.state.screens.isEmpty)
    await expect(screen.drafts.thrownAway.isEmpty)
  }
}

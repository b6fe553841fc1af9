import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Undo and redo") @MainActor
struct UndoTests {
  @discardableResult
  private func retitle(_ screen: ScreenTest, _ title: String) async -> ScreenTest {
    await screen.press("e<S-Tab><C-u>").type(title).press("<C-s>")
  }

  private func titles(_ screen: ScreenTest) async throws -> [String] {
    try await screen.service.entries().map(\.title)
  }

  @Test func `As many steps back and forth as were done, without a second version`() async throws {
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
    // A new change is the end of what could be redone.
    screen = try await ScreenTest.sample()
    await retitle(screen, "One").press("u")
    await retitle(screen, "Two")
    try await expectEqual(titles(screen.press("<C-r>", shows: "Nothing to redo.")).first, "Two")
    screen = try await ScreenTest.sample()
    await retitle(screen, "One")
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press("u", shows: "the disk is full")
    screen.repository.fail(with: nil)
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
    // An emptied trash takes the steps of its entries along, and no others.
    screen = try await ScreenTest.sample()
    await retitle(screen, "Stays").press("j")
    await retitle(screen, "Goes").press("dytDy<Enter>qu", shows: "Undone: editing “강가 산책, 안개”.")
    await screen.press("u", shows: "Nothing to undo.")
    // A step whose entry was deleted in another window is dropped, and that is said.
    screen = try await ScreenTest.sample().press("j")
    await retitle(screen, "First").press("k")
    await retitle(screen, "Second")
    let second = try require(screen.state.list.selectedEntry)
    try await screen.deleteElsewhere(second.id)
    await screen.press("u", shows: "Couldn't do that any more.")
    await screen.press("u", shows: "Undone: editing “A letter from the north”.")
  }

  @Test func `Fast keys undo in order, also in the reader and the trash`() async throws {
    var screen = try await ScreenTest.sample()
    var state = screen.state
    let entry = try require(state.list.selectedEntry)
    state.press("d")
    expectContains(state.press("y"), .change(.one(entry.id), .delete))
    // The delete hasn't been saved yet.
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

@Suite("The trash") @MainActor
struct TrashScreenTests {
  /// Two entries are in the trash, and it is open.
  private func opened() async throws -> ScreenTest {
    let screen = try await ScreenTest.sample()
    for _ in 0..<2 { await screen.press("dy") }
    return await screen.press("t")
  }

  @Test("The reader of a trashed entry shows its state, and restores it", arguments: [true, false])
  func reading(isFromList: Bool) async throws {
    let screen = try await opened()
    if !isFromList {
      // As `photodiary ID` begins.
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

  @Test func `Entries in the trash are shown, restored, read or removed forever`() async throws {
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
    await screen.press("t", shows: "The trash is empty. Deleted entries stay here")
    let text = screen.text
    await expectEqual(screen.press("rD<Enter><Down>").text, text)
    // R restores the chosen entry, which is then selected in the list.
    screen = try await opened().press("jr", shows: "Restored “강가 산책, 안개”.", "1 entry").press("q")
    expectEqual(screen.state.list.selectedEntry?.title, "강가 산책, 안개")
    expectEqual(screen.state.list.count, 4)
    screen = try await opened()
    await screen.press("D", shows: "Empty the trash?", "2 entries will be permanently deleted")
    try await expectEqual(screen.press("<Enter>").service.trash().count, 2)
    let trashed = try await screen.service.trash()
    expect(!trashed.flatMap(\.photos).isEmpty)
    // What can't be undone takes Enter after the letter.
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

@Suite("Saving") @MainActor
struct SavingTests {
  @Test("An empty entry is refused", arguments: ["", "   ", "\u{3000}"])
  func empty(_ text: String) async throws {
    let screen = try await ScreenTest().press("n").type(text)
    await expect(editor(screen.press("<C-s>", shows: "The entry is empty.").press("<Esc>")) != nil)
    try await expectEqual(screen.service.count(), 0)
  }

  @Test func `A failed save keeps the text, and no draft beside it`() async throws {
    var screen = try await ScreenTest().press("nPrecious")
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press("<C-s>", shows: "Couldn't save /diary: the disk is full.").press("<Enter>")
    expectEqual(editor(screen)?.page.title.text, "Precious")
    await screen.type("!")
    screen.repository.fail(with: nil)
    await expectEqual(screen.press("<C-s>").state.list.selectedEntry?.title, "Precious!")
    expectEqual(screen.state.list.count, 1)
    // A draft that falls due meanwhile is not kept beside the saved entry.
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

  @Test(
    "A read-only diary can be read, and each writing key explains why not",
    arguments: [AccountError.follower, .reader])
  func readOnly(_ obstacle: AccountError) async throws {
    let fields = try SampleDiary.fields("Theirs", on: "2026-11-20T07:30", "- [ ] text")
    let screen = try await ScreenTest(entries: [fields])
    screen.repository.forbidWriting(obstacle)
    await screen.begin(.identify)
    let words = obstacle == .follower ? "You follow this diary" : "You are a reader"
    func expectRefusal(_ key: KeyEvent) async {
      let open = screen.state.screens.all.count
      await expectContains(screen.press(key).text, words, "\(key)")
      await expectEqual(screen.press("<Enter>").state.screens.all.count, open, "\(key)")
    }
    for key in "neEdiI*PM#" { await expectRefusal(.character(key)) }
    await screen.press("c")
    await expectRefusal(.character("n"))
    await screen.press("<Esc>J")
    for key in "nrcl" { await expectRefusal(.character(key)) }
    await screen.press("<Esc>v")
    await expectRefusal(.character("d"))
    await screen.press("<Esc><Enter>", shows: "text")
    for key in "edE*P" { await expectRefusal(.character(key)) }
    try await expectEqual(screen.service.entries().map(\.fields), [fields])

    screen.repository.forbidWriting(nil)
    await expect(editor(screen.begin(.identify).press("e")) != nil)
  }

  @Test func `An edit keeps the rest`() async throws {
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
    // While it is being saved, keys change nothing.
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

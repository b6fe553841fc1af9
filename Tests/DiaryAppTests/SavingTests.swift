import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Saving")
@MainActor
struct SavingTests {
  private func editor(_ screen: ScreenTest) -> EditorState? {
    for editor in screen.state.screens.all(EditorState.self) { return editor }
    return nil
  }

  @Test("A bad date is refused, with the caret there and the text kept")
  func badDate() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"))
    await screen.type("Kept")
    await screen.press(KeyEvent(.tab, .shift), .control("u"))
    await screen.type("someday")
    await screen.press(.control("s"))
    expectContains(screen.text, "“someday” isn't a date.")
    await screen.press(KeyEvent(.enter))
    expectEqual(editor(screen)?.focus, .date)
    expectEqual(editor(screen)?.page.title.text, "Kept")
    await screen.press(.control("u"))
    await screen.type("2026-11-20")
    await screen.press(.control("s"))
    expectEqual(screen.state.list.selectedEntry?.date.description, "2026-11-20T10:00:00+09:00")
  }

  @Test("An empty entry is refused", arguments: ["", "   ", "\u{3000}"])
  func empty(_ text: String) async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"))
    await screen.type(text)
    await screen.press(.control("s"))
    expectContains(screen.text, "The entry is empty.")
    await screen.press(KeyEvent(.escape))
    expect(editor(screen) != nil)
    try await expectEqual(screen.service.count(), 0)
  }

  @Test("A save that fails keeps the text and says so; the next one saves it")
  func failure() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"))
    await screen.type("Precious")
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press(.control("s"))
    expectContains(screen.text, "Couldn't save /diary: the disk is full.")
    await screen.press(KeyEvent(.enter))
    expectEqual(editor(screen)?.page.title.text, "Precious")
    await screen.type("!")
    screen.repository.fail(with: nil)
    await screen.press(.control("s"))
    expectEqual(screen.state.list.selectedEntry?.title, "Precious!")
    expectEqual(screen.state.list.count, 1)
  }

  @Test("A draft that falls due meanwhile is not kept beside the saved entry")
  func draftWhileSaving() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"))
    await screen.type("One")
    let requestID = try require(screen.scheduledDrafts.last)
    var state = screen.state
    _ = state.update(.terminal(.key(.control("s"))), now: state.now)
    expect(state.update(.draftDue(requestID: requestID), now: state.now).isEmpty)
  }

  @Test("Someone else's entry can be read, not changed, and that is said")
  func otherAuthor() async throws {
    let fields = try SampleDiary.fields("Theirs", on: "2026-11-20T07:30:00+09:00", "text")
    let time = Timestamp(milliseconds: 1)
    let theirs = Entry(
      id: .random(), fields: fields, author: AuthorID("someone"), created: time, modified: time)
    let screen = try await ScreenTest(others: [theirs])
    let words = "“Theirs” was written by someone else."
    for key in [KeyEvent.character("d"), .character("e"), .character("E")] {
      await screen.press(key)
      expectContains(screen.text, words)
      await screen.press(KeyEvent(.enter))
      expect(screen.state.screens.isEmpty)
    }
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "text")
    try await expectEqual(screen.service.entries().map(\.fields), [fields])
  }

  @Test(
    "What nobody may write here can be read, and each key that would write says so",
    arguments: [AccountError.follower, .reader])
  func readOnly(_ obstacle: AccountError) async throws {
    let fields = try SampleDiary.fields("Theirs", on: "2026-11-20T07:30:00+09:00", "- [ ] text")
    let screen = try await ScreenTest(entries: [fields])
    screen.repository.forbidWriting(obstacle)
    await screen.begin(.identify)
    let words = obstacle == .follower ? "You follow this diary" : "You are a reader"
    func expectRefusal(_ key: KeyEvent) async {
      let open = screen.state.screens.all.count
      await screen.press(key)
      expectContains(screen.text, words, "\(key)")
      await screen.press(KeyEvent(.enter))
      expectEqual(screen.state.screens.all.count, open, "\(key)")
    }
    for key in "neEdiI*PM#" { await expectRefusal(.character(key)) }
    await screen.press(.character("c"))
    await expectRefusal(.character("n"))
    await screen.press(KeyEvent(.escape), .character("J"))
    for key in "nrcl" { await expectRefusal(.character(key)) }
    await screen.press(KeyEvent(.escape), .character("v"))
    await expectRefusal(.character("d"))
    await screen.press(KeyEvent(.escape), KeyEvent(.enter))
    expectContains(screen.text, "text")
    for key in "edE*P" { await expectRefusal(.character(key)) }
    try await expectEqual(screen.service.entries().map(\.fields), [fields])

    screen.repository.forbidWriting(nil)
    await screen.begin(.identify)
    await screen.press(.character("e"))
    expect(editor(screen) != nil)
  }

  @Test("What an edit leaves alone stays as it was, to the letter")
  func untouched() async throws {
    let fields = try SampleDiary.fields(
      "e\u{301}", on: "2026-11-20T07:30:45+09:00", "a\r\nb\u{2028}c", tags: ["New York", "a,b"])
    let screen = try await ScreenTest(entries: [fields])
    await screen.press(.character("e"), .control("s"))
    expectContains(screen.text, "Nothing changed.")
    await screen.press(.character("e"), KeyEvent(.tab, .shift))
    await screen.type("!")
    await screen.press(.control("s"))
    let saved = try require(try await screen.service.entries().first)
    expectEqual(Array(saved.title.unicodeScalars), Array("e\u{301}!".unicodeScalars))
    expectEqual(Array(saved.content.unicodeScalars), Array(fields.content.unicodeScalars))
    expectEqual(saved.tags, fields.tags)
    expectEqual(saved.date, fields.date)
  }

  @Test("A save waits for the photos that are being added")
  func photosUnderWay() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"), .control("p"))
    await screen.type("plum")
    var state = screen.state
    let taken = state.update(.terminal(.key(KeyEvent(.enter))), now: state.now)
    let draft = try require(
      taken.first { $0.argument() == ["/home/me/Pictures/c-plum.jpg"] }?
        .argument(ID<Draft>.self))
    let saving = state.update(.terminal(.key(.control("s"))), now: state.now)
    expect(!saving.contains { $0.name == "add" })
    var photos = AddedPhotos(to: draft)
    photos.photos = [SampleDiary.fog]
    let added = state.update(.photosAdded(photos), now: state.now)
    expect(added.contains { $0.argument(EntryFields.self)?.photos == [SampleDiary.fog] })
  }

  @Test("Leaving while it is being saved waits for the save")
  func leaveWhileSaving() async throws {
    for (event, endsOnFailure) in [
      (TerminalEvent.key(.control("c")), false), (.terminate, true),
    ] {
      let screen = try await ScreenTest()
      await screen.press(.character("n"))
      await screen.type("One")
      var state = screen.state
      _ = state.update(.terminal(.key(.control("s"))), now: state.now)
      expect(state.update(.terminal(event), now: state.now).isEmpty)
      var failed = state
      let saved = try await screen.service.add(
        try SampleDiary.fields("One", on: ScreenTest.now))
      let step = UndoStep(
        change: .adding, action: .delete,
        UndoStep.Part(entry: saved.id, replaced: Versions(shown: saved)))
      let own = LocalChange(changes: [DiaryChange(.added, saved)], rank: 0, step: step)
      expectContains(state.update(.changed(own), now: state.now), .leave)
      let effects = failed.update(.saveFailed(.store(path: "/", .diskFull)), now: failed.now)
      expectEqual(effects.contains(.leave), endsOnFailure)
      expect(effects.contains { $0.name == "keepDraft" })
    }
  }

  @Test("While it is being saved, keys change nothing")
  func saving() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"))
    await screen.type("One")
    var state = screen.state
    let first = state.update(.terminal(.key(.control("s"))), now: state.now)
    let second = state.update(.terminal(.key(.control("s"))), now: state.now)
    let third = state.update(.terminal(.key(.character("x"))), now: state.now)
    expectEqual(first.count, 1)
    expect(second.isEmpty)
    expect(third.isEmpty)
  }
}

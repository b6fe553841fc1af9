import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Undo and redo")
@MainActor
struct UndoTests {
  private func retitle(_ screen: ScreenTest, _ title: String) async {
    await screen.press(.character("e"), KeyEvent(.tab, .shift), .control("u"))
    await screen.type(title)
    await screen.press(.control("s"))
  }

  private func titles(_ screen: ScreenTest) async throws -> [String] {
    try await screen.service.entries().map(\.title)
  }

  @Test("As many steps back and forth as were done, without a second version")
  func chain() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    let first = try await titles(screen)
    var states = [first]
    func done() async throws { states.append(try await titles(screen)) }

    await screen.press(.character("n"))
    await screen.type("New")
    await screen.press(.control("s"))
    try await done()
    for title in ["One", "Two", "Three"] {
      await retitle(screen, title)
      try await done()
    }
    await screen.press(.character("d"), .character("y"))
    try await done()
    await screen.press(.character("t"), .character("r"), .character("q"))
    try await done()
    await retitle(screen, "Four")
    try await done()

    for _ in 0..<2 {
      for state in states.dropLast().reversed() {
        await screen.press(.character("u"))
        try await expectEqual(titles(screen), state)
      }
      await screen.press(.character("u"))
      expectContains(screen.text, "Nothing to undo.")
      for state in states.dropFirst() {
        await screen.press(.control("r"))
        try await expectEqual(titles(screen), state)
      }
      await screen.press(.control("r"))
      expectContains(screen.text, "Nothing to redo.")
    }
    try await expect(screen.service.entries().allSatisfy { $0.heads.count == 1 })
  }

  @Test("The words name the change and the entry")
  func words() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await retitle(screen, "Fog")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: editing “강가 산책, 안개”.")
    await screen.press(.control("r"))
    expectContains(screen.text, "Redone: editing “Fog”.")
    await screen.press(.character("d"), .character("y"), .character("u"), .control("r"))
    expectContains(screen.text, "Redone: deleting “Fog”. It's in the trash.")
  }

  @Test("A new change is the end of what could be redone")
  func newChange() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await retitle(screen, "One")
    await screen.press(.character("u"))
    await retitle(screen, "Two")
    await screen.press(.control("r"))
    expectContains(screen.text, "Nothing to redo.")
    try await expectEqual(titles(screen).first, "Two")
  }

  @Test("A step that fails can be tried again")
  func failure() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await retitle(screen, "One")
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press(.character("u"))
    expectContains(screen.text, "the disk is full")
    screen.repository.fail(with: nil)
    await screen.press(KeyEvent(.enter), .character("u"))
    try await expectEqual(titles(screen).first, "강가 산책, 안개")
  }

  @Test("What was written elsewhere meanwhile stays beside it")
  func externalChange() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await retitle(screen, "One")
    let mine = try require(screen.state.list.selectedEntry)
    var fields = mine.fields
    fields.title = "Theirs"
    let theirs = try await screen.service.update(mine.id, to: fields)
    await screen.changeExternally([DiaryChange(.updated, theirs)])
    await screen.press(.character("u"))
    expectContains(screen.text, "“강가 산책, 안개” was changed in another window too; kept both")
    let versions = try await screen.service.versions(of: mine.id).map(\.entry.title)
    expectEqual(versions, ["강가 산책, 안개", "Theirs"])
  }

  @Test("An emptied trash takes the steps of its entries along, and no others")
  func emptiedTrash() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await retitle(screen, "Stays")
    await screen.press(.character("j"))
    await retitle(screen, "Goes")
    await screen.press(.character("d"), .character("y"), .character("t"), .character("D"))
    await screen.press(.character("y"), KeyEvent(.enter), .character("q"), .character("u"))
    expectContains(screen.text, "Undone: editing “강가 산책, 안개”.")
    await screen.press(.character("u"))
    expectContains(screen.text, "Nothing to undo.")
  }

  @Test("A step whose entry was deleted in another window is dropped, and that is said")
  func deletedElsewhere() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("j"))
    await retitle(screen, "First")
    await screen.press(.character("k"))
    await retitle(screen, "Second")
    let second = try require(screen.state.list.selectedEntry)
    let deleted = try await screen.service.delete(second.id)
    await screen.changeExternally([DiaryChange(.deleted, deleted)])
    await screen.press(.character("u"))
    expectContains(screen.text, "Couldn't do that any more.")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: editing “A letter from the north”.")
  }

  @Test("Keys that come faster than saves undo what they were meant for")
  func quickKeys() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    var state = screen.state
    let entry = try require(state.list.selectedEntry)
    _ = state.update(.terminal(.key(.character("d"))), now: state.now)
    expectContains(
      state.update(.terminal(.key(.character("y"))), now: state.now),
      .change(.one(entry.id), .delete))
    // The delete hasn't been saved yet.
    let early = state.update(.terminal(.key(.character("u"))), now: state.now)
    expect(!early.contains { $0.changesDiary })
    let saved = try require(await screen.answer(to: .change(.one(entry.id), .delete)))
    let late = state.update(saved, now: state.now)
    let undo = try require(late.first { $0.changesDiary })
    _ = await screen.answer(to: undo)
    try await expectEqual(titles(screen).first, entry.title)
  }

  @Test("It works in the reader and in the trash")
  func elsewhereOnScreen() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await retitle(screen, "Fog")
    await screen.press(KeyEvent(.enter), .character("u"))
    expectContains(screen.text, "  강가 산책, 안개\n")
    expectContains(screen.text, "Undone: editing")
    await screen.press(.control("r"))
    expectContains(screen.text, "  Fog\n")
    await screen.press(.character("q"), .character("d"), .character("y"), .character("t"))
    expectContains(screen.text, "1 entry")
    await screen.press(.character("u"))
    expectContains(screen.text, "The trash is empty.")
    await screen.press(.control("r"))
    expectContains(screen.text, "1 entry")
    await screen.press(.character("r"), .character("u"))
    expectContains(screen.text, "Undone: restoring “Fog”. It's in the trash.")
  }
}

import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Locking the diary")
@MainActor
struct LockingTests {
  private func open(
    _ columns: Int = 80, _ rows: Int = 24, minutes: Int = 0,
    _ unlocking: FakeUnlocking = FakeUnlocking(.open)
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), unlocking: unlocking)
    screen.prefer { $0.autoLockMinutes = minutes }
    await screen.press(.character("j"))
    return screen
  }

  private func isLocking(_ screen: ScreenTest) -> Bool {
    screen.state.isLocking && screen.terminalEffects.contains(.leave)
  }

  // MARK: By hand

  @Test("L covers the screen and ends the program, to begin anew")
  func key() async throws {
    let screen = try await open(40, 12)
    await screen.press(.character("L"))
    expect(isLocking(screen))
    expectContains(screen.text, "Locking…")
    expectLacks(screen.text, "산책")
    expect(screen.viewMemory.view.locked != nil)
  }

  @Test("The palette locks it from other screens")
  func palette() async throws {
    let screen = try await open()
    await screen.press(KeyEvent(.enter), .character(":"))
    await screen.type("lock")
    await screen.press(KeyEvent(.enter))
    expect(isLocking(screen))
  }

  @Test("Where nothing is encrypted, there is nothing to lock", arguments: [nil, LockState.plain])
  func plain(state: LockState?) async throws {
    let screen = try await ScreenTest(
      entries: try SampleDiary.entries(), unlocking: state.map { FakeUnlocking($0) })
    screen.prefer { $0.autoLockMinutes = 1 }
    await screen.receive(.lockRequested)
    await screen.press(.character("j"))
    expect(!screen.state.isLocking)
    expect(screen.timers.isEmpty)
    expectLacks(screen.terminalEffects, .leave)
  }

  // MARK: What goes on

  private func goneOn(_ screen: ScreenTest, _ columns: Int = 80, _ rows: Int = 24) async throws
    -> ScreenTest
  {
    screen.unlocking?.lock()
    let again = try await screen.beginAnew(columns, rows)
    expectContains(again.text, "This diary is locked")
    await again.type(FakeUnlocking.passphrase)
    await again.press(KeyEvent(.enter))
    return again
  }

  @Test("Where one was is where one is again")
  func place() async throws {
    let screen = try await open()
    await screen.press(KeyEvent(.enter))
    let title = try require(screen.state.screens.front(as: ReaderState.self)).entry.displayTitle
    await screen.receive(.lockRequested)
    let again = try await goneOn(screen)
    expectEqual(again.state.screens.front(as: ReaderState.self)?.entry.displayTitle, title)
  }

  @Test("A text that wasn't saved is in the editor again, without a question")
  func text() async throws {
    let screen = try await open()
    await screen.press(KeyEvent(.enter), .character("e"))
    await screen.type("Unsaved words. ")
    await screen.receive(.lockRequested)
    await expect(screen.drafts.kept.count == 1 && isLocking(screen))
    let again = try await goneOn(screen)
    expect(again.state.screens.front is EditorState)
    expectContains(again.text, "Unsaved words.")
    // It lies over where it was begun.
    await again.press(.control("s"))
    expect(again.state.screens.front is ReaderState)
    expectContains(again.text, "Unsaved words.")
    await expect(again.drafts.kept.isEmpty)
  }

  @Test("Of several drafts, the others are offered behind it")
  func others() async throws {
    let screen = try await open()
    let other = Draft(
      id: .random(), entry: nil, base: [],
      fields: try SampleDiary.fields("Another", on: "2026-11-20T10:00:00+09:00"), dateText: "")
    try await screen.drafts.keep(other)
    await screen.press(.character("n"))
    await screen.type("Mine")
    await screen.receive(.lockRequested)
    let again = try await goneOn(screen)
    expectContains(again.text, "Mine")
    await again.press(.control("s"))
    expectContains(again.text, "You have an unsaved draft")
  }

  @Test("What stands in a dialog over the text is kept with it")
  func dialog() async throws {
    let screen = try await open()
    await screen.press(.character("n"))
    await screen.type("Mine")
    await screen.press(KeyEvent(.function(2)), KeyEvent(.tab))
    expect(screen.state.screens.front is DetailsState)
    await screen.type("Busan")
    await screen.receive(.lockRequested)
    let kept = try require(await screen.drafts.kept.first)
    expectEqual(kept.fields.title, "Mine")
    expectContains(String(describing: kept.fields.details), "Busan")
  }

  @Test("A caption that is being typed is kept too")
  func caption() async throws {
    let photo = SampleDiary.photo("fog.jpg")
    let screen = try await ScreenTest(
      entries: [try SampleDiary.fields("Fog", on: "2026-11-20T10:00:00+09:00", photos: [photo])],
      unlocking: FakeUnlocking(.open))
    await screen.press(KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.enter), .character("c"))
    expect(screen.state.screens.front is CaptionState, "\(screen.text)")
    await screen.type("In the morning")
    await screen.receive(.lockRequested)
    let again = try await goneOn(screen)
    let editor = try require(again.state.screens.front(as: EditorState.self))
    expectEqual(editor.page.photos.map(\.caption), ["In the morning"])
  }

  @Test("A save that runs ends first")
  func saving() async throws {
    let screen = try await open()
    await screen.press(.character("n"))
    await screen.type("Saved")
    screen.change { state in
      _ = state.withEditor { $0.isSaving = true }
      let effects = state.update(.lockRequested, now: state.now)
      expectLacks(effects, .leave)
      expect(state.isLocking)
    }
    expectContains(screen.text, "Locking…")
    // Keys aren't for what lies behind.
    await screen.press(.character("x"), KeyEvent(.escape))
    expectLacks(screen.terminalEffects, .leave)
    await screen.receive(.saveFailed(.noSuchEntry("x")))
    expect(isLocking(screen))
    await expectEqual(screen.drafts.kept.map(\.fields.title), ["Saved"])
  }

  @Test("The one entry that the program was opened for is gone on with")
  func writesOne() async throws {
    let screen = try await open()
    screen.change { state in
      _ = state.begin(at: .writing(EntryFields(date: state.now, title: "Only")))
    }
    await screen.press(KeyEvent(.tab))
    await screen.type("one")
    await screen.receive(.lockRequested)
    let draft = try require(await screen.drafts.kept.first)
    expectEqual(screen.viewMemory.view.locked?.draft, draft.id)
    let again = try await open()
    again.change { _ = $0.begin(at: .writingAgain(draft)) }
    expectContains(again.text, "Only")
    await again.press(.control("s"))
    expectContains(again.terminalEffects, .leave)
  }

  // MARK: By itself

  @Test("After so many minutes without a key, it locks")
  func idle() async throws {
    let screen = try await open(minutes: 15)
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await screen.press(.character("n"))
    await screen.type("Words")
    // Keys begin no timers.
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await screen.wait(.seconds(890), for: .autoLockDue)
    expect(!screen.state.isLocking)
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await screen.wait(.seconds(10), for: .autoLockDue)
    expect(isLocking(screen))
    await expectEqual(screen.drafts.kept.map(\.fields.title), ["Words"])
  }

  @Test("A key that comes too late isn't for the diary")
  func late() async throws {
    let screen = try await open(minutes: 1)
    screen.pause = .seconds(61)
    await screen.press(.character("d"))
    expect(isLocking(screen))
    expect(!(screen.state.screens.front is ConfirmState))
  }

  @Test("A program that was suspended for so long locks when it goes on")
  func resumed() async throws {
    let screen = try await open(minutes: 1)
    screen.pause = .seconds(61)
    await screen.send(.resumed)
    expect(isLocking(screen))
  }

  @Test("It follows the settings while it is open")
  func settings() async throws {
    let screen = try await open()
    expect(screen.timers.isEmpty)
    screen.prefer { $0.autoLockMinutes = 5 }
    await screen.press(.character("j"))
    expectEqual(screen.timers, ["scheduleAutoLock"])
    screen.prefer { $0.autoLockMinutes = 0 }
    await screen.press(.character("j"))
    expectEqual(screen.effects.last?.name, "stopAutoLock")
    screen.pause = .seconds(6000)
    await screen.press(.character("j"))
    expect(!screen.state.isLocking)
  }

  @Test("Words that aren't on paper yet, and what takes long, aren't cut off")
  func busy() async throws {
    let screen = try await open(minutes: 1)
    screen.change {
      $0.screens.push(RecoveryWordsDialog.notice(FakeUnlocking.words, for: .diary))
    }
    await screen.wait(.seconds(61), for: .autoLockDue)
    expect(!screen.state.isLocking)
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await screen.press(KeyEvent(.enter), KeyEvent(.escape), KeyEvent(.escape))
    await screen.wait(.seconds(61), for: .autoLockDue)
    expect(isLocking(screen))
  }
}

import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing
import TextEditing

@testable import DiaryApp

@Suite("Locking the diary") @MainActor
struct LockingTests {
  private func open(
    _ columns: Int = 80, _ rows: Int = 24, minutes: Int = 0,
    _ unlocking: FakeUnlocking = FakeUnlocking(.open)
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), unlocking: unlocking)
    screen.prefer { $0.autoLockMinutes = minutes }
    return await screen.press("j")
  }

  private func isLocking(_ screen: ScreenTest) -> Bool {
    screen.state.isLocking && screen.terminalEffects.contains(.leave)
  }

  // MARK: By hand

  @Test func `L and the palette lock the diary`() async throws {
    var screen = try await open(40, 12).press("L")
    expect(isLocking(screen))
    expectShows(screen, "Locking…")
    expectLacks(screen, "산책")
    expect(screen.viewMemory.view.locked != nil)
    // The palette locks it from other screens.
    screen = try await open().press("<Enter>:lock<Enter>")
    expect(isLocking(screen))
  }

  @Test("Where nothing is encrypted, there is nothing to lock", arguments: [nil, LockState.plain])
  func plain(state: LockState?) async throws {
    let screen = try await ScreenTest(
      entries: try SampleDiary.entries(), unlocking: state.map { FakeUnlocking($0) })
    screen.prefer { $0.autoLockMinutes = 1 }
    await expect(!screen.receive(.lockRequested).press("j").state.isLocking)
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
    return await again.press("<Enter>")
  }

  @Test func `The screen and its drafts are restored after a lock`() async throws {
    var screen = try await open().press("<Enter>")
    let title = try require(screen.state.screens.front(as: ReaderState.self)).entry.displayTitle
    await screen.receive(.lockRequested)
    var again = try await goneOn(screen)
    expectEqual(again.state.screens.front(as: ReaderState.self)?.entry.displayTitle, title)
    // A text that wasn't saved is in the editor again, without a question.
    screen = try await open().press("<Enter>eUnsaved words. ")
    await expect(screen.receive(.lockRequested).drafts.kept.count == 1 && isLocking(screen))
    again = try await goneOn(screen)
    expect(again.state.screens.front is EditorState)
    expectContains(again.text, "Unsaved words.")
    // It lies over where it was begun.
    await expect(again.press("<C-s>").state.screens.front is ReaderState)
    expectContains(again.text, "Unsaved words.")
    await expect(again.drafts.kept.isEmpty)
    // Of several drafts, the others are offered behind it.
    screen = try await open()
    let other = Draft(
      id: .random(), entry: nil, base: [],
      fields: try SampleDiary.fields("Another", on: "2026-11-20T10:00"), dateText: "")
    try await screen.drafts.keep(other)
    await screen.press("nMine").receive(.lockRequested)
    again = try await goneOn(screen)
    expectContains(again.text, "Mine")
    await expectContains(again.press("<C-s>").text, "You have an unsaved draft")
  }

  @Test func `Dialogs over the text are kept with it`() async throws {
    var screen = try await open().press("nMine<F2><Tab>")
    expect(screen.state.screens.front is DetailsState)
    await screen.type("Busan").receive(.lockRequested)
    let kept = try require(await screen.drafts.kept.first)
    expectEqual(kept.fields.title, "Mine")
    expectContains(String(describing: kept.fields.details), "Busan")
    // A caption that is being typed is kept too.
    let photo = SampleDiary.photo("fog.jpg")
    screen = try await ScreenTest(
      entries: [try SampleDiary.fields("Fog", on: "2026-11-20T10:00", photos: [photo])],
      unlocking: FakeUnlocking(.open))
    await screen.press("<Enter><Tab><Enter>c")
    expect(screen.state.screens.front is CaptionState, "\(screen.text)")
    await screen.type("In the morning").receive(.lockRequested)
    let again = try await goneOn(screen)
    let editor = try require(again.state.screens.front(as: EditorState.self))
    expectEqual(editor.page.photos.map(\.caption), ["In the morning"])
  }

  @Test func `A running save ends first, and the opened entry stays open`() async throws {
    var screen = try await open().press("nSaved")
    screen.change { state in
      _ = state.withEditor { $0.isSaving = true }
      let effects = state.update(.lockRequested, now: state.now)
      expectLacks(effects, .leave)
      expect(state.isLocking)
    }
    expectShows(screen, "Locking…")
    // Keys aren't for what lies behind.
    await expectLacks(screen.press("x<Esc>").terminalEffects, .leave)
    await expect(isLocking(screen.receive(.saveFailed(.noSuchEntry("x")))))
    await expectEqual(screen.drafts.kept.map(\.fields.title), ["Saved"])
    // The one entry that the program was opened for is gone on with.
    screen = try await open()
    screen.change { state in
      _ = state.begin(at: .writing(EntryFields(date: state.now, title: "Only")))
    }
    await screen.press("<Tab>one").receive(.lockRequested)
    let draft = try require(await screen.drafts.kept.first)
    expectEqual(screen.viewMemory.view.locked?.draft, draft.id)
    let again = try await open()
    again.change { _ = $0.begin(at: .writingAgain(draft)) }
    expectContains(again.text, "Only")
    await expectContains(again.press("<C-s>").terminalEffects, .leave)
  }

  // MARK: By itself

  @Test func `The diary locks after some minutes without a key`() async throws {
    var screen = try await open(minutes: 15)
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await screen.press("nWords")
    // Keys begin no timers.
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await expect(!screen.wait(.seconds(890), for: .autoLockDue).state.isLocking)
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await expect(isLocking(screen.wait(.seconds(10), for: .autoLockDue)))
    await expectEqual(screen.drafts.kept.map(\.fields.title), ["Words"])
    // A key that comes too late isn't for the diary.
    screen = try await open(minutes: 1)
    screen.pause = .seconds(61)
    await expect(isLocking(screen.press("d")))
    expect(!(screen.state.screens.front is ConfirmState))
    // A program that was suspended for so long locks when it goes on.
    screen = try await open(minutes: 1)
    screen.pause = .seconds(61)
    await expect(isLocking(screen.send(.resumed)))
  }

  @Test func `The time follows the settings, and long work isn't interrupted`() async throws {
    var screen = try await open()
    expect(screen.timers.isEmpty)
    screen.prefer { $0.autoLockMinutes = 5 }
    await expectEqual(screen.press("j").timers, ["scheduleAutoLock"])
    screen.prefer { $0.autoLockMinutes = 0 }
    await expectEqual(screen.press("j").effects.last?.name, "stopAutoLock")
    screen.pause = .seconds(6000)
    await expect(!screen.press("j").state.isLocking)
    // Words that aren't on paper yet, and what takes long, aren't cut off.
    screen = try await open(minutes: 1)
    screen.change { $0.screens.push(RecoveryWordsDialog.notice(FakeUnlocking.words, for: .diary)) }
    await expect(!screen.wait(.seconds(61), for: .autoLockDue).state.isLocking)
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await expect(isLocking(screen.press("<Enter><Esc><Esc>").wait(.seconds(61), for: .autoLockDue)))
  }
}

@Suite("Opening a locked diary") @MainActor
struct UnlockScreenTests {
  private func locked(
    _ columns: Int = 80, _ rows: Int = 24, drafts: [Draft] = [], speaks: Bool = false,
    remembered: RememberedView? = nil, _ unlocking: FakeUnlocking = FakeUnlocking(.locked)
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), drafts: drafts, speaks: speaks,
      remembered: remembered, unlocking: unlocking)
  }

  @Test func `Caps Lock is told of while something is typed unseen`() async throws {
    let screen = try await locked(40, 12)
    await expectShows(screen.send(.capsLock(true)), "Caps Lock is on.")
    expectEqual(screen.state.frame.watchesCapsLock, true)
    await expectLacks(screen.send(.capsLock(false)), "Caps Lock")
    await screen.type(FakeUnlocking.passphrase)
    await expectLacks(screen.press("<Enter>").send(.capsLock(true)), "Caps Lock")
    expectEqual(screen.state.frame.watchesCapsLock, false)
  }

  @Test func `The diary asks for its passphrase at every size`() async throws {
    var screen = try await locked().press("a 암호")
    try expectScreen(screen, in: "unlock-80x24")
    expectEqual(screen.cursor, Point(column: 17, row: 11))
    expect(screen.effects.isEmpty)
    expectNil(screen.state.list.total)
    // It has room on the smallest screen, with what went wrong as well.
    screen = try await locked(40, 12).press("wrong<Enter>")
    try expectScreen(screen, in: "unlock-40x12")
  }

  @Test("The passphrase opens it, as if the program had just begun", arguments: [false, true])
  func opens(pastes: Bool) async throws {
    let screen = try await locked()
    if pastes {
      await screen.paste(FakeUnlocking.passphrase + "\n")
    } else {
      await screen.type(FakeUnlocking.passphrase)
    }
    await expect(screen.press("<Enter>", shows: "강가 산책, 안개", "5 entries").state.screens.isEmpty)
    expectEqual(screen.state.context.lockState, .open)
  }

  @Test func `Recovery words open it, and keys don't wait`() async throws {
    var screen = try await locked()
    await expect(screen.type(FakeUnlocking.words).press("<Enter>").state.screens.isEmpty)
    expectShows(screen, "5 entries")
    // While it is opened, keys wait for nothing, and what was typed is gone from the screen.
    screen = try await locked().type(FakeUnlocking.passphrase)
    screen.change { state in
      state.press("<Enter>x")
      _ = state.update(.terminal(.paste("x")), now: state.now)
    }
    expectShows(screen, "Opening…")
    expectLacks(screen, "•")
    expectNil(screen.cursor)
    await expectEqual(screen.press("<C-c>").terminalEffects.last, .leave)
  }

  @Test func `Wrong passphrases and faults are reported`() async throws {
    let unlocking = FakeUnlocking(.locked)
    var screen = try await locked(80, 24, unlocking)
    for count in 1...5 {
      await screen.press("wrong<Enter>", shows: "That doesn't open the diary. Try again.")
      expectLacks(screen, "•")
      expectEqual(unlocking.tries, count)
    }
    // Nothing is no answer.
    await screen.press("<Enter>")
    expectEqual(unlocking.tries, 5)
    // Nor can what was typed be had back.
    await expectEqual(screen.press("<A-y><C-y>", lacks: "•").state.killRing, KillRing())
    await expect(screen.type(FakeUnlocking.passphrase).press("<Enter>").state.screens.isEmpty)
    // What is wrong with the diary itself is told there.
    let fault = DiaryError.store(path: "/home/kim/diary", .newerFormat(9))
    screen = try await locked(80, 24, FakeUnlocking(.locked, fault: fault))
    await screen.type(FakeUnlocking.passphrase).press("<Enter>")
    let words = screen.text.split(separator: " ").joined(separator: " ")
    expectContains(words, "newer", "\(words)")
    expect(screen.state.isLocked)
    expect(screen.state.screens.front is UnlockScreen)
  }

  @Test func `General keys work, and Esc clears the line first`() async throws {
    var screen = try await locked().press("?:q", shows: "•••")
    expectEqual(screen.state.screens.count, 1)
    await screen.press("<F1>", shows: "Clear the line, or quit")
    // Nor is there a way into the diary from there.
    await expect(screen.press(":trash<Enter><Esc><Esc>").state.screens.front is UnlockScreen)
    expectEqual(screen.state.screens.count, 1)
    await expectEqual(screen.press("<C-z><C-l>").terminalEffects.suffix(2), [.suspend, .redraw])
    await expectShows(screen.send(.resumed).resize(30, 5), "Too small")
    await expectEqual(screen.press("a<C-c>").terminalEffects.last, .leave)
    expectEqual(screen.viewMemory.view, RememberedView())
    // Esc clears the line first, then leaves; the mouse moves the caret.
    screen = try await locked().press("abc")
    await expectEqual(screen.mouse(.press, 15, 11).cursor, Point(column: 15, row: 11))
    await expect(screen.press("<Esc>", lacks: "•").terminalEffects.isEmpty)
    await expectEqual(screen.press("<Esc>").terminalEffects, [.leave])
  }

  @Test func `Drafts are offered after opening, spoken and in Korean`() async throws {
    let draft = Draft(
      id: .random(), entry: nil, base: [],
      fields: try SampleDiary.fields("Left", on: "2026-11-20T10:00"), dateText: "")
    var screen = try await locked(drafts: [draft])
    expectShows(screen, "Your drafts are safe.")
    await screen.type(FakeUnlocking.passphrase).press("<Enter>", shows: "You have an unsaved draft")
    screen = try await locked(speaks: true).press("wrong")
    var spoken = screen.state.accessibleText
    expectEqual(spoken.title, "This diary is locked")
    expectEqual(spoken.field?.text, "•••••")
    expectContains(spoken.lines, "Your drafts are safe.")
    await screen.press("<Enter>")
    spoken = screen.state.accessibleText
    expectEqual(spoken.lines.first, "That doesn't open the diary. Try again.")
    expectEqual(spoken.field?.text, "")
    try await Language.korean.speaking {
      let screen = try await locked(40, 12)
      try expectScreen(screen, in: "unlock-korean")
    }
  }
}

import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

extension ScreenTest {
  @discardableResult fileprivate func enterPassphrase() async -> ScreenTest {
    await type(FakeUnlocking.passphrase).press("<Enter>")
  }
}

@Suite("Locking the diary and opening it") @MainActor struct LockingTests {
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

  @Test func `L and the palette lock the diary`() async throws {
    var screen = try await open(40, 12).press("L")
    expect(isLocking(screen))
    expectShows(screen, "Locking…", lacks: "산책")
    expect(screen.viewMemory.view.locked != nil)
    screen = try await open().press("<Enter>:lock<Enter>")
    expect(isLocking(screen))
  }

  @Test("Without encryption nothing locks", arguments: [nil, LockState.plain])
  func plain(state: LockState?) async throws {
    let screen = try await ScreenTest(
      entries: try SampleDiary.entries(), unlocking: state.map { FakeUnlocking($0) })
    screen.prefer { $0.autoLockMinutes = 1 }
    await expect(!screen.receive(.lockRequested).press("j").state.isLocking)
    expect(screen.timers.isEmpty)
    expectLacks(screen.terminalEffects, .leave)
  }

  private func reopened(_ screen: ScreenTest) async throws -> ScreenTest {
    screen.unlocking?.lock()
    let again = try await screen.relaunch()
    expectContains(again.text, "This diary is locked")
    return await again.enterPassphrase()
  }

  @Test func `The screen and its drafts are restored after a lock`() async throws {
    var screen = try await open().press("<Enter>")
    let title = try require(screen.state.screens.front(as: ReaderState.self)).entry.displayTitle
    await screen.receive(.lockRequested)
    var again = try await reopened(screen)
    expectEqual(again.state.screens.front(as: ReaderState.self)?.entry.displayTitle, title)
    screen = try await open().press("<Enter>eUnsaved words. ")
    await expect(screen.receive(.lockRequested).drafts.kept.count == 1 && isLocking(screen))
    again = try await reopened(screen)
    expect(again.state.screens.front is EditorState)
    expectContains(again.text, "Unsaved words.")
    await expect(again.press("<C-s>").state.screens.front is ReaderState)
    expectContains(again.text, "Unsaved words.")
    await expect(again.drafts.kept.isEmpty)
    screen = try await open()
    try await screen.drafts.save(SampleDiary.draft("Another"))
    await screen.press("nMine").receive(.lockRequested)
    again = try await reopened(screen)
    expectContains(again.text, "Mine")
    await expectContains(again.press("<C-s>").text, "You have an unsaved draft")
  }

  @Test func `A draft that another window continues is kept separately`() async throws {
    let screen = try await open().press("nMine").receive(.lockRequested)
    let draft = try require(await screen.drafts.kept.first)
    await screen.drafts.openElsewhere(draft.id)
    let notice = "This draft is open in another window, too."
    let again = try await reopened(screen)
    expectShows(again, notice, "Mine")
    let offered = try await ScreenTest(keptBy: screen.drafts)
    await offered.press("<Enter>", shows: notice, "Mine")
    let single = try await ScreenTest(keptBy: screen.drafts)
    var effects: [Effect] = []
    single.change { effects = $0.begin(at: .writingAgain(draft)) }
    await expectShows(single.begin(try require(effects.first)), notice, "Mine")
  }

  @Test(arguments: [LockState.plain, .open])
  func `A diary encrypted elsewhere asks for its passphrase`(state: LockState) async throws {
    let unlocking = FakeUnlocking(state)
    let screen = try await open(80, 24, unlocking)
    await screen.press("nUnsaved words.")
    let passphrase = try require(Passphrase(FakeUnlocking.passphrase.utf8))
    _ = try await unlocking.encrypt(with: passphrase) { _ in }
    let converted = DiaryError.store(path: "/home/kim/diary", .converted)
    screen.repository.failNextRead(of: .changes, with: .noSuchEntry("another error"))
    await expect(!screen.changeExternally([]).state.isLocking)
    screen.repository.failNextRead(of: .changes, with: converted)
    await expect(isLocking(screen.changeExternally([])))
    var again = try await reopened(screen)
    await expectContains(again.press("<C-s>").text, "Unsaved words.")
    await again.press("nMore")
    again.repository.failure = converted
    await expect(isLocking(again.press("<C-s>")))
    await expectEqual(again.drafts.kept.map(\.fields.title), ["More"])
    // A diary that was decrypted in the meantime opens with any input.
    let decrypted = FakeUnlocking(.locked)
    again = try await locked(80, 24, decrypted)
    decrypted.decrypt()
    await expectEqual(again.press("x<Enter>").state.lockState, .plain)
  }

  @Test func `Changes in dialogs over the editor are kept in its draft`() async throws {
    var screen = try await open().press("nMine<F2><Tab>")
    expect(screen.state.screens.front is DetailsState)
    await screen.type("Busan").receive(.lockRequested)
    let kept = try require(await screen.drafts.kept.first)
    expectEqual(kept.fields.title, "Mine")
    expectContains(String(describing: kept.fields.details), "Busan")
    let photo = SampleDiary.photo("fog.jpg")
    screen = try await ScreenTest(
      entries: [try SampleDiary.fields("Fog", on: "2026-11-20T10:00", photos: [photo])],
      unlocking: FakeUnlocking(.open))
    await screen.press("<Enter><Tab><Enter>e")
    expect(screen.state.screens.front is CaptionState, "\(screen.text)")
    await screen.type("In the morning").receive(.lockRequested)
    let again = try await reopened(screen)
    let editor = try require(again.state.screens.front(as: EditorState.self))
    expectEqual(editor.page.photos.map(\.caption), ["In the morning"])
  }

  @Test func `A running save finishes first, and the opened entry stays open`() async throws {
    var screen = try await open().press("nSaved")
    screen.change { state in
      _ = state.withEditor { $0.isSaving = true }
      expectLacks(state.update(.lockRequested, now: state.now), .leave)
      expect(state.isLocking)
    }
    expectShows(screen, "Locking…")
    await expectLacks(screen.press("x<Esc>").terminalEffects, .leave)
    await expect(isLocking(screen.receive(.saveFailed(.noSuchEntry("x")))))
    await expectEqual(screen.drafts.kept.map(\.fields.title), ["Saved"])
    // A program started to write one entry returns to that entry.
    screen = try await open()
    screen.change { _ = $0.begin(at: .writing(EntryFields(date: $0.now, title: "Only"))) }
    await screen.press("<Tab>one").receive(.lockRequested)
    let draft = try require(await screen.drafts.kept.first)
    expectEqual(screen.viewMemory.view.locked?.draft, draft.id)
    let again = try await open()
    again.change { _ = $0.begin(at: .writingAgain(draft)) }
    expectContains(again.text, "Only")
    await expectContains(again.press("<C-s>").terminalEffects, .leave)
  }

  @Test func `The diary locks after the configured minutes without a key`() async throws {
    var screen = try await open(minutes: 15)
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await screen.press("nWords")
    // The timer isn't restarted by keys.
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await expect(!screen.wait(.seconds(890), for: .autoLockDue).state.isLocking)
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await expect(isLocking(screen.wait(.seconds(10), for: .autoLockDue)))
    await expectEqual(screen.drafts.kept.map(\.fields.title), ["Words"])
    screen = try await open(minutes: 1)
    screen.pause = .seconds(61)
    await expect(isLocking(screen.press("d")))
    expect(!(screen.state.screens.front is ConfirmState))
    screen = try await open(minutes: 1)
    screen.pause = .seconds(61)
    await expect(isLocking(screen.send(.resumed)))
    screen = try await open()
    expect(screen.timers.isEmpty)
    screen.prefer { $0.autoLockMinutes = 5 }
    await expectEqual(screen.press("j").timers, ["scheduleAutoLock"])
    screen.prefer { $0.autoLockMinutes = 0 }
    await expectEqual(screen.press("j").effects.last?.name, "stopAutoLock")
    screen.pause = .seconds(6000)
    await expect(!screen.press("j").state.isLocking)
    // Locking waits while recovery words are shown.
    screen = try await open(minutes: 1)
    screen.change { $0.screens.push(RecoveryWordsDialog.notice(FakeUnlocking.words, for: .diary)) }
    await expect(!screen.wait(.seconds(61), for: .autoLockDue).state.isLocking)
    expectEqual(screen.timers, ["scheduleAutoLock"])
    await expect(isLocking(screen.press("<Enter><Esc><Esc>").wait(.seconds(61), for: .autoLockDue)))
  }

  private func locked(
    _ columns: Int = 80, _ rows: Int = 24, drafts: [Draft] = [], speaks: Bool = false,
    _ unlocking: FakeUnlocking = FakeUnlocking(.locked)
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: SampleDiary.entries(), drafts: drafts, speaks: speaks,
      unlocking: unlocking)
  }

  @Test func `The diary asks for its passphrase, and reports Caps Lock`() async throws {
    var screen = try await locked(40, 12)
    await expectShows(screen.send(.capsLock(true)), "Caps Lock is on.")
    expectEqual(screen.state.frame.watchesCapsLock, true)
    await expectLacks(screen.send(.capsLock(false)), "Caps Lock")
    await expectLacks(screen.enterPassphrase().send(.capsLock(true)), "Caps Lock")
    expectEqual(screen.state.frame.watchesCapsLock, false)
    screen = try await locked().press("a 암호")
    try expectScreen(screen, in: "unlock-80x24")
    expectEqual(screen.cursor, Point(column: 17, row: 10))
    expect(screen.effects.isEmpty)
    expectNil(screen.state.list.total)
    screen = try await locked(40, 12).press("wrong<Enter>")
    try expectScreen(screen, in: "unlock-40x12")
  }

  @Test func `Words that a killed program never showed are shown once it's open`() async throws {
    let unlocking = FakeUnlocking(.locked, unseenWords: FakeUnlocking.words)
    let screen = try await locked(80, 24, unlocking).enterPassphrase()
    expectShows(screen, "Your six recovery words", "1 acorn", "6 fjord")
    await screen.press("<Enter>").type(FakeUnlocking.words).press(
      "<Enter>", shows: "The words are correct.", "5 entries")
  }

  @Test func `Recovery words open it; wrong passphrases and faults are reported`() async throws {
    var screen = try await locked()
    await expect(screen.type(FakeUnlocking.words).press("<Enter>").state.screens.isEmpty)
    expectShows(screen, "5 entries")
    screen = try await locked().paste(FakeUnlocking.passphrase + "\n").press("<Enter>")
    expectShows(screen, "강가 산책, 안개", "5 entries")
    expect(screen.state.screens.isEmpty && screen.state.lockState == .open)
    // While the diary opens, the passphrase is hidden and only quitting works.
    screen = try await locked().type(FakeUnlocking.passphrase)
    screen.change { state in
      state.press("<Enter>x")
      _ = state.update(.terminal(.paste("x")), now: state.now)
    }
    expectShows(screen, "Opening…", lacks: "•")
    expectNil(screen.cursor)
    await expectEqual(screen.press("<C-c>").terminalEffects.last, .leave)
    let unlocking = FakeUnlocking(.locked)
    screen = try await locked(80, 24, unlocking)
    for count in 1...5 {
      await screen.press("wrong<Enter>", shows: "That doesn't open the diary. Try again.")
      expectLacks(screen, "•")
      expectEqual(unlocking.tries, count)
    }
    await screen.press("<Enter>")
    expectEqual(unlocking.tries, 5)
    // Typed passphrases can't be pasted.
    await expectEqual(screen.press("<A-y><C-y>", lacks: "•").state.killRing, KillRing())
    await expect(screen.enterPassphrase().state.screens.isEmpty)
    // A fault of the diary is shown in place of the screens.
    let fault = DiaryError.store(path: "/home/kim/diary", .newerFormat(9))
    screen = try await locked(80, 24, FakeUnlocking(.locked, fault: fault))
    await expectContains(screen.enterPassphrase().text, "newer")
    expect(screen.state.isLocked)
    expect(screen.state.screens.front is UnlockScreen)
    screen = try await locked(40, 12, FakeUnlocking(.locked, warning: "It was corrected."))
    await expectShows(screen.enterPassphrase(), "While the diary was locked", "It was corrected.")
    await expectShows(screen.press("<Enter>"), "5 entries")
  }

  @Test func `General keys work, drafts are offered after opening, also in Korean`() async throws {
    var screen = try await locked().press("?:q", shows: "•••")
    expectEqual(screen.state.screens.count, 1)
    await screen.press("<F1>", shows: "Clear the line, or quit")
    await expect(screen.press(":trash<Enter><Esc><Esc>").state.screens.front is UnlockScreen)
    expectEqual(screen.state.screens.count, 1)
    await expectEqual(screen.press("<C-z><C-l>").terminalEffects.suffix(2), [.suspend, .redraw])
    await expectShows(screen.send(.resumed).resize(30, 5), "Too small")
    await expectEqual(screen.press("a<C-c>").terminalEffects.last, .leave)
    expectEqual(screen.viewMemory.view, RememberedView())
    screen = try await locked().press("abc")
    await expectEqual(screen.mouse(.press, 15, 10).cursor, Point(column: 15, row: 10))
    await expect(screen.press("<Esc>", lacks: "•").terminalEffects.isEmpty)
    await expectEqual(screen.press("<Esc>").terminalEffects, [.leave])
    screen = try await locked(drafts: [SampleDiary.draft("Left")])
    expectShows(screen, "Your drafts are safe.")
    await expectShows(screen.enterPassphrase(), "You have an unsaved draft")
    screen = try await locked(speaks: true).press("wrong")
    await expectSpoken(screen, title: "This diary is locked")
    expectEqual(screen.spoken?.field?.text, "•••••")
    expectContains(screen.spoken?.lines ?? [], "Your drafts are safe.")
    await screen.press("<Enter>")
    expectEqual(screen.spoken?.lines.first, "That doesn't open the diary. Try again.")
    expectEqual(screen.spoken?.field?.text, "")
    try await Language.korean.speaking {
      try await expectScreen(locked(40, 12), in: "unlock-korean")
    }
  }
}

@Suite("Locked journals, and encrypting the diary") @MainActor struct LockedJournalsTests {
  /// Opens a diary of five entries, with entries 1 and 2 in “Private”.
  private func open(
    speaks: Bool = false, drafts: [Draft] = [], _ unlocking: FakeUnlocking? = FakeUnlocking(.open)
  ) async throws -> ScreenTest {
    var entries = try SampleDiary.days(5)
    for index in [1, 2] {
      entries[index].journal = "Private"
      entries[index].tags = ["secret"]
    }
    return try await ScreenTest(
      70, 14, entries: entries, drafts: drafts, speaks: speaks, unlocking: unlocking)
  }

  private func locked() async throws -> ScreenTest { try await open().press("JGLq") }

  private func isListed(_ screen: ScreenTest) -> Bool {
    screen.text.contains("Entry 1") || screen.text.contains("Entry 2")
  }

  @Test func `A locked journal is in no list and no export until Alt-l shows it`() async throws {
    var screen = try await locked().press("x", shows: "all but locked journals")
    screen = try await open().press("JGL")
    try expectScreen(screen, in: "journals-locked")
    await expect(!isListed(screen.press("q", shows: "3 entries")))
    await expect(screen.press("/Entry 1").text.contains("Nothing") || !screen.text.contains("▌"))
    await expect(!isListed(screen.press("<Esc><A-t>", lacks: "secret").press("qc<Left>")))
    screen = try await locked().press("<A-l>", shows: "Show locked journals")
    await screen.press("wrong<Enter>", shows: "That doesn't open the diary.", lacks: "•")
    await expectShows(
      screen.enterPassphrase(), "Showing locked journals. Press Alt-l to hide them.", "5 entries")
    expect(isListed(screen))
    await screen.press("JG", shows: "shown for now")
    await screen.press("q<A-l>", shows: "Locked journals are hidden.", "3 entries")
    expect(!isListed(screen))
    screen = try await locked().press("<Enter>:locked journals<Enter>")
    await expectEqual(screen.enterPassphrase().state.list.count, 5)
    screen = try await locked()
    await expect(screen.press("<A-l><Esc>").state.screens.isEmpty)
    await screen.press("<A-l>").type(FakeUnlocking.passphrase)
    screen.change { state in state.press("<Enter>") }
    expectShows(screen, "Opening…")
    expectNil(screen.cursor)
    await screen.press("<Esc>")
    await screen.begin(.showLockedJournals(with: Passphrase(FakeUnlocking.passphrase.utf8)!))
    expectShows(screen, "3 entries")
  }

  @Test func `A hidden journal asks for the passphrase, and hides moved entries`() async throws {
    var screen = try await locked().press("JG<Enter>", shows: "Show “Private”").enterPassphrase()
    expect(screen.text.contains("2 entries") && screen.text.contains("Entry 1"))
    await expect(!isListed(screen.press("<A-l>", shows: "3 entries")))
    await screen.press("JGL", shows: "Unlock “Private”")
    await expectShows(screen.enterPassphrase(), "Unlocked “Private”.")
    expectLacks(screen, " locked")
    try await expect(screen.service.journals().allSatisfy { !$0.isLocked })
    await screen.press("q", shows: "5 entries")
    screen = try await locked().press("JG")
    for key in "rmd" { await expectShows(screen.press(.character(key)), "“Private” is locked.") }
    screen = try await locked().press("MG<Enter>")
    expect(!screen.text.contains("Entry 0") && screen.text.contains("2 entries"))
    expectShows(screen, "Moved 1 entry to Private.")
    await expect(screen.press("u").text.contains("Entry 0") && screen.text.contains("3 entries"))
    await screen.press("g<Enter>e<A-j>G<Enter><C-s>")
    expectShows(screen, "Saved “Entry 0” in a locked journal, which is hidden.")
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.count, 2)
    // Earlier changes to hidden entries can't be undone.
    screen = try await open().press("*JGv<Enter>Lu", shows: "Nothing to undo.")
    try await expectEqual(screen.service.journals().last?.isLocked, true)
  }

  @Test func `Changes, jumps and drafts don't show locked journals`() async throws {
    var screen = try await locked()
    var query = EntryQuery()
    query.includesHidden = true
    let all = try await screen.service.entries(ids: screen.service.ids(query))
    let hidden = try require(all.first { $0.journal == "Private" })
    await expectShows(screen.changeExternally([DiaryChange(.updated, hidden)]), "3 entries")
    expectLacks(screen, "another window")
    try await expectShows(screen.editElsewhere { $0.journal = "Private" }, "2 entries")
    expectLacks(screen, "another window")
    await expect(screen.press("<Enter>").state.screens.front is ReaderState)
    _ = try await screen.service.lock(journal: "Diary")
    await expect(screen.changeExternally([]).state.screens.isEmpty)
    expectEqual(screen.state.list.count, 0)
    screen = try await open().press("j<Enter>")
    expectEqual(screen.state.screens.front(as: ReaderState.self)?.entry.title, "Entry 1")
    await expect(!isListed(screen.press("qkJGLq<C-o><C-o><C-o>")))
    var draft = try SampleDiary.draft("Secret plan")
    draft.fields.journal = "Private"
    screen = try await open(drafts: [draft])
    expectShows(screen, "Secret plan")
    await screen.press("<Esc>JGLq<A-d>", lacks: "Secret plan").press("q<A-l>")
    await expectShows(screen.enterPassphrase().press("<A-d>"), "Secret plan")
    screen = try await open(FakeUnlocking(.plain)).press("JGL")
    expectShows(screen, "You can lock journals only in an encrypted diary. Encrypt it first.")
    await screen.press("q<A-l>", shows: "No journal is locked.")
    screen = try await open(speaks: true).press("JGL")
    expectContains(screen.spoken?.selected ?? "", "Private, locked")
    await expectSpoken(screen, "q<A-l>", title: "Show locked journals")
  }

  private func plain(
    _ columns: Int = 80, _ rows: Int = 24, isEmpty: Bool = true, speaks: Bool = false,
    _ unlocking: FakeUnlocking = FakeUnlocking(.plain)
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: isEmpty ? [] : try SampleDiary.entries(), speaks: speaks,
      unlocking: unlocking)
  }

  @discardableResult private func typeTwice(_ screen: ScreenTest) async -> ScreenTest {
    await screen.press("L").enterPassphrase().enterPassphrase()
  }

  @Test func `A passphrase is chosen, and its recovery words are confirmed`() async throws {
    var screen = try await plain()
    expectShows(screen, "L   encrypt it with a passphrase")
    try await expectScreen(screen.press("L"), in: "encryption-offered")
    await typeTwice(screen.press("<Esc>"))
    try expectScreen(screen, in: "encryption-words")
    await screen.press("<Enter>", shows: "Type the six words you wrote down")
    await expect(screen.type(FakeUnlocking.words).press("<Enter>").state.screens.isEmpty)
    expectShows(screen, "The words are correct.", "L   lock it", "in encrypted files")
    expectEqual(screen.state.lockState, .open)
    screen = try await plain()
    await typeTwice(screen).press("<Enter><Esc>", shows: "If you forget the passphrase", "acorn")
    await expect(screen.press("<Esc>").state.screens.isEmpty)
    screen = try await plain().press("Lshort<Enter>", shows: "Type it again.")
    await screen.press("short<Enter>", shows: "Use this passphrase anyway?", "It is short.")
    await screen.press("n", shows: "Type a passphrase.")
    await screen.press("short<Enter>short<Enter><Esc><Esc>")
    expect(screen.state.screens.isEmpty && screen.state.lockState == .plain)
    await screen.press("Lshort<Enter>short<Enter>y", shows: "Your six recovery words")
  }

  @Test("Encrypting shows progress and can be stopped", arguments: [80, 40])
  func stopping(columns: Int) async throws {
    let screen = try await plain(columns, columns == 80 ? 24 : 12, isEmpty: false).holdEncryption()
    await typeTwice(screen).goOnEncrypting(Progress(.copying, 3, of: 7))
    expectShows(screen, "3 of 7 files copied", "Esc stop")
    await expect(screen.press("n<C-o>").state.screens.front is EncryptionScreen)
    await screen.press("<Esc>", shows: "Stopped. Nothing was changed.")
    expectEqual(screen.state.lockState, .plain)
    expect(screen.state.screens.isEmpty)
  }

  @Test func `Failures, existing words and the status of the encryption are shown`() async throws {
    let unlocking = FakeUnlocking(.plain)
    unlocking.failure = MessageError("There is too little room on the disk.")
    var screen = try await plain(80, 24, unlocking)
    await expectShows(typeTwice(screen), "There is too little room on the disk.")
    expectEqual(screen.state.lockState, .plain)
    let known = FakeUnlocking(.plain, hasWords: true)
    known.readableCopies = ["remote nas (/mnt/nas)", "public copy Walks (/srv/walks)"]
    screen = try await plain(40, 12, known).press("L", shows: "wrote down for your remotes")
    try await expectScreen(screen.enterPassphrase(), in: "encryption-copies-40x12")
    screen = try await plain(80, 24, known)
    try await expectScreen(screen.press("L").enterPassphrase(), in: "encryption-copies-80x24")
    await expectShows(screen.enterPassphrase(), "The diary is encrypted", "key rotate")
    expectLacks(screen, "acorn")
    await expect(screen.press("<Enter>").state.screens.isEmpty)
    screen = try await plain(isEmpty: false)
    await screen.press("S", shows: "encryption  off; L encrypts the diary")
    expectContains(screen.bottomLine, "L encrypt")
    await typeTwice(screen).press("<Enter><Esc><Esc>", shows: "encryption  on; L locks the diary")
    expectContains(screen.bottomLine, "L lock")
    await expect(screen.press("L").state.isLocking)
    try await Language.korean.speaking {
      let screen = try await plain(40, 12, speaks: true).press("L")
      expectEqual(screen.state.accessibleText.title, "다이어리 암호화")
      await expectEqual(screen.press("short").state.accessibleText.field?.text, "•••••")
      let status = await screen.press("<Esc>S").state.accessibleText.lines
      expectContains(status, "암호화: 꺼짐, L을 누르면 암호화")
    }
  }
}

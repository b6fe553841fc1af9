import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

/// All dialogs follow one grammar: their keys are in the last row of the box, first those that
/// apply and leave, and the screen's bottom line is left to messages.
@Suite("Dialogs") @MainActor struct DialogTests {
  /// A dialog over the list, and its keys at 80 × 24.
  struct Opened: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let keys: String
    let open: @MainActor @Sendable (ScreenTest) throws -> any Screen

    init(
      _ name: String, _ keys: String,
      _ open: @escaping @MainActor @Sendable (ScreenTest) throws -> any Screen
    ) {
      (testDescription, self.keys, self.open) = (name, keys, open)
    }
  }

  private static let words = ["acorn", "bagel", "cedar", "dune", "ember", "fjord"]
  private static let device = DeviceState(
    id: ID(high: 0, low: 1), name: "phone", isCurrentDevice: false, isRemoved: false, lastSeen: nil)
  private static let person = Person(
    id: AuthorID("ben"), name: "Ben", role: .editor, state: .member, verificationWords: [])

  private static func entry(_ screen: ScreenTest) throws -> Entry {
    try require(screen.state.list.selectedEntry)
  }

  private static func running<Task: TaskScreen>(_ task: Task) -> Task {
    var task = task
    task.phase = .running(Progress(.copying, 3, of: 7))
    return task
  }

  private static let export = ExportState(homeFolder: "/home/me", choices: [.all], requestID: 1)

  private static let journal = Journal(name: "Work", color: nil, count: 3)

  nonisolated static let questions: [Opened] = [
    Opened("delete", "Enter choose  Esc no  d yes") {
      ConfirmState.delete(try entry($0))
    },
    Opened("remove a person's device", "Enter choose  Esc no  Tab next") { _ in
      ConfirmState.remove(device)
    },
    Opened("notice", "Enter close") { _ in NoticeState(title: "Failed", lines: ["The disk."]) },
    Opened("long notice", "Enter close  ↓ scroll") { _ in
      NoticeState(title: "Left out", lines: (1...60).map(String.init))
    },
    Opened("recovery words", "Enter next") { _ in
      RecoveryWordsDialog.notice(words.joined(separator: " "))
    },
    Opened("draft", "Enter choose   Esc keep   c continue   Tab next") { _ in
      DraftOfferState(draft: try SampleDiary.draft("Left", "words"), entry: nil, base: [])
    },
  ]

  nonisolated static let fields: [Opened] = [
    Opened("tags", "Enter save   Esc cancel   F1 keys") { TagsState(try entry($0)) },
    Opened("tags of several", "Enter save   Esc cancel   F1 keys") {
      TagsState([try entry($0).id], hidden: 3)
    },
    Opened("new journal", "Enter save   Esc cancel   F1 keys") { _ in NameState(.addJournal) },
    Opened("journal's name", "Enter save   Esc cancel   F1 keys") { _ in
      NameState(.renameJournal(journal))
    },
    Opened("author's name", "Enter save   Esc cancel   F1 keys") { _ in
      AuthorNameState(Author(id: AuthorID("me"), name: "Me"))
    },
    Opened("device's name", "Enter save   Esc cancel   F1 keys") { _ in DeviceNameState(device) },
    Opened("comment", "Enter save   Esc cancel   F1 keys") { CommentState(on: try entry($0)) },
    Opened("caption", "Enter save   Esc cancel   F1 keys") {
      CaptionState(SampleDiary.bridge, of: try entry($0))
    },
    Opened("setting", "Enter save   Esc cancel   F1 keys") {
      let option = try require(SettingsOption.all.first { $0.name == "editor.tab_width" })
      return SettingDialog(option, in: $0.state)
    },
    Opened("passphrase", "Enter next   Esc cancel   F1 keys") { _ in
      PassphraseState(for: .diary)
    },
    Opened("locked journals", "Enter show   Esc cancel   F1 keys") { _ in
      LockedJournalsDialog(for: .showing)
    },
    Opened("locked diary", "Enter open   Esc quit   F1 keys") { _ in UnlockScreen() },
    Opened("words to check", "Enter check   Esc leave   F1 keys") { _ in
      WordsCheckState(words, for: .remotes)
    },
    Opened("words of a remote", "Enter check   Esc cancel   F1 keys") { _ in
      RemoteWordsState(typed: "", why: "home holds this diary.")
    },
    Opened("details", "Enter save   Esc cancel   Tab next   F2 places") {
      DetailsState(EntryDetails(), moods: $0.state.preferences.moods, requestID: 1)
    },
    Opened("copying a photo", "Enter copy   Esc cancel   Tab next   F1 keys") { _ in
      CopyOutState(photo: SampleDiary.fog, homeFolder: "/home/me")
    },
    Opened("export", "Enter export   Esc cancel   Tab next   F1 keys") { _ in export },
    Opened("new remote", "Enter add it   Esc cancel   Tab next   F1 keys") { _ in
      NewRemoteState()
    },
  ]

  nonisolated static let others: [Opened] = [
    Opened("palette", "Enter run   Esc close   ↓ choose   F1 keys") { _ in
      PaletteState([], recent: [])
    },
    Opened("theme", "Enter choose   Esc cancel   ? keys") { ThemeChoice(in: $0.state) },
    Opened("move", "Enter choose   Esc cancel   n new journal   ? keys") {
      JournalChoice(.move([try entry($0).id], called: "it"), in: $0.state)
    },
    Opened("color", "Enter choose   Esc cancel   ? keys") {
      JournalChoice(.color(journal), in: $0.state)
    },
    Opened("role", "Enter choose   Esc cancel   ? keys") { _ in RoleChoice(of: person) },
    Opened("recording", "Enter save   Esc discard") { _ in RecordingState(for: .random()) },
    Opened("encryption", "Esc stop") { _ in running(EncryptionScreen()) },
    Opened("running export", "Esc stop") { _ in running(export) },
    Opened("adding a remote", "Esc stop") { _ in running(NewRemoteState()) },
    Opened("removing a device", "Esc stop") { _ in DeviceRemovalState(name: "phone") },
    Opened("import", "Esc stop") { _ in running(DiaryImportState("/diary")) },
    Opened("import of photos", "Esc stop") { _ in
      running(PhotoImportState(folder: "/photos", isInbox: false, problems: []))
    },
  ]

  private func opened(
    _ dialog: Opened, _ columns: Int = 80, _ rows: Int = 24, speaks: Bool = false
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: SampleDiary.entries(), speaks: speaks)
    let opened = try dialog.open(screen)
    screen.change {
      $0.screens.push(opened)
      $0.layOut()
    }
    return screen
  }

  /// Returns the last row inside the lowest box.
  private func lastRow(_ screen: ScreenTest) throws -> String {
    let grid = screen.state.frame.grid
    let cells = (0..<grid.size.rows).map { grid.row($0).map(\.text) }
    let bottom = try require(cells.lastIndex { $0.contains("└") }, "\(screen.text)")
    let left = try require(cells[bottom].firstIndex(of: "└"))
    let right = try require(cells[bottom].lastIndex(of: "┘"))
    return String(cells[bottom - 1][left + 1..<right].joined().trimmed)
  }

  @Test(arguments: questions + fields + others)
  func `The last row of the box has the keys, and says how to leave`(_ dialog: Opened) async throws
  {
    for (columns, rows) in [(80, 24), (40, 12), (200, 50)] {
      let screen = try await opened(dialog, columns, rows)
      let row = try lastRow(screen)
      if columns > 40 {
        expectPrefix(row, dialog.keys, "\(screen.text)")
      } else {
        // As many as fit, at least the first two.
        let keys = dialog.keys.split(separator: "  ").map(\.trimmed)
        expectPrefix(row, keys.prefix(2).joined(separator: "  "), "\(screen.text)")
      }
      expectEqual(screen.bottomLine, "", "\(screen.text)")
      screen.change { $0.toast = "A message." }
      expectEqual(screen.bottomLine, " A message.")
      expectEqual(try lastRow(screen), row)
    }
    let keys = try await opened(dialog, speaks: true).spoken?.keys ?? ""
    expectPrefix(
      keys, dialog.keys.split(separator: "  ").map(\.trimmed).joined(separator: ", "))
  }

  @Test(arguments: questions + fields + others)
  func `Keys are in Korean and fit`(_ dialog: Opened) async throws {
    for (columns, rows) in [(80, 24), (40, 12)] {
      try await Language.korean.speaking {
        let screen = try await opened(dialog, columns, rows)
        let row = try lastRow(screen)
        let words = row.matches(of: /[A-Za-z]{2,}/).map { String($0.output) }
        expectEqual(Set(words).subtracting(["Enter", "Esc", "Tab", "Space", "OK"]), [], "\(row)")
        let leaves = ["취소", "닫기", "아니요", "중지", "끝내기", "버리기", "남기기", "다음"]
        expect(leaves.contains { row.contains($0) }, "\(screen.text)")
        expectLacks(row, "…")
      }
    }
  }

  // MARK: Moving to the trash

  @Test(arguments: ["", "<Enter>", "t<Esc>"])
  func `d d moves an entry to the trash, and u brings it back`(_ place: String) async throws {
    let screen = try await ScreenTest.sample().press(place + "d", shows: "[ No ]", "d yes", "(y)")
    expectEqual(screen.state.list.count, 5)
    await screen.press("d")
    expectEqual(screen.state.list.count, 4)
    expectEqual(screen.bottomLine, " Deleted “강가 산책, 안개”. Press u to undo.")
    await expectEqual(screen.press("u").state.list.count, 5)
  }

  @Test func `The key that asks confirms, for many entries and whichever key it is`() async throws {
    let entries = try SampleDiary.days(30)
    let screen = try await ScreenTest(entries: entries).press("Add")
    expectEqual(screen.state.list.count, 0)
    await expectEqual(screen.press("u").state.list.count, 30)
    let binding = KeyBinding(screen: "list", command: "delete", keys: ["X"], line: 1)
    screen.change { $0.keys = Keymap.changed(by: [binding]).keymap }
    await screen.press("Xd", shows: "X yes").press("X")
    expectEqual(screen.state.list.count, 29)
    // Emptying the trash can't be undone, so its key doesn't confirm.
    await screen.press("tDD", shows: "Empty the trash?", lacks: "D yes")
  }

  // MARK: Forms

  @Test func `Letters are commands in a form where nothing is typed`() async throws {
    let screen = try await ScreenTest.sample().press("xjq", shows: "~/diary-exportjq")
    await screen.press("<Tab><Tab>", shows: "▌Format", "Space change")
    await screen.press("l", shows: "JSON and photos").press("h", shows: "Markdown files")
    await screen.press(" ", shows: "JSON and photos").press("j", shows: "▌Location")
    await screen.press("k?", shows: "Next choice").press("<Esc>", shows: "▌Format")
    await expect(screen.press("q").state.screens.isEmpty)
  }

  @Test func `Only the dialog in front is drawn`() async throws {
    let screen = try await opened(Self.fields[0])
    screen.change { $0.screens.push(NoticeState(title: "Failed", lines: ["The disk."])) }
    expectShows(screen, "Failed", lacks: "Tags of")
  }
}

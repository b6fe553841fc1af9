import DiaryCore
import Localization
import TerminalUI

/// The journals in their order; before them a line for all diaries as one, if there are others, and one for
/// all entries, and behind them the other diaries.
package struct JournalsState: Sendable {
  var choice = ChoiceList()
  /// Whether the entries have been counted.
  var isCounted = false
  /// The journal that is to be selected once it is there.
  var wanted: String?
}

extension JournalsState: ChoiceScreen {
  static func open(in app: inout ScreenContext) {
    app.jump(to: JournalsState())
    app.journalsAreStale = true
  }

  package var opener: Command? { .journals }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.journals]] }

  package func location(in app: ScreenContext) -> Location.Screen? {
    Location.Screen(kind: .journals, name: journal(at: choice.selected, in: app)?.name)
  }

  /// The journal of a line; `nil` of those before and behind them.
  func journal(at row: Int, in app: ScreenContext) -> Journal? {
    app.journals.element(at: row - app.rowsBeforeJournals)
  }

  /// Whether a line is that for all diaries as one.
  func isTogether(_ row: Int, in app: ScreenContext) -> Bool { row == 0 && app.offersTogether }

  /// The diary of a line below the journals.
  func neighbor(at row: Int, in app: ScreenContext) -> NeighborDiary? {
    app.neighbors.element(at: row - app.rowsBeforeJournals - app.journals.count)
  }

  /// Shows the entries of the selected journal, or all; opens another diary, or all as one.
  mutating func open(in app: inout ScreenContext) -> [Effect] {
    if let diary = neighbor(at: choice.selected, in: app) {
      return [.open(.diary(diary))]
    }
    if isTogether(choice.selected, in: app), app.together == nil { return [.open(.together)] }
    if let journal = journal(at: choice.selected, in: app) {
      if app.hides(journal) {
        app.push(LockedJournalsDialog(for: .entries(of: journal.name)))
        return []
      }
      return [.show(ListScope(.journal(journal.name), today: app.now.day))]
    }
    return [.showAll]
  }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    switch command {
    case .notify:
      guard let name = neighbor(at: choice.selected, in: app)?.name else {
        app.toast = localized("Select one of the diaries below the journals.")
        return []
      }
      return [.switchNotifications(of: name)]
    case .markRead: return [.markAllRead(newsScope(in: app))]
    case .new: if app.mayWrite() { app.push(NameState(.addJournal)) }
    case .rename, .recolor, .merge, .delete, .lockJournal, .moveUp, .moveDown:
      guard app.mayWrite() else { return [] }
      return journal(at: choice.selected, in: app).map { act(command, on: $0, in: &app) } ?? []
    default: return nil
    }
    return []
  }

  /// Whose news the selected line stands for: those of all diaries, of another one, or of the open one.
  private func newsScope(in app: ScreenContext) -> NewsScope {
    // What the lines are going to be isn't seen yet.
    guard isCounted else { return app.together == nil ? .open : .all }
    if let diary = neighbor(at: choice.selected, in: app) {
      return diary.name.map { .diary($0) } ?? .open
    }
    return isTogether(choice.selected, in: app) || app.together != nil ? .all : .open
  }

  private mutating func act(
    _ command: Command, on journal: Journal, in app: inout ScreenContext
  ) -> [Effect] {
    switch command {
    case .recolor: app.push(JournalChoice(.color(journal), in: app))
    case .moveUp: return move(by: -1, in: &app)
    case .moveDown: return move(by: 1, in: &app)
    case .lockJournal: return app.lockOrUnlock(journal)
    // Said at once, not after a name was typed.
    case _ where journal.isDefault: app.toast = DiaryError.defaultJournal.line
    case _ where app.hides(journal): app.toast = DiaryError.hiddenJournal(journal.name).line
    case .rename: app.push(NameState(.renameJournal(journal)))
    case .merge: app.push(JournalChoice(.merge(journal), in: app))
    case .delete where journal.count == 0:
      let edit = JournalEdit.delete(journal.name, .move(to: EntryFields.defaultJournal))
      app.push(ConfirmState.change(edit, count: 0))
    case .delete: app.push(JournalChoice(.delete(journal), in: app))
    default: break
    }
    return []
  }

  /// Moves the selected journal, and the selection with it.
  private mutating func move(by count: Int, in app: inout ScreenContext) -> [Effect] {
    let index = choice.selected - app.rowsBeforeJournals
    guard app.journals.indices.contains(index + count) else { return [] }
    // Shown at once; the answer says the same.
    app.journals.swapAt(index, index + count)
    choice.select(choice.selected + count, count: rowCount(in: app))
    return [.changeJournals(.reorder(app.journals.map(\.name)))]
  }

  /// Selects what is wanted, if it is there.
  mutating func settle(in app: ScreenContext) {
    let position = wanted.flatMap { wanted in
      app.journals.firstIndex { $0.name.isSameName(as: wanted) }
    }
    wanted = nil
    choice.select(
      position.map { $0 + app.rowsBeforeJournals } ?? choice.selected, count: rowCount(in: app))
  }
}

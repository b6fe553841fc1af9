import DiaryCore
import TerminalUI

/// The journals in their order; before them a line for all entries.
package struct JournalsState: Sendable {
  var choice = ChoiceList()
  /// Whether the entries have been counted.
  var isCounted = false
  /// The journal that is to be selected once it is there.
  var wanted: String?
}

extension AppState {
  mutating func openJournals() {
    noteJump()
    screens.push(JournalsState())
    journalsAreStale = true
  }

  /// The journal of a line; `nil` of that for all entries.
  func journal(at index: Int) -> Journal? {
    journals.indices.contains(index - 1) ? journals[index - 1] : nil
  }

  mutating func updateJournals(_ event: KeyEvent, _ screen: JournalsState) -> [Effect] {
    var screen = screen
    let count = journals.count + 1
    let page = ScreenFrame.body(size).rows
    let journal = journal(at: screen.choice.selected)
    switch keys[.journals].command(for: event) ?? keys[.everywhere].command(for: event) {
    case .back:
      screens.pop()
      return []
    case .open: return open(journal)
    case .new:
      screens.push(NameState(.addJournal))
      return []
    case .rename, .recolor, .merge, .delete, .moveUp, .moveDown:
      guard let journal,
        let command = keys[.journals].command(for: event)
      else { return [] }
      return act(command, on: journal)
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .some(let command):
      guard screen.choice.handle(command, count: count, page: page) else {
        return updateEverywhere(command)
      }
    case nil: return []
    }
    screens.replaceFront(with: screen)
    return []
  }

  /// Shows a journal's entries, or with `nil` all.
  private mutating func open(_ journal: Journal?) -> [Effect] {
    if let journal { return show(ListScope(.journal(journal.name), today: now.day)) }
    noteJump()
    return showAll()
  }

  mutating func clickJournals(_ mouse: MouseEvent, _ screen: JournalsState) -> [Effect] {
    var screen = screen
    guard screen.isCounted,
      let click = screen.choice.handle(
        mouse, count: journals.count + 1, in: ScreenFrame.body(size))
    else { return [] }
    screens.replaceFront(with: screen)
    return click == .opened ? open(journal(at: screen.choice.selected)) : []
  }

  private mutating func act(_ command: Command, on journal: Journal) -> [Effect] {
    switch command {
    case .recolor: screens.push(JournalChoice(.color(journal), in: self))
    case .moveUp: return move(journal, by: -1)
    case .moveDown: return move(journal, by: 1)
    // Said at once, not after a name was typed.
    case _ where journal.isDefault: toast = DiaryError.defaultJournal.line
    case .rename: screens.push(NameState(.renameJournal(journal)))
    case .merge: screens.push(JournalChoice(.merge(journal), in: self))
    case .delete where journal.count == 0:
      let edit = JournalEdit.delete(journal.name, .move(to: EntryFields.defaultJournal))
      screens.push(ConfirmState(question: .journals(edit, count: 0)))
    case .delete: screens.push(JournalChoice(.delete(journal), in: self))
    default: break
    }
    return []
  }

  private mutating func move(_ journal: Journal, by count: Int) -> [Effect] {
    guard let place = journals.firstIndex(where: { $0.name == journal.name }),
      journals.indices.contains(place + count)
    else { return [] }
    // Shown at once; the answer says the same.
    journals.swapAt(place, place + count)
    select(journal.name)
    return [.changeJournals(.reorder(journals.map(\.name)))]
  }

  private mutating func select(_ name: String) {
    changeJournals { screen, journals in
      screen.wanted = name
      screen.settle(journals)
    }
  }

  // MARK: Reading

  /// They are read after the first frame, after a change, and when they are asked for.
  mutating func missingJournals() -> [Effect] {
    guard journalsAreStale else { return [] }
    journalsAreStale = false
    return [.loadJournals(counted: needsJournalCounts)]
  }

  /// Whether all of them are shown, with their numbers or to complete a search.
  var needsJournalCounts: Bool {
    search?.completion?.trigger.kind == .searchValue(.journal)
      || screens.contains(JournalsState.self) || screens.contains(JournalChoice.self)
  }

  mutating func journalsMayDiffer() { if needsJournalCounts { journalsAreStale = true } }

  mutating func changeJournals(_ body: (inout JournalsState, [Journal]) -> Void) {
    for var screen in screens.all(JournalsState.self) {
      body(&screen, journals)
      screens.put(screen)
    }
  }

  /// The journal that was made or renamed is selected when it is there.
  mutating func journalsChanged(by own: OwnChanges) {
    guard case .journal(let edit) = own.change else { return }
    journalsAreStale = true
    let name: String? =
      switch edit {
      case .add(let name, _), .rename(_, let name), .merge(_, let name): name
      case .recolor, .reorder, .delete: nil
      }
    if let name, own.cause == nil { changeJournals { screen, _ in screen.wanted = name } }
  }
}

extension JournalsState {
  /// Selects what is wanted, if it is there.
  mutating func settle(_ journals: [Journal]) {
    defer { wanted = nil }
    guard let wanted, let place = journals.firstIndex(where: { $0.name.isSameName(as: wanted) })
    else { return choice.select(choice.selected, count: journals.count + 1) }
    choice.select(place + 1, count: journals.count + 1)
  }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

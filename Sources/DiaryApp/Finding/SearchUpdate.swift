import DiaryCore
import TerminalUI

extension AppState {
  mutating func updateSearch(_ event: KeyEvent) -> [Effect] {
    switch keys[.search].command(for: event) {
    case .open:
      if let effects = finishTerm() { return effects }
      guard let entry = entries.selectedEntry else { return [] }
      return act(.open, on: entry)
    case .up: entries.move(.up)
    case .down: entries.move(.down)
    case .mark: return takeProposal() ?? toggleMark()
    case .nextField: search?.completion?.move(by: 1)
    case .markAll: return markAll()
    case .listForm: return changeListForm()
    // Where nothing stands beside an entry, these arrows are the text's.
    case .left where listForm == .sheet: entries.move(.left)
    case .right where listForm == .sheet: entries.move(.right)
    case .pageDown: entries.movePages(1)
    case .pageUp: entries.movePages(-1)
    case .cancel: return endSearch()
    case .keepSearch: return keepSearch()
    case .widenSearch: return widenSearch()
    default:
      if var field = search?.field, type(event, into: &field) {
        search?.field = field
        // Where the caret alone has moved, a date may be whole that wasn't.
        return findTyped()
      }
      if let command = keys[.everywhere].command(for: event) { return updateEverywhere(command) }
    }
    return []
  }

  private mutating func endSearch() -> [Effect] {
    guard let ended = search else { return [] }
    search = nil
    return [.stopFinding(list: ended.found.number)]
  }

  /// Asks for what is typed now.
  mutating func findTyped() -> [Effect] {
    guard let current = search else { return [] }
    let query = current.query(today: now.day)
    // What isn't finished asks for nothing yet, and takes away nothing.
    if query.isEmpty, !current.field.text.isBlank, current.found.entries.count > 0 {
      return completeSearch()
    }
    let parts = [searchedScope?.predicate, query.predicate].compactMap(\.self)
    search?.found.ask(for: query.isEmpty ? nil : .all(of: parts))
    return completeSearch() + (query.isEmpty ? [.stopFinding(list: current.found.number)] : [])
  }

  /// Ends a term that must not be there with a blank, so that it counts; `nil` where none is typed.
  mutating func finishTerm() -> [Effect]? {
    guard search?.query(today: now.day).pending != nil else { return nil }
    search?.field.insert(" ")
    return findTyped()
  }

  /// What is searched in; `nil` for the whole diary.
  var searchedScope: ListScope? { search?.isWide == true ? nil : scope }

  /// Searches in the whole diary rather than in what the list shows, or in that again.
  private mutating func widenSearch() -> [Effect] {
    guard scope != nil else { return [] }
    search?.isWide.toggle()
    // What was found elsewhere isn't what is asked for here.
    if search?.query(today: now.day).isEmpty == true { search?.found.ask(for: nil) }
    return findTyped()
  }
}

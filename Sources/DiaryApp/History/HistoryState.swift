import DiaryCore
import TerminalUI

/// The saved states of an entry, and what changed from one to the next.
package struct HistoryState: Sendable {
  /// The entry as it was when the history was opened.
  let entry: Entry
  /// `nil` until it has been read.
  package private(set) var history: EntryHistory?
  var choice = ChoiceList() {
    didSet { if choice.selected != oldValue.selected { scroll = ScrollPosition() } }
  }
  /// Whether the whole text is shown rather than what changed.
  var isWhole = false
  var scroll = ScrollPosition()
  var reading = Reading.due
  /// The rows of the chosen state.
  var text = ComparedText()

  init(_ entry: Entry) { self.entry = entry }

  var revisions: [Revision] { history?.revisions ?? [] }
  /// The title that the entry has now.
  var displayTitle: String { (revisions.first?.entry ?? entry).displayTitle }
  var chosen: Revision? { revisions.element(at: choice.selected) }
  /// The state that the chosen one was made from.
  var before: Revision? { chosen.flatMap { history?.parent(of: $0) } }
  var rows: [MarkedRow] { if case .rows(let rows) = text.outcome { rows } else { [] } }

  /// Takes in what was read; the same state stays chosen.
  mutating func take(_ revisions: [Revision]) {
    let (old, scroll) = (chosen, scroll)
    history = EntryHistory(revisions)
    reading.end()
    let index = revisions.firstIndex { $0.id == old?.id } ?? 0
    choice.select(index, count: revisions.count)
    self.scroll = scroll
  }

  /// How the chosen state is to be shown.
  func comparison(_ text: MarkedText) -> Comparison? {
    chosen.map { Comparison(old: isWhole ? nil : before, new: $0, form: .changes(text)) }
  }
}

/// Whether something that a screen shows has to be read.
enum Reading: Hashable, Sendable {
  case due, underWay, done

  /// Whether to begin now.
  mutating func begin() -> Bool {
    guard self == .due else { return false }
    self = .underWay
    return true
  }

  mutating func end() { if self == .underWay { self = .done } }
}

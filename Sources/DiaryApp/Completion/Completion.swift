import DiaryCore
import TerminalUI

/// The proposals for what is being typed, in a list at the caret.
package struct Completion: Sendable {
  /// One that can be taken.
  package struct Proposal: Hashable, Sendable {
    /// What is shown.
    package var words: String
    /// Beside it, dim.
    package var detail = ""
    /// What is written.
    package var text: String
  }

  static let most = 6

  var trigger: CompletionTrigger
  var proposals: [Proposal] = []
  /// The one that Enter and Tab take; in a search the first to begin with, else `nil` until one is
  /// chosen: Enter ends a line.
  var selected: Int?
  /// The one that Tab takes when none is chosen; `nil` where what was typed is whole already: then
  /// Tab does what it always does.
  private(set) var first: Int?
  /// Of the search for titles.
  var requestID: Int?
  /// Whether a person has closed it; until another word is begun, it stays closed.
  var isClosed = false

  init(_ trigger: CompletionTrigger) { self.trigger = trigger }

  var isShown: Bool { !isClosed && !proposals.isEmpty }

  mutating func put(_ proposals: [Proposal], isWhole: Bool) {
    let chosen = selected.flatMap { self.proposals.element(at: $0) }
    self.proposals = proposals
    first = isWhole || proposals.isEmpty ? nil : 0
    selected = chosen.flatMap { proposals.firstIndex(of: $0) }
  }

  /// What a key would take.
  func proposal(for key: KeyEvent.Key) -> Proposal? {
    let index = key == .tab ? selected ?? first : selected
    return index.map { proposals[$0] }
  }

  /// Goes up or down, round the ends.
  mutating func move(by step: Int) {
    guard !proposals.isEmpty else { return }
    guard let selected else {
      self.selected = step > 0 ? 0 : proposals.count - 1
      return
    }
    self.selected = (selected + step + proposals.count) % proposals.count
  }
}

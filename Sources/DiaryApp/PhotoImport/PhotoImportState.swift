import DiaryCore
import TerminalUI

/// Starting from photos: what was found in a folder, and the entries proposed for it.
package struct PhotoImportState: Sendable {
  /// A proposed entry.
  struct Choice: Sendable {
    var group: PhotoGroup
    var isTaken = true
  }

  let folder: String
  /// Whether it is the inbox, from which what is taken is put away.
  let isInbox: Bool
  var phase = TaskPhase.preparing(nil)
  private(set) var choices: [Choice] = []
  private var proposed: [PhotoGroup] = []
  var choice = ChoiceList() {
    didSet { if choice.selected != oldValue.selected { sheet = SheetPosition() } }
  }
  /// The marked photo of the selected entry, and which of them are in view.
  var sheet = SheetPosition()
  private(set) var alreadyThere = 0
  /// Of those, the ones that only entries in the trash have.
  private(set) var inTrash = 0
  private(set) var refused: [PhotoIssue] = []
  /// Whether there are more photos in the folder than these.
  private(set) var isCut = false

  /// What is known not to come, a line each.
  let problems: [String]

  init(folder: String, isInbox: Bool = false, problems: [String] = []) {
    self.folder = folder
    self.isInbox = isInbox
    self.problems = problems
  }

  var selected: Choice? { choices.element(at: choice.selected) }

  /// Whether the entries are other ones than were proposed.
  var isArranged: Bool { taken != proposed }

  var taken: [PhotoGroup] { choices.filter(\.isTaken).map(\.group) }

  mutating func take(_ proposal: PhotoProposal) {
    phase = .asking
    proposed = proposal.groups
    choices = proposal.groups.map { Choice(group: $0) }
    alreadyThere = proposal.alreadyThere
    inTrash = proposal.inTrash
    refused = proposal.refused
    isCut = proposal.isCut
  }

  private mutating func select(_ index: Int) {
    choice.select(index, count: choices.count)
    sheet = SheetPosition()
  }

  /// Whether places were named.
  var isNamed: Bool { choices.contains { $0.group.place != nil } }

  /// Gives the groups that begin with these photos the names of their places.
  mutating func name(_ places: [String: String]) {
    for index in choices.indices {
      guard let first = choices[index].group.photos.first else { continue }
      choices[index].group.place = places[first.path]
    }
  }

  /// Leaves the selected entry out, or takes it again, and goes on to the next.
  mutating func toggle() {
    guard choices.indices.contains(choice.selected) else { return }
    choices[choice.selected].isTaken.toggle()
    select(choice.selected + 1)
  }

  /// Makes the selected entry and the next one. `false` when there is no next one.
  mutating func merge() -> Bool {
    let position = choice.selected
    guard choices.indices.contains(position + 1) else { return false }
    choices[position].group.merge(choices.remove(at: position + 1).group)
    choices[position].isTaken = true
    return true
  }

  /// Begins another entry at the marked photo. `false` when it is the first one.
  mutating func split() -> Bool {
    guard let selected, let (first, second) = selected.group.split(before: sheet.selected) else {
      return false
    }
    let parts = [first, second].map { Choice(group: $0, isTaken: selected.isTaken) }
    choices.replaceSubrange(choice.selected...choice.selected, with: parts)
    select(choice.selected + 1)
    return true
  }
}

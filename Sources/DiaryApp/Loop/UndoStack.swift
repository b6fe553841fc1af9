import DiaryCore

/// The changes of this run that can be taken back, and those taken back that can be made again.
///
/// A step tells by revisions what it replaces, so that what another program wrote meanwhile is
/// kept beside it. Undoing never removes a revision but saves a new one that says the same as an
/// earlier one, and from then on stands for it in all other steps.
package struct UndoStack: Sendable {
  package enum Direction: Hashable, Sendable {
    case undo, redo
  }

  /// The next one last.
  private var undoSteps: [UndoStep] = []
  private var redoSteps: [UndoStep] = []
  /// Texts that were thrown away since the last change, the latest last: undo offers them first.
  var discarded: [ID<Draft>] = []
  /// What was asked for while a change was being saved; it comes after that.
  private(set) var waiting: [Direction] = []
  /// Changes that are being saved.
  private var saving = 0

  mutating func ask(_ direction: Direction) { waiting.append(direction) }

  /// The next direction that was asked for, once nothing is being saved.
  mutating func next() -> Direction? {
    saving == 0 && !waiting.isEmpty ? waiting.removeFirst() : nil
  }

  /// It stays where it is until it has been carried out.
  func step(_ direction: Direction) -> UndoStep? {
    direction == .undo ? undoSteps.last : redoSteps.last
  }

  mutating func began(saving count: Int) { saving += count }

  var isSaving: Bool { saving > 0 }

  mutating func ended() { saving = max(0, saving - 1) }

  /// Notes a new change, after which nothing can be made again.
  mutating func record(_ step: UndoStep) {
    undoSteps.append(step)
    redoSteps = []
    discarded = []
  }

  /// Notes that the next step was carried out, and how to go the other way.
  mutating func carriedOut(_ direction: Direction, inverse: UndoStep) {
    guard let step = removeNext(direction) else { return }
    let names = step.names(after: inverse)
    for index in undoSteps.indices { undoSteps[index].rename(names) }
    for index in redoSteps.indices { redoSteps[index].rename(names) }
    if direction == .undo { redoSteps.append(inverse) } else { undoSteps.append(inverse) }
  }

  /// Drops the next step, which can't be carried out any more.
  mutating func drop(_ direction: Direction) { _ = removeNext(direction) }

  /// Drops the steps that would make journals again what they were before.
  mutating func forgetJournals() {
    undoSteps.removeAll { !$0.journals.isEmpty }
    redoSteps.removeAll { !$0.journals.isEmpty }
  }

  /// Drops all steps, and the texts that it would offer.
  mutating func forgetAll() { (undoSteps, redoSteps, discarded) = ([], [], []) }

  /// Drops the steps of entries that are gone for good.
  mutating func forget(_ entries: Set<ID<Entry>>) {
    undoSteps = undoSteps.compactMap { $0.without(entries) }
    redoSteps = redoSteps.compactMap { $0.without(entries) }
  }

  /// What was asked for after a step that failed isn't what was meant any more.
  mutating func stopWaiting() { waiting = [] }

  private mutating func removeNext(_ direction: Direction) -> UndoStep? {
    direction == .undo ? undoSteps.popLast() : redoSteps.popLast()
  }
}

// MARK: - Steps

/// How to take a change back, or to make it again: one step, of however many entries.
package struct UndoStep: Hashable, Sendable {
  /// The change that a person made.
  package enum Change: Hashable, Sendable {
    case adding, editing, deleting, restoring, reverting, merging
    case many(BulkChange)
    /// What was done to a comment, which says by itself how it is taken back.
    case commenting(CommentChange)
  }

  enum Action: Hashable, Sendable {
    case delete
    case restore
    /// Gives an entry its earlier versions again, or many the fields of their patches.
    case rewrite
  }

  struct Part: Hashable, Sendable {
    let entry: ID<Entry>
    /// What it takes back, as the change left it: another program's later change isn't among it.
    var replaced: Versions
    /// What it brings back.
    var target = Versions.none
    var patch: EntryPatch?
  }

  let change: Change
  let action: Action
  private(set) var parts: [Part]
  /// What entries get that it neither removes nor brings back: those that an import updated.
  private(set) var rewritten: [ID<Entry>: EntryFields] = [:]
  /// What it makes the journals' records say.
  private(set) var journals: [JournalRecord] = []

  init(change: Change, action: Action, _ part: Part) {
    (self.change, self.action, parts) = (change, action, [part])
  }

  /// Takes back what was done to many entries.
  init(
    _ change: BulkChange, takingBack action: Action, _ changes: [EntryChange],
    journals: [JournalRecord] = []
  ) {
    self.change = .many(change)
    self.journals = journals
    self.action = action.inverse
    parts = changes.map { change in
      Part(
        entry: change.before.id, replaced: Versions(naming: change.after.heads.first),
        target: Versions(naming: change.before.heads.first),
        patch: action == .rewrite
          ? EntryPatch(from: change.after.fields, to: change.before.fields) : nil)
    }
    guard action != .rewrite else { return }
    for change in changes where change.before.isTrashed == change.after.isTrashed {
      rewritten[change.before.id] = change.before.fields
    }
  }

  /// Takes back what was done to a comment.
  init(_ comment: CommentChange) {
    self.init(
      change: .commenting(comment), action: .rewrite,
      Part(entry: comment.comment.entry, replaced: .none))
  }

  /// Takes back what an import saved; `earlier` is what the entries said that it updated.
  init(importing saved: [SavedState], over earlier: [ID<Entry>: EntryFields]) {
    (change, action) = (.many(.importing), .delete)
    parts = saved.map { Part(entry: $0.entry, replaced: Versions(naming: $0.revision)) }
    rewritten = earlier
  }

  /// Takes back that entries were added.
  init(adding entries: [Entry]) {
    (change, action) = (.many(.add), .delete)
    parts = entries.map { Part(entry: $0.id, replaced: Versions(naming: $0.heads.first)) }
  }

  /// The revisions that an inverse made, by those that they say the same as. An entry that had
  /// changed meanwhile says more than it did.
  func names(after inverse: UndoStep) -> [ID<Revision>: ID<Revision>] {
    let made = Dictionary(inverse.parts.map { ($0.entry, $0) }, uniquingKeysWith: { $1 })
    var names: [ID<Revision>: ID<Revision>] = [:]
    for part in parts {
      guard let inverse = made[part.entry], inverse.target.revisions == part.replaced.revisions
      else { continue }
      for (old, new) in zip(part.target.revisions, inverse.replaced.revisions) { names[old] = new }
    }
    return names
  }

  mutating func rename(_ names: [ID<Revision>: ID<Revision>]) {
    for index in parts.indices {
      parts[index].replaced.rename(names)
      parts[index].target.rename(names)
    }
  }

  /// What is left of it without some entries; `nil` if that is nothing.
  func without(_ entries: Set<ID<Entry>>) -> UndoStep? {
    var rest = self
    rest.parts.removeAll { entries.contains($0.entry) }
    for entry in entries { rest.rewritten[entry] = nil }
    return rest.parts.isEmpty && rest.journals.isEmpty ? nil : rest
  }
}

extension UndoStep.Action {
  var inverse: Self {
    switch self {
    case .delete: .restore
    case .restore: .delete
    case .rewrite: .rewrite
    }
  }
}

/// What an entry said at some time: one state of it, or several that were made side by side.
package struct Versions: Hashable, Sendable {
  /// The one shown first.
  private(set) var revisions: [ID<Revision>]
  private(set) var fields: [EntryFields]
  /// The places of those that say that the entry was deleted.
  private var deletions: Set<Int> = []

  static let none = Versions(revisions: [], fields: [])

  init(revisions: [ID<Revision>], fields: [EntryFields]) {
    self.revisions = revisions
    self.fields = fields
  }

  /// A revision of which only the name is needed.
  init(naming revision: ID<Revision>?) {
    self.init(revisions: [revision].compactMap(\.self), fields: [])
  }

  init(_ revisions: [Revision]) {
    self.init(revisions: revisions.map(\.id), fields: revisions.map(\.entry.fields))
    deletions = Set(revisions.indices.filter { revisions[$0].entry.isTrashed })
  }

  /// The version of an entry that is shown.
  init(shown entry: Entry) {
    self.init(revisions: Array(entry.heads.prefix(1)), fields: [entry.fields])
  }

  /// Each with what it said.
  var all: [EntryVersion] {
    zip(revisions, fields).enumerated().map { index, version in
      EntryVersion(
        revision: version.0, fields: version.1, isDeletion: deletions.contains(index))
    }
  }

  /// The versions with the revisions that they were saved as.
  func saved(as revisions: [ID<Revision>]) -> Versions {
    var saved = self
    saved.revisions = revisions
    return saved
  }

  /// Names revisions by those that say the same and have taken their place.
  mutating func rename(_ names: [ID<Revision>: ID<Revision>]) {
    revisions = revisions.map { names[$0] ?? $0 }
  }
}

// MARK: - Changes

/// A change of one entry or of many that this app made, and what goes with it.
package struct LocalChange: Sendable {
  /// What became of each of the entries.
  package var changes: [DiaryChange]
  /// The rank of the one entry after it; `nil` of many, and when it couldn't be told.
  package var rank: Int?
  /// How many entries there are after it.
  package var total: Int?
  /// How to take it back.
  package var step: UndoStep
  /// Whether it came of undo or redo; `nil` for a new change.
  package var cause: UndoStack.Direction?
  /// The session of writing that it ends.
  package var draft: ID<Draft>?
  /// Whether another program had changed the entry meanwhile, so that it has several versions.
  package var isBesideAnother = false
  /// How many were left because someone else wrote them.
  package var refused = 0
  /// Of how many the text was left because it was changed meanwhile.
  package var keptTexts = 0

  /// Whether there was nothing to change.
  var isEmpty: Bool { changes.isEmpty && step.journals.isEmpty }

  /// The change as somebody who sees nothing of some journals is shown it.
  func hiding(_ journals: HiddenJournals) -> LocalChange {
    var shown = self
    shown.changes = changes.map { $0.hiding(journals) }
    return shown
  }

  /// What the person changed in an entry, where that is one thing beside the text: of a step of undo,
  /// what it took back.
  var singleChange: SingleChange? {
    guard let other = step.parts.first?.target.fields.first, let change = changes.first else {
      return nil
    }
    let fields = change.entry.fields
    return cause == .undo
      ? SingleChange(from: fields, to: other) : SingleChange(from: other, to: fields)
  }
}

extension LocalChange {
  /// A change of many entries.
  init(
    _ made: BulkChanges, _ change: BulkChange, _ action: UndoStep.Action,
    cause: UndoStack.Direction? = nil
  ) {
    let kind: DiaryChange.Kind =
      switch action {
      case .delete: .deleted
      case .restore: .restored
      case .rewrite: .updated
      }
    let step = UndoStep(change, takingBack: action, made.changes, journals: made.journals)
    let changes = made.changes.map { made in
      DiaryChange(step.rewritten[made.after.id] == nil ? kind : .updated, made.after)
    }
    self.init(
      changes: changes, step: step, cause: cause, refused: made.refused,
      keptTexts: made.keptTexts)
  }
}

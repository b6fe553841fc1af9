import DiaryCore
import Text

/// The changes of this run that can be undone, and the undone ones that can be redone.
///
/// A step names the revisions that it replaces, so that another program's changes in the meantime
/// are kept beside it. Undo never removes a revision. It saves a new one with the contents of an
/// earlier one, and all other steps then use the new ID.
package struct UndoStack: Sendable {
  package enum Direction: Hashable, Sendable {
    case undo, redo
  }

  /// The steps; the next one is last.
  private var undoSteps: [UndoStep] = []
  private var redoSteps: [UndoStep] = []
  /// Texts discarded since the last change, the newest last. Undo offers them first.
  var discarded: [ID<Draft>] = []
  /// Requests made while a change is being saved, carried out after it.
  private(set) var waiting: [Direction] = []
  /// The number of changes being saved.
  private var saving = 0
  /// The draft that the last step saved; `nil` if it saved none or isn't the last anymore.
  private var lastDraft: ID<Draft>?

  mutating func ask(_ direction: Direction) { waiting.append(direction) }

  /// Removes and returns the next request, once nothing is being saved.
  mutating func next() -> Direction? {
    saving == 0 && !waiting.isEmpty ? waiting.removeFirst() : nil
  }

  /// Returns the next step. It stays in the stack until it was carried out.
  func step(_ direction: Direction) -> UndoStep? {
    direction == .undo ? undoSteps.last : redoSteps.last
  }

  /// Returns `true` if there is a step or, for undo, a discarded text or a change being saved.
  func hasNext(_ direction: Direction) -> Bool {
    step(direction) != nil || direction == .undo && (isSaving || !discarded.isEmpty)
  }

  mutating func began(saving count: Int) { saving += count }

  var isSaving: Bool { saving > 0 }

  mutating func ended() { saving = max(0, saving - 1) }

  /// Records a new change and drops the redo steps. All saves of one draft, one after another, are
  /// a single step.
  mutating func record(_ step: UndoStep, savedFrom draft: ID<Draft>? = nil) {
    let isSameDraft = draft != nil && draft == lastDraft
    if isSameDraft, let last = undoSteps.last?.extended(by: step) {
      undoSteps[undoSteps.count - 1] = last
    } else {
      undoSteps.append(step)
    }
    lastDraft = draft
    redoSteps = []
    discarded = []
  }

  /// Records that the next step was carried out, with its inverse.
  mutating func completed(_ direction: Direction, inverse: UndoStep) {
    guard let step = removeNext(direction) else { return }
    rename(step.names(after: inverse))
    if direction == .undo { redoSteps.append(inverse) } else { undoSteps.append(inverse) }
  }

  /// Replaces the IDs of revisions in all steps.
  mutating func rename(_ names: [ID<Revision>: ID<Revision>]) {
    for index in undoSteps.indices { undoSteps[index].rename(names) }
    for index in redoSteps.indices { redoSteps[index].rename(names) }
  }

  /// Drops the next step, which can't be carried out anymore.
  mutating func drop(_ direction: Direction) { _ = removeNext(direction) }

  /// Drops the steps that would restore journals.
  mutating func forgetJournals() {
    undoSteps.removeAll { !$0.journals.isEmpty }
    redoSteps.removeAll { !$0.journals.isEmpty }
  }

  /// Drops all steps and discarded texts.
  mutating func forgetAll() { (undoSteps, redoSteps, discarded) = ([], [], []) }

  /// Drops the steps of purged entries.
  mutating func forget(_ entries: Set<ID<Entry>>) {
    lastDraft = nil
    undoSteps = undoSteps.compactMap { $0.without(entries) }
    redoSteps = redoSteps.compactMap { $0.without(entries) }
  }

  /// Drops the requests after a failed step, because they no longer mean what the user intended.
  mutating func stopWaiting() { waiting = [] }

  private mutating func removeNext(_ direction: Direction) -> UndoStep? {
    lastDraft = nil
    return direction == .undo ? undoSteps.popLast() : redoSteps.popLast()
  }
}

// MARK: - Steps

/// A step that undoes or redoes a change of one or many entries.
package struct UndoStep: Hashable, Sendable {
  /// The user's change.
  package enum Change: Hashable, Sendable {
    case adding, editing, deleting, restoring, reverting, merging
    case many(BulkChange)
    /// A change of a comment, which contains its own inverse.
    case commenting(CommentChange)
  }

  enum Action: Hashable, Sendable {
    case delete
    case restore
    /// Restores an entry's earlier versions, or the patched fields of many entries.
    case rewrite
  }

  struct Part: Hashable, Sendable {
    let entry: ID<Entry>
    /// The versions it replaces, as the change left them, without later changes by other programs.
    var replaced: Versions
    /// The versions it restores.
    var target = Versions.none
    var patch: EntryPatch?
  }

  let change: Change
  let action: Action
  private(set) var parts: [Part]
  /// The fields of entries that are neither deleted nor restored: those that an import updated.
  private(set) var rewritten: [ID<Entry>: EntryFields] = [:]
  /// The journals' records that it restores.
  private(set) var journals: [JournalRecord] = []

  init(change: Change, action: Action, _ part: Part) {
    (self.change, self.action, parts) = (change, action, [part])
  }

  /// Creates the inverse of a bulk change.
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

  /// Creates the inverse of a comment's change.
  init(_ comment: CommentChange) {
    self.init(
      change: .commenting(comment), action: .rewrite,
      Part(entry: comment.comment.entry, replaced: .none))
  }

  /// Creates the inverse of an import; `earlier` has the former fields of updated entries.
  init(importing saved: [SavedRevision], over earlier: [ID<Entry>: EntryFields]) {
    (change, action) = (.many(.importing), .delete)
    parts = saved.map { Part(entry: $0.entry, replaced: Versions(naming: $0.revision)) }
    rewritten = earlier
  }

  /// Creates the inverse of adding entries.
  init(adding entries: [Entry]) {
    (change, action) = (.many(.add), .delete)
    parts = entries.map { Part(entry: $0.id, replaced: Versions(naming: $0.heads.first)) }
  }

  /// Returns the new IDs of the revisions that `inverse` saved again. Entries that had changed in
  /// the meantime are omitted.
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

  /// Returns the step that undoes this change and a later edit of the same entry together; `nil` if
  /// the later change isn't such an edit.
  func extended(by later: UndoStep) -> UndoStep? {
    guard later.change == .editing, parts.map(\.entry) == later.parts.map(\.entry) else {
      return nil
    }
    var step = self
    for index in parts.indices { step.parts[index].replaced = later.parts[index].replaced }
    return step
  }

  mutating func rename(_ names: [ID<Revision>: ID<Revision>]) {
    for index in parts.indices {
      parts[index].replaced.rename(names)
      parts[index].target.rename(names)
    }
  }

  /// Returns the step without some entries; `nil` if nothing is left.
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

/// An entry's contents at some time: one version, or several concurrent ones.
package struct Versions: Hashable, Sendable {
  /// The revisions; the first is the one shown.
  private(set) var revisions: [ID<Revision>]
  private(set) var fields: [EntryFields]
  /// The indexes of the versions in which the entry was deleted.
  private var deletions: Set<Int> = []

  static let none = Versions(revisions: [], fields: [])

  init(revisions: [ID<Revision>], fields: [EntryFields]) {
    self.revisions = revisions
    self.fields = fields
  }

  /// Creates versions with only a revision's ID.
  init(naming revision: ID<Revision>?) {
    self.init(revisions: [revision].compactMap(\.self), fields: [])
  }

  init(_ revisions: [Revision]) {
    self.init(revisions: revisions.map(\.id), fields: revisions.map(\.entry.fields))
    deletions = Set(revisions.indices.filter { revisions[$0].entry.isTrashed })
  }

  /// Creates versions with the shown version of an entry.
  init(shown entry: Entry) {
    self.init(revisions: Array(entry.heads.prefix(1)), fields: [entry.fields])
  }

  /// The versions with their fields.
  var all: [EntryVersion] {
    zip(revisions, fields).enumerated().map { index, version in
      EntryVersion(
        revision: version.0, fields: version.1, isDeletion: deletions.contains(index))
    }
  }

  /// Returns the versions with the IDs under which they were saved.
  func saved(as revisions: [ID<Revision>]) -> Versions {
    var saved = self
    saved.revisions = revisions
    return saved
  }

  /// Replaces the IDs of revisions with those of newer ones that have the same contents.
  mutating func rename(_ names: [ID<Revision>: ID<Revision>]) {
    revisions = revisions.map { names[$0] ?? $0 }
  }
}

// MARK: - Changes

/// A change of one or many entries made by this app, with its context.
package struct LocalChange: Sendable {
  /// The change of each entry.
  package var changes: [DiaryChange]
  /// The entry's rank after the change; `nil` for bulk changes, and if it is unknown.
  package var rank: Int?
  /// The number of entries after the change.
  package var total: Int?
  /// The step that undoes the change.
  package var step: UndoStep
  /// The direction if the change came from undo or redo; `nil` for a new change.
  package var cause: UndoStack.Direction?
  /// The draft that the change saved.
  package var draft: ID<Draft>?
  /// Indicates that another program changed the entry in the meantime, so that it has several
  /// versions.
  package var hasConflict = false
  /// The number of entries left unchanged because someone else wrote them.
  package var refused = 0
  /// The number of entries whose text was kept because it had changed in the meantime.
  package var keptTexts = 0

  /// Indicates that nothing was changed.
  var isEmpty: Bool { changes.isEmpty && step.journals.isEmpty }

  /// Returns the change as it is shown without the hidden journals.
  func hiding(_ journals: HiddenJournals) -> LocalChange {
    var shown = self
    shown.changes = changes.map { $0.hiding(journals) }
    return shown
  }

  /// The single property that the user changed beside the text, if there is exactly one. For an
  /// undo step, the property that it restored.
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
  /// Creates the result of a bulk change.
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

// MARK: - Undo in the app

extension AppState {
  /// Returns the effect of the next requested step, once no save is running.
  mutating func nextUndo() -> [Effect] {
    guard let direction = undo.next() else { return [] }
    if direction == .undo, let draft = undo.discarded.popLast() { return [.findDiscarded(draft)] }
    guard let step = undo.step(direction) else {
      toast =
        direction == .undo
        ? localized("Nothing to undo.") : localized("Nothing to redo.")
      return []
    }
    return [.undo(step, direction)]
  }

  /// Describes a carried out step: the change, the entry and its new state.
  static func text(
    of direction: UndoStack.Direction, _ own: LocalChange, _ change: DiaryChange
  ) -> String {
    let title = TitleText.quoted(change.entry)
    guard !own.hasConflict else {
      return localized(
        "\(start(direction)). \(title) was changed in another window too; kept both versions.")
    }
    return text(of: direction, text(of: own, title))
      + (change.kind == .deleted ? " " + localized("It's in the trash.") : "")
  }

  /// Describes a carried out step with a ready-made description of the change.
  static func text(of direction: UndoStack.Direction, _ change: String) -> String {
    "\(start(direction)): \(change)."
  }

  private static func start(_ direction: UndoStack.Direction) -> String {
    direction == .undo ? localized("Undone") : localized("Redone")
  }

  private static func text(of own: LocalChange, _ title: String) -> String {
    switch own.step.change {
    case .adding: return localized("adding \(title)")
    case .editing, .many, .commenting:
      return switch own.singleChange {
      case .starred: localized("starring \(title)")
      case .unstarred: localized("unstarring \(title)")
      case .pinned: localized("pinning \(title)")
      case .unpinned: localized("unpinning \(title)")
      case .tagged, .untagged, .moved, .dated, nil: localized("editing \(title)")
      }
    case .deleting: return localized("deleting \(title)")
    case .restoring: return localized("restoring \(title)")
    case .reverting: return localized("reverting \(title)")
    case .merging: return localized("merging the versions of \(title)")
    }
  }
}

import DiaryCore

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

import DiaryCore

/// How to take a change of many entries back, or to make it again: one step for all of them.
package struct ManyUndoStep: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    case delete
    case restore
    /// Gives the entries the fields of their patches.
    case patch
  }

  struct Part: Hashable, Sendable {
    let entry: ID<Entry>
    /// What the change left, which this takes back.
    var replaced: ID<Revision>?
    /// What was before, which this brings back.
    var target: ID<Revision>?
    var patch: EntryPatch?
  }

  /// The change that a person made.
  let change: ManyChange
  let action: Action
  var parts: [Part]
  /// What entries get that it neither removes nor brings back: those that an import updated.
  private(set) var rewritten: [ID<Entry>: EntryFields] = [:]
  /// What it makes the journals' records say.
  var journals: [JournalRecord] = []

  /// Takes back what was done to entries.
  init(
    _ change: ManyChange, takingBack action: Action, _ changes: [EntryChange],
    journals: [JournalRecord] = []
  ) {
    self.change = change
    self.journals = journals
    self.action = action.inverse
    parts = changes.map { change in
      Part(
        entry: change.before.id, replaced: change.after.heads.first,
        target: change.before.heads.first,
        patch: action == .patch
          ? EntryPatch(from: change.after.fields, to: change.before.fields) : nil)
    }
    guard action != .patch else { return }
    for change in changes where change.before.isTrashed == change.after.isTrashed {
      rewritten[change.before.id] = change.before.fields
    }
  }

  /// Takes back what an import saved; `earlier` is what the entries said that it updated.
  init(importing saved: [SavedState], over earlier: [ID<Entry>: EntryFields]) {
    change = .importing
    action = .delete
    parts = saved.map { Part(entry: $0.entry, replaced: $0.revision) }
    rewritten = earlier
  }

  /// Takes back that entries were added.
  init(adding entries: [Entry]) {
    change = .add
    action = .delete
    parts = entries.map { Part(entry: $0.id, replaced: $0.heads.first) }
  }
}

extension ManyUndoStep {
  /// The revisions that an inverse made, by those that they say the same as. An entry that had
  /// changed meanwhile says more than it did.
  func names(after inverse: ManyUndoStep) -> [ID<Revision>: ID<Revision>] {
    let made = Dictionary(inverse.parts.map { ($0.entry, $0) }, uniquingKeysWith: { $1 })
    var names: [ID<Revision>: ID<Revision>] = [:]
    for part in parts {
      guard let target = part.target, let inverse = made[part.entry],
        inverse.target == part.replaced
      else { continue }
      names[target] = inverse.replaced
    }
    return names
  }

  mutating func rename(_ names: [ID<Revision>: ID<Revision>]) {
    for place in parts.indices {
      parts[place].replaced = parts[place].replaced.map { names[$0] ?? $0 }
      parts[place].target = parts[place].target.map { names[$0] ?? $0 }
    }
  }

  /// `nil` if nothing is left.
  func without(_ entries: Set<ID<Entry>>) -> ManyUndoStep? {
    var rest = self
    rest.parts.removeAll { entries.contains($0.entry) }
    for entry in entries { rest.rewritten[entry] = nil }
    return rest.parts.isEmpty && rest.journals.isEmpty ? nil : rest
  }
}

extension ManyUndoStep.Action {
  var inverse: Self {
    switch self {
    case .delete: .restore
    case .restore: .delete
    case .patch: .patch
    }
  }
}

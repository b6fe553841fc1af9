import DiaryCore

/// How to take a change back, or to make it again.
package struct UndoStep: Hashable, Sendable {
  /// The change that a person made.
  package enum Change: Hashable, Sendable {
    case adding, editing, deleting, restoring, reverting, merging
  }

  enum Action: Hashable, Sendable {
    case delete
    case restore
    /// Gives the entry its earlier versions again.
    case rewrite
  }

  let change: Change
  let action: Action
  let entry: ID<Entry>
  /// What it takes back, as the change left it: another program's later change isn't among it.
  var replaced: Versions
  /// What it brings back.
  var target: Versions
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
    zip(revisions, fields).enumerated().map { place, version in
      EntryVersion(
        revision: version.0, fields: version.1, isDeletion: deletions.contains(place))
    }
  }

  /// The same, as other revisions say it.
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

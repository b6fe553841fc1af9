import Text

/// The saved states of an entry, latest first, and the kind of each change.
package struct EntryHistory: Sendable {
  /// The kind of change that a revision made.
  package enum Kind: Hashable, Sendable {
    case written, edited, deleted, restored
    /// Only this changed.
    case changed(SingleChange)
    /// Equal to an earlier state.
    case reverted
    /// Several versions were merged.
    case merged

    /// The identifier in machine-readable output.
    package var name: String {
      switch self {
      case .written: "written"
      case .edited: "edited"
      case .changed(let change): change.name
      case .deleted: "deleted"
      case .restored: "restored"
      case .reverted: "reverted"
      case .merged: "merged"
      }
    }

    /// The text for the screen.
    package var label: String {
      switch self {
      case .written: localized("written")
      case .edited: localized("edited")
      case .changed(let change): change.label
      case .deleted: localized("deleted")
      case .restored: localized("restored")
      case .reverted: localized("reverted")
      case .merged: localized("merged")
      }
    }
  }

  package let revisions: [Revision]
  /// The revisions that no other has replaced.
  package let heads: Set<ID<Revision>>
  private let known: [ID<Revision>: Revision]
  private let repeated: Set<ID<Revision>>
  private let single: [ID<Revision>: SingleChange]

  package init(_ revisions: [Revision]) {
    self.revisions = revisions
    known = Dictionary(revisions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    heads = Set(revisions.map(\.id)).subtracting(revisions.flatMap(\.parents))
    var seen: [ContentName: ID<Revision>] = [:]
    var repeated: Set<ID<Revision>> = []
    for revision in revisions.reversed() {
      let name = ContentName(revision.entry.fields)
      if let earlier = seen[name], !revision.parents.contains(earlier) {
        repeated.insert(revision.id)
      }
      // Keep the latest of equal states: moving an entry to the trash doesn't change its contents.
      seen[name] = revision.id
    }
    self.repeated = repeated
    var single: [ID<Revision>: SingleChange] = [:]
    for revision in revisions {
      guard let parent = Self.parent(of: revision, in: known) else { continue }
      single[revision.id] = SingleChange(from: parent.entry.fields, to: revision.entry.fields)
    }
    self.single = single
  }

  /// Returns the state that a revision was made from; if it has several parents, the one that was
  /// shown.
  package func parent(of revision: Revision) -> Revision? {
    Self.parent(of: revision, in: known)
  }

  private static func parent(
    of revision: Revision, in known: [ID<Revision>: Revision]
  ) -> Revision? {
    revision.parents.lazy.compactMap { known[$0] }.first
  }

  /// Returns the kind of change from the revision's parent.
  package func kind(of revision: Revision) -> Kind {
    let isTrashed = revision.entry.isTrashed
    guard let parent = parent(of: revision) else { return isTrashed ? .deleted : .written }
    if isTrashed != parent.entry.isTrashed { return isTrashed ? .deleted : .restored }
    if revision.parents.count > 1 { return .merged }
    // A star that is removed and set again isn't a reversion.
    if let change = single[revision.id] { return .changed(change) }
    return repeated.contains(revision.id) ? .reverted : .edited
  }

  /// `true` if several devices wrote revisions.
  package var hasSeveralDevices: Bool { Set(revisions.map(\.device)).count > 1 }
}

/// A hash of an entry's contents, the only thing by which states are compared here.
private struct ContentName: Hashable {
  let hash: Int

  init(_ fields: EntryFields) {
    var hasher = Hasher()
    hasher.combine(fields.date)
    hasher.combine(fields.journal)
    hasher.combine(fields.details)
    hasher.combine(fields.photos)
    hasher.combine(fields.attachments)
    hasher.combine(fields.tags)
    for var text in [fields.title, fields.content] {
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
    hash = hasher.finalize()
  }
}

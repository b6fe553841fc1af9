import Localization

/// The saved states of an entry, the latest first, and how each came to be.
package struct EntryHistory: Sendable {
  package enum Kind: Hashable, Sendable {
    case written, edited, deleted, restored
    /// Of all that it says, this alone.
    case changed(SingleChange)
    /// It says the same as an earlier one.
    case reverted
    /// Several versions became one.
    case merged

    /// For a program.
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

    /// For a person.
    package var words: String {
      switch self {
      case .written: localized("written")
      case .edited: localized("edited")
      case .changed(let change): change.words
      case .deleted: localized("deleted")
      case .restored: localized("restored")
      case .reverted: localized("reverted")
      case .merged: localized("merged")
      }
    }
  }

  package let revisions: [Revision]
  /// Those that none has replaced.
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
      // Of several that say the same, the latest: putting one into the trash changes no word.
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

  /// The state that a revision was made from; of several, the one that was shown.
  package func parent(of revision: Revision) -> Revision? {
    Self.parent(of: revision, in: known)
  }

  private static func parent(
    of revision: Revision, in known: [ID<Revision>: Revision]
  ) -> Revision? {
    revision.parents.lazy.compactMap { known[$0] }.first
  }

  package func kind(of revision: Revision) -> Kind {
    let isTrashed = revision.entry.isTrashed
    guard let parent = parent(of: revision) else { return isTrashed ? .deleted : .written }
    if isTrashed != parent.entry.isTrashed { return isTrashed ? .deleted : .restored }
    if revision.parents.count > 1 { return .merged }
    // A star that goes and comes back is no return to what was said before.
    if let change = single[revision.id] { return .changed(change) }
    return repeated.contains(revision.id) ? .reverted : .edited
  }

  /// Whether several devices wrote it.
  package var hasSeveralDevices: Bool { Set(revisions.map(\.device)).count > 1 }
}

/// What an entry says, as one number: states are told apart by it for their names alone.
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

import Localization

/// What changed from one state of an entry to the next, where that is one thing beside its text
/// and nothing else.
package enum SingleChange: Hashable, Sendable {
  case starred, unstarred
  case pinned, unpinned
  case tagged, untagged
  case moved(to: String)
  case dated

  package init?(from old: EntryFields, to new: EntryFields) {
    var changes: [SingleChange] = []
    if old.details.isStarred != new.details.isStarred {
      changes.append(new.details.isStarred ? .starred : .unstarred)
    }
    if old.details.isPinned != new.details.isPinned {
      changes.append(new.details.isPinned ? .pinned : .unpinned)
    }
    if old.tags != new.tags {
      changes.append(Set(new.tags).isStrictSubset(of: old.tags) ? .untagged : .tagged)
    }
    if old.journal != new.journal { changes.append(.moved(to: new.journal)) }
    if old.date != new.date { changes.append(.dated) }
    guard let change = changes.first, changes.count == 1 else { return nil }
    var others = old
    (others.date, others.tags, others.journal) = (new.date, new.tags, new.journal)
    others.details.isStarred = new.details.isStarred
    others.details.isPinned = new.details.isPinned
    guard others.isExactly(new) else { return nil }
    self = change
  }

  /// For a program.
  package var name: String {
    switch self {
    case .starred: "starred"
    case .unstarred: "unstarred"
    case .pinned: "pinned"
    case .unpinned: "unpinned"
    case .tagged: "tagged"
    case .untagged: "untagged"
    case .moved: "moved"
    case .dated: "dated"
    }
  }

  /// For a person, on one line. Safe for a terminal.
  package var words: String {
    switch self {
    case .starred: localized("starred")
    case .unstarred: localized("unstarred")
    case .pinned: localized("pinned")
    case .unpinned: localized("unpinned")
    case .tagged: localized("tagged")
    case .untagged: localized("untagged")
    case .moved(let journal): localized("moved to \(JournalName.shown(journal).printable)")
    case .dated: localized("dated")
    }
  }
}

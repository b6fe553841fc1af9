import Localization

/// Why somebody can't do something in a diary that several people share.
package enum AccountError: Hashable, Sendable {
  /// No owner has let them in so far. They compare these words.
  case notApproved(check: [String])
  /// They were removed.
  case removed
  /// They may read, and not write.
  case reader
  /// This device is nobody's.
  case noPlace
  /// It is a public diary of somebody else.
  case follower
  /// Only an owner may do that.
  case notAnOwner
}

extension AccountError {
  var words: String {
    switch self {
    case .notApproved(let check):
      localized(
        """
        Nobody has let you in yet. An owner approves you with `photodiary people approve`, if these \
        words are the same there: \(check.joined(separator: " ")). Then sync.
        """)
    case .removed:
      localized(
        "You were removed from this diary. What is here you can read and export, not change.")
    case .reader:
      localized("You are a reader of this diary. To write, ask an owner to make you a writer.")
    case .noPlace:
      localized(
        """
        This device belongs to nobody in this diary. Ask an owner for an invitation, and use \
        `photodiary join`.
        """)
    case .follower:
      localized("You follow this diary of somebody else: you can read and export it, not write.")
    case .notAnOwner:
      localized("Only an owner of this diary may do that. `photodiary people` lists them.")
    }
  }
}

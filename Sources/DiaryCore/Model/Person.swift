/// What somebody may do in a diary that several people share.
package enum PersonRole: String, CaseIterable, Hashable, Sendable {
  /// Writes, and says who else may.
  case owner
  /// Writes entries of their own.
  case writer
  /// Reads.
  case reader
}

extension PersonRole {
  package var mayWrite: Bool { self != .reader }
}

/// Somebody in a diary that several people share, or who asks to be let in.
package struct Person: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    case member
    /// Has asked, and no owner has answered.
    case asking
    case removed
  }

  package let id: AuthorID
  package var name: String
  /// Of who asks, the role that an approval gives; of who was removed, the last one.
  package var role: PersonRole
  package var state: State
  /// Three words that both sides compare, so that nobody is let in for somebody else.
  package var check: [String]
  /// Whether this machine is theirs.
  package var isThis: Bool

  package init(
    id: AuthorID, name: String, role: PersonRole, state: State, check: [String],
    isThis: Bool = false
  ) {
    (self.id, self.name, self.role) = (id, name, role)
    (self.state, self.check, self.isThis) = (state, check, isThis)
  }
}

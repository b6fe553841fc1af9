import DiaryCore

/// How the diary was left.
package struct Departure: Sendable {
  /// The entry that was added last.
  package var added: ID<Entry>?
  /// Whether a text that wasn't saved is kept as a draft.
  package var keepsDraft: Bool
  /// Whether the program is to begin anew, with the diary locked.
  package var locks = false
  /// What the program is to begin anew with.
  package var opens: DiaryOpening?
}

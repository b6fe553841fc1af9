import Localization

/// Why the file of names of places, which comes with the program, tells none.
package enum PlaceNamesError: Error, Hashable, Sendable {
  /// It can't be read, with the system's words for that.
  case unreadable(path: String, reason: String)
  /// It isn't as it was made.
  case damaged(path: String)

  package var line: String {
    switch self {
    case .unreadable(let path, let reason):
      localized("Can't read the names of places in \(path): \(reason)").printable
    case .damaged(let path):
      localized("The names of places in \(path) are damaged. Install the program again.").printable
    }
  }
}

import Localization

/// Why the map, which comes with the program, can't be drawn.
package enum WorldMapError: Error, Hashable, Sendable {
  /// It can't be read, with the system's words for that.
  case unreadable(path: String, reason: String)
  /// It isn't as it was made.
  case damaged(path: String)

  package var line: String {
    switch self {
    case .unreadable(let path, let reason):
      localized("Can't read the map in \(path): \(reason)").printable
    case .damaged(let path):
      localized("The map in \(path) is damaged. Install the program again.").printable
    }
  }
}

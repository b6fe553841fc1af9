import DiaryCore
import Localization

/// Where a public diary lies: its pages and, beside them, the lines that others follow.
package struct PublicAddress: Hashable, Sendable {
  /// Where the pages are.
  package let place: RemoteAddress

  /// The folder of the lines among the pages.
  static let linesFolder = "photodiary"

  /// - Throws: `SyncError` for a host of ssh, which shows nobody any pages.
  package init(_ text: String, home: String?) throws(SyncError) {
    do throws(RemoteAddressError) {
      place = try RemoteAddress(text, home: home)
    } catch {
      throw SyncError(error.line)
    }
    if case .ssh = place {
      throw SyncError(
        localized("Pages can be in a folder, a git repository or at rclone:REMOTE:PATH, not there.")
      )
    }
  }

  /// Where the lines are. In git they have branches of their own.
  package var lines: RemoteAddress {
    switch place {
    case .folder(let path):
      .folder(path == "/" ? "/\(Self.linesFolder)" : "\(path)/\(Self.linesFolder)")
    case .git, .ssh: place
    case .rclone(let remote, let path):
      .rclone(
        remote: remote,
        path: path.isEmpty || path.hasSuffix("/")
          ? path + Self.linesFolder : "\(path)/\(Self.linesFolder)")
    }
  }
}

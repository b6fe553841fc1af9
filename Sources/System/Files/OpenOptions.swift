import Glibc

/// How a file is opened. It is closed in every program that is started, always.
package struct OpenOptions: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let readOnly = OpenOptions(rawValue: O_RDONLY)
  package static let writeOnly = OpenOptions(rawValue: O_WRONLY)
  package static let readWrite = OpenOptions(rawValue: O_RDWR)
  /// Makes it if it isn't there.
  package static let create = OpenOptions(rawValue: O_CREAT)
  /// With `create`: fails if something is there.
  package static let exclusive = OpenOptions(rawValue: O_EXCL)
  package static let truncate = OpenOptions(rawValue: O_TRUNC)
  package static let append = OpenOptions(rawValue: O_APPEND)
  /// Fails where a symbolic link stands at the end of the path.
  package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
  /// Waits for nobody, as the writer of a named pipe.
  package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  /// Fails where no folder stands.
  package static let folder = OpenOptions(rawValue: O_DIRECTORY)
  /// A terminal doesn't become this program's.
  package static let noTerminal = OpenOptions(rawValue: O_NOCTTY)

  /// A file that doesn't exist yet.
  package static let new: OpenOptions = [.writeOnly, .create, .exclusive]
}

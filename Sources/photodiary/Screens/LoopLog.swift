import Glibc
import Words

/// The file to which the screens add a line for each message and effect, where `PHOTODIARY_LOG` names
/// one. It is for whoever looks for a mistake, and holds nothing that a person wrote.
final class LoopLog: Sendable {
  private let descriptor: Int32

  /// The one that the environment asks for; `nil` if it asks for none.
  static func asked() throws(CommandError) -> LoopLog? {
    guard let path = Environment["PHOTODIARY_LOG"] else { return nil }
    return try LoopLog(path)
  }

  private init(_ path: String) throws(CommandError) {
    // A pipe that nobody reads must not keep the diary waiting.
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    descriptor = open(path, flags, 0o600)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .log(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .log(path: path, reason: localized("it isn't a regular file"))
    }
  }

  deinit { close(descriptor) }

  /// What can't be written is left out: a log must not keep anyone from writing.
  func add(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }
}

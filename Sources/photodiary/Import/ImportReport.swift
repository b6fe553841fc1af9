import DiaryCore
import Glibc

/// The file of what an import could not bring. It is opened before anything comes, so that one which
/// can't be written is told of in time; what stood there stays until the import is done. It tells of
/// a diary: nobody else may read it.
final class ImportReport {
  let path: String
  private let descriptor: Int32
  /// Whether the file was made for this and has nothing in it yet.
  private var isUnused: Bool

  init(_ path: String) throws(CommandError) {
    self.path = path
    let isNew = access(path, F_OK) != 0
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    isUnused = isNew && descriptor >= 0
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if isUnused { unlink(path) }
  }

  func write(_ lines: [String]) throws(CommandError) {
    isUnused = false
    // A device or a pipe has no length.
    _ = ftruncate(descriptor, 0)
    let bytes = Array(lines.map { $0.printable + "\n" }.joined().utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      done += count
    }
  }

  private static func failure(_ path: String) -> CommandError {
    .report(path: path, reason: String(cString: strerror(errno)))
  }
}

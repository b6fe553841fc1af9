import DiaryCore
import Glibc
import Interchange
import Words

/// The file of what an import could not bring. It is opened before anything comes, so that one which
/// can't be written is told of in time. What stood there is kept beside it, under its name and "~".
/// It tells of a diary: nobody else may read it.
final class ImportReport {
  let path: String
  private var descriptor: Int32
  /// Whether the file was made for this and has nothing in it yet.
  private var isUnused: Bool

  /// For the import of a file or a folder, of which it can't be a part.
  init(_ path: String, of imported: String) throws(CommandError) {
    self.path = path
    guard !FolderPath.holds(FolderPath.resolved(imported), FolderPath.resolved(path)) else {
      throw .report(path: path, reason: localized("It's part of the import"))
    }
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
    try keepEarlier()
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

  private func keepEarlier() throws(CommandError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return }
    guard rename(path, path + "~") == 0 else { throw Self.failure(path) }
    close(descriptor)
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  private static func failure(_ path: String) -> CommandError {
    .report(path: path, reason: String(cString: strerror(errno)))
  }
}

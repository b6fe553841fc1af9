import DiaryCore
import Glibc

/// The file of what an import could not bring. It tells of a diary: nobody else may read it.
enum ImportReport {
  static func write(_ lines: [String], to path: String) throws(CommandError) {
    func failure() -> CommandError {
      .report(path: path, reason: String(cString: strerror(errno)))
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    let bytes = Array(lines.map { $0.printable + "\n" }.joined().utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      done += count
    }
  }
}

import DiaryCore
import Glibc

/// A file that is being written, closed when it goes.
struct OutputFile: ~Copyable {
  let descriptor: Int32
  let path: String

  deinit { close(descriptor) }

  var size: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  func write(_ bytes: [UInt8]) throws(DiaryError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Folder.failure(.writing, path) }
      done += count
    }
  }

  /// Makes what was written survive a power cut.
  func sync() throws(DiaryError) {
    guard fsync(descriptor) == 0 else { throw Folder.failure(.syncing, path) }
  }

  /// Throws when there is no room for that many bytes.
  func makeRoom(for size: Int64) throws(DiaryError) {
    let code = posix_fallocate(descriptor, 0, off_t(max(1, size)))
    if code == ENOSPC || code == EDQUOT { throw Folder.failure(.writing, path, code: code) }
  }

  /// Writes all that another file holds. Returns whether that file could be read.
  func copy(from source: String) throws(DiaryError) -> Bool {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { return false }
    defer { close(input) }
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return false }
      if count == 0 { return true }
      try write(count == chunk.count ? chunk : Array(chunk[..<count]))
    }
  }
}

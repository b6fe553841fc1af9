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

  /// As many of the bytes that were written as there are from a place on; `nil` at the end.
  func read(at place: Int64, _ count: Int) throws(DiaryError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor, buffer.baseAddress.map { $0 + done }, count - done,
          off_t(place) + off_t(done))
      }
      if read < 0 && errno == EINTR { continue }
      guard read >= 0 else { throw Folder.failure(.reading, path) }
      if read == 0 { break }
      done += read
    }
    return done == 0 ? nil : done == count ? bytes : Array(bytes[..<done])
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
      let count = chunk.withUnsafeMutableBytes { Glibc.read(input, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return false }
      if count == 0 { return true }
      try write(count == chunk.count ? chunk : Array(chunk[..<count]))
    }
  }
}

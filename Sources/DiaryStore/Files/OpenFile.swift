import DiaryCore
import Glibc
import Words

/// An open file, closed when it goes.
struct OpenFile: ~Copyable {
  let descriptor: Int32
  let path: String

  /// Opens with these flags, `O_CLOEXEC` added; a new file is readable by its owner alone.
  init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(DiaryError) {
    descriptor = open(path, flags | O_CLOEXEC, mode)
    self.path = path
    guard descriptor >= 0 else { throw SystemCalls.failure(.opening, path) }
  }

  /// Opens a regular file to be read. A named pipe in its place would block the open, and whoever
  /// reads it, for ever.
  static func reading(_ path: String) throws(DiaryError) -> OpenFile {
    let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
    guard try file.information().isRegularFile else {
      throw .store(path: path, .damaged(localized("it isn't a regular file")))
    }
    return file
  }

  /// Takes over a descriptor that is open.
  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  func information() throws(DiaryError) -> stat {
    var result = stat()
    guard fstat(descriptor, &result) == 0 else { throw SystemCalls.failure(.reading, path) }
    return result
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(DiaryError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SystemCalls.failure(.writing, path) }
      rest = rest.dropFirst(count)
    }
  }

  func write(_ bytes: [UInt8]) throws(DiaryError) {
    let result: Result<Void, DiaryError> = bytes.withUnsafeBytes { buffer in
      do throws(DiaryError) {
        return .success(try write(buffer))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Reads up to as many bytes as there is room for; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DiaryError) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemCalls.failure(.reading, path) }
      return count
    }
  }

  /// Everything from an offset to the end, or to so many bytes.
  func bytes(from offset: Int, atMost limit: Int = .max) throws(DiaryError) -> [UInt8] {
    let size = max(0, Int(try information().st_size) - offset)
    var bytes = [UInt8](repeating: 0, count: min(size, limit))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
          off_t(offset + filled))
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemCalls.failure(.reading, path) }
      if count == 0 { break }
      filled += count
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Makes what was written survive a power cut. A failure is final: the kernel may have dropped
  /// the data and would report success the next time, so this is never tried again.
  func sync() throws(DiaryError) {
    guard fsync(descriptor) == 0 else { throw SystemCalls.failure(.syncing, path) }
  }
}

import Glibc

/// A photo that stands on an open file, mapped into memory: changes to it stay in this process.
struct PhotoFile: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer

  init(_ descriptor: Int32 = STDIN_FILENO) throws(PictureProblem) {
    guard let count = Self.size(descriptor), count > 0 else { throw .notAnImage }
    let flags = MAP_PRIVATE | MAP_NORESERVE
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, flags, descriptor, 0),
      start != MAP_FAILED
    else { throw .tooLarge }
    memory = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit {
    munmap(memory.baseAddress, memory.count)
  }

  /// Nil when it is not a file, or not open.
  static func size(_ descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return max(0, Int(status.st_size))
  }

  /// Valid while this file is.
  var bytes: Bytes { Bytes(memory) }
}

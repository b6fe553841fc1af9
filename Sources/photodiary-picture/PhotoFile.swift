import Glibc

/// The photo that stands on standard input, mapped into memory: changes to it stay in this process.
struct PhotoFile: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer

  init() throws(PictureProblem) {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0
    else { throw .notAnImage }
    let count = Int(status.st_size)
    let flags = MAP_PRIVATE | MAP_NORESERVE
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, flags, STDIN_FILENO, 0),
      start != MAP_FAILED
    else { throw .tooLarge }
    memory = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit {
    munmap(memory.baseAddress, memory.count)
  }

  /// Valid while this file is.
  var bytes: Bytes { Bytes(memory) }
}

import Glibc

/// Writes results. There is nobody to tell when that fails, so the program just ends.
enum StandardOutput {
  /// The answer, and the word that says why there is none. The decoders' libraries print warnings
  /// where they expect standard output and error: those are closed, so that nothing comes between.
  enum Channel {
    case answer
    case word
  }

  // Written once, before anything else runs.
  nonisolated(unsafe) private static var descriptors = (answer: STDOUT_FILENO, word: STDERR_FILENO)

  /// Keeps both for this program alone.
  static func keep() {
    descriptors = (kept(STDOUT_FILENO), kept(STDERR_FILENO))
  }

  /// Safe in a signal handler.
  static func write(_ word: StaticString) {
    _ = Glibc.write(descriptors.word, word.utf8Start, word.utf8CodeUnitCount)
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to channel: Channel = .answer) {
    let descriptor = channel == .answer ? descriptors.answer : descriptors.word
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Glibc.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        exit(ExitStatus.failed)
      }
    }
  }

  static func write(_ text: String, to channel: Channel = .answer) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: channel) }
  }

  static var isFile: Bool {
    var status = stat()
    return fstat(descriptors.answer, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The same under a number that no library knows; the photos may have those up to 66.
  private static func kept(_ descriptor: Int32) -> Int32 {
    let own = dup2(descriptor, descriptor + 100)
    guard own >= 0 else { return descriptor }
    close(descriptor)
    return own
  }
}

enum ExitStatus {
  static let failed: Int32 = 1
  static let notAnImage: Int32 = 2
  static let notDrawable: Int32 = 3
  static let wrongUsage: Int32 = 64
}

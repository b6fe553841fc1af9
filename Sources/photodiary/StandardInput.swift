import DiaryCore
import Glibc
import Words

/// Text that comes in by a pipe.
enum StandardInput {
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  private static var name: String { localized("standard input") }

  /// All of it. Throws when it isn't UTF-8, for altered text is worse than none.
  static func text() throws(DiaryError) -> String {
    let bytes = try bytes()
    if let byte = UTF8Check.firstInvalidByte(in: bytes) {
      throw .input(name: name, .notUTF8(byte: byte))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func bytes() throws(DiaryError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw .input(name: name, .unreadable(reason: String(cString: strerror(errno))))
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}

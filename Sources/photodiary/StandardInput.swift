import DiaryCore
import System
import Words

/// Text that comes in by a pipe.
enum StandardInput {
  static var isTerminal: Bool { Descriptor.standardInput.isTerminal }

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
    do throws(ErrorNumber) {
      return try Descriptor.standardInput.rest()
    } catch {
      throw .input(name: name, .unreadable(reason: error.words))
    }
  }
}

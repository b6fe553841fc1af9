import DiaryCore
import Localization
import System

/// Text that comes in by a pipe.
enum StandardInput {
  static var isTerminal: Bool { Descriptor.standardInput.isTerminal }

  private static var name: String { localized("standard input") }

  /// Returns all of it, without a byte order mark and with line feeds alone, as text files are imported.
  ///
  /// - Throws: `DiaryError.input` if it isn't UTF-8, for altered text is worse than none.
  static func text() throws(DiaryError) -> String {
    let bytes = try bytes()
    if let byte = bytes.firstInvalidUTF8 {
      throw .input(name: name, .notUTF8(byte: byte))
    }
    return String(decoding: bytes, as: UTF8.self).withPlainLineEnds
  }

  private static func bytes() throws(DiaryError) -> [UInt8] {
    do throws(ErrorNumber) {
      return try Descriptor.standardInput.rest()
    } catch {
      throw .input(name: name, .unreadable(reason: error.words))
    }
  }
}

extension String {
  /// The text of a file of another system, without a byte order mark and with line feeds alone.
  var withPlainLineEnds: String {
    let text = hasPrefix("\u{FEFF}") ? String(unicodeScalars.dropFirst()) : self
    return text.replacing("\r\n", with: "\n")
  }
}

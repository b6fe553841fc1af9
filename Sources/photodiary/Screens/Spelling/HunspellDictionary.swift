import CHunspell
import System

/// A dictionary of hunspell, in memory.
final class HunspellDictionary {
  private enum Encoding {
    case utf8, latin1
  }

  private let handle: OpaquePointer
  private let encoding: Encoding

  /// `nil` when the library is missing, or the encoding isn't one of the two that are known here.
  init?(at path: String) {
    guard pd_hunspell_load(), let handle = pd_hunspell_open(path + ".aff", path + ".dic") else {
      return nil
    }
    let name = pd_hunspell_encoding(handle).map { String(cString: $0).uppercased() } ?? ""
    switch name {
    case "UTF-8": encoding = .utf8
    case "ISO8859-1", "ISO-8859-1", "ISO8859-15", "ISO-8859-15": encoding = .latin1
    default:
      pd_hunspell_close(handle)
      return nil
    }
    self.handle = handle
  }

  deinit { pd_hunspell_close(handle) }

  /// A word that can't be written in the dictionary's encoding isn't judged.
  func knows(_ word: String) -> Bool {
    guard let bytes = bytes(of: word) else { return true }
    return pd_hunspell_knows(handle, bytes)
  }

  func suggestions(for word: String) -> [String] {
    guard let bytes = bytes(of: word) else { return [] }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = pd_hunspell_suggest(handle, bytes, &list)
    guard count > 0, let list else { return [] }
    var owned: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = list
    defer { pd_hunspell_free(handle, &owned, count) }
    return (0..<Int(count)).compactMap { index in list[index].map { Self.text($0, encoding) } }
  }

  private func bytes(of word: String) -> [CChar]? {
    switch encoding {
    case .utf8: return Array(word.utf8CString)
    case .latin1:
      let scalars = word.unicodeScalars
      guard scalars.allSatisfy({ $0.value < 256 }) else { return nil }
      return scalars.map { CChar(truncatingIfNeeded: $0.value) } + [0]
    }
  }

  private static func text(_ bytes: UnsafePointer<CChar>, _ encoding: Encoding) -> String {
    switch encoding {
    case .utf8: String(cString: bytes)
    case .latin1:
      String(
        String.UnicodeScalarView(
          UnsafeRawBufferPointer(textAt: bytes).map { Unicode.Scalar($0) }))
    }
  }
}

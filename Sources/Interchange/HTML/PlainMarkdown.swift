import Markdown

/// Text in which Markdown is to find no marks.
enum PlainMarkdown {
  /// What a line of Markdown says, without how it looks.
  static func words(_ line: String) -> String {
    let text = MarkdownText(line)
    guard !text.parts.isEmpty, case .paragraph(let inlines)? = text.blocks(ofPart: 0).first?.kind
    else { return line }
    return inlines.plainText
  }

  /// The text with a backslash before what would be a mark within a line. `before` is the byte that it
  /// stands behind.
  static func escaped(_ text: String, after before: UInt8 = 0x20) -> String {
    guard text.utf8.contains(where: { "*`_<[]\\~".utf8.contains($0) }) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let end = bytes[position...].firstIndex { $0 <= 0x20 } ?? bytes.count
      let word = bytes[position..<end]
      if isAddress(word) {
        result += word
      } else {
        for index in word.indices {
          let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
          if isMark(word[index], after: result.last ?? before, before: next) {
            result.append(UInt8(ascii: "\\"))
          }
          result.append(word[index])
        }
      }
      let rest = bytes[end...].firstIndex { $0 > 0x20 } ?? bytes.count
      result += bytes[end..<rest]
      position = rest
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A line that begins as text, where Markdown would take its beginning for something else.
  static func guarded(_ line: String) -> String {
    let bytes = Array(line.utf8)
    guard let first = bytes.first else { return line }
    let digits = bytes.prefix { (0x30...0x39).contains($0) }.count
    let isList =
      "-+*".utf8.contains(first) && (bytes.count == 1 || bytes[1] == 0x20)
    let isHeading = first == UInt8(ascii: "#") && bytes.drop { $0 == first }.first ?? 0x20 == 0x20
    let isRule =
      bytes.count >= 2 && "-=".utf8.contains(first)
      && bytes.allSatisfy { $0 == first || $0 == 0x20 }
    if isList || isHeading || isRule || first == UInt8(ascii: ">") { return "\\" + line }
    // `1. ` and `1) ` begin a list.
    if (1...9).contains(digits), digits < bytes.count, ".)".utf8.contains(bytes[digits]),
      digits + 1 == bytes.count || bytes[digits + 1] == 0x20
    {
      return String(
        decoding: bytes[..<digits] + [UInt8(ascii: "\\")] + bytes[digits...], as: UTF8.self)
    }
    return line
  }

  private static func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
    word.starts(with: "http://".utf8) || word.starts(with: "https://".utf8)
  }

  static func isMark(_ byte: UInt8, after before: UInt8, before next: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "`"): true
    case UInt8(ascii: "*"): !(before <= 0x20 && next <= 0x20)
    case UInt8(ascii: "_"): !(before.isOfWord && next.isOfWord)
    case UInt8(ascii: "<"): next.isOfWord || "/!?".utf8.contains(next)
    case UInt8(ascii: "["), UInt8(ascii: "]"): true
    case UInt8(ascii: "\\"): next > 0x20 && next < 0x7F && !next.isOfWord
    case UInt8(ascii: "~"): next == byte || before == byte
    default: false
    }
  }

}

extension UInt8 {
  /// Whether it is of a word: a digit, a letter, or a part of any that isn't ASCII.
  var isOfWord: Bool {
    self >= 0x80 || (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
  }
}

import DiaryCore

/// The text of a Day One entry as Markdown of the diary: a heading at the start becomes the title,
/// unnecessary escapes are removed, and moments become photo references.
struct DayOneText {
  enum Kind { case photo, other }

  let title: String
  let content: String

  /// Converts a text. `reference` returns the Markdown for a moment by its kind, identifier and
  /// caption, or `nil` to remove it without leaving an empty line.
  static func read(
    _ text: String, reference: (Kind, String, String) -> String?
  ) -> DayOneText {
    var code = CodeFence()
    var lines: [[UInt8]] = []
    var hasGap = false
    for line in withoutZeroWidth(text).split(separator: 0x0A, omittingEmptySubsequences: false) {
      var line = Array(line)
      if line.last == 0x0D { line.removeLast() }
      if code.holds(line) {
        lines.append(line)
        hasGap = false
        continue
      }
      let (read, removed) = DayOneLine(line).read(reference)
      let isBlank = read.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      // Removing a moment leaves two empty lines, and one is enough.
      if removed && isBlank {
        hasGap = lines.last.map(\.isEmpty) ?? true
        continue
      }
      if hasGap && isBlank { continue }
      hasGap = false
      lines.append(read)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    let title = heading(&lines)
    return DayOneText(
      title: title,
      content: String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self))
  }

  /// Removes a heading at the start, with the empty lines after it, and returns its text.
  private static func heading(_ lines: inout [[UInt8]]) -> String {
    guard let start = lines.firstIndex(where: { !$0.isEmpty }) else { return "" }
    let marks = lines[start].prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(marks), lines[start].dropFirst(marks).first == 0x20 else { return "" }
    let text = String(decoding: lines[start].dropFirst(marks), as: UTF8.self)
    // A heading that contains a photo stays in the text.
    guard PhotoReference.assets(in: text).isEmpty, !text.isBlank else { return "" }
    lines.removeFirst(start + 1)
    lines = Array(lines.drop(while: \.isEmpty))
    return String(text.trimmed)
  }

  /// Removes U+200B, which Day One inserts where its editor needs a position for the cursor.
  private static func withoutZeroWidth(_ text: String) -> [UInt8] {
    let mark: [UInt8] = [0xE2, 0x80, 0x8B]
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == mark[0], bytes[index...].starts(with: mark) {
        index += mark.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}

// MARK: - DayOneLine

/// Converts one line of Day One's Markdown outside code blocks.
struct DayOneLine {
  private let bytes: [UInt8]
  private var place = 0
  private var result: [UInt8] = []

  /// The maximum length of a moment's caption, in bytes.
  private static let maxCaptionLength = 4000

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the converted line, and whether a moment was removed from it.
  func read(
    _ reference: (DayOneText.Kind, String, String) -> String?
  ) -> (line: [UInt8], removed: Bool) {
    // Most lines contain neither.
    guard bytes.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "!") }) else {
      return (bytes, false)
    }
    var line = self
    var removed = false
    while line.place < bytes.count {
      switch bytes[line.place] {
      case UInt8(ascii: "`"): line.copyCode()
      case UInt8(ascii: "\\"): line.copyEscape()
      case UInt8(ascii: "!"):
        guard let moment = line.moment() else {
          line.copy()
          continue
        }
        let markdown = reference(moment.kind, moment.identifier, moment.caption)
        line.result += (markdown ?? "").utf8
        removed = removed || markdown == nil
        line.place = moment.end
      default: line.copy()
      }
    }
    return (line.result, removed)
  }

  private mutating func copy() {
    result.append(bytes[place])
    place += 1
  }

  /// Copies inline code, which ends at the same number of backticks. Without an end, the backticks
  /// are text.
  private mutating func copyCode() {
    let (count, codeEnd) = bytes.codeEnd(at: place)
    let end = codeEnd ?? place + count
    result += bytes[place..<end]
    place = end
  }

  /// Copies an escaped character, with its backslash only where the character would otherwise be
  /// markup.
  private mutating func copyEscape() {
    let next = place + 1
    guard next < bytes.count, Self.isPunctuation(bytes[next]) else { return copy() }
    if isMarkup(bytes[next], at: next) { result.append(bytes[place]) }
    result.append(bytes[next])
    place = next + 1
  }

  /// Returns whether a character would be Markdown markup at this position.
  private func isMarkup(_ byte: UInt8, at index: Int) -> Bool {
    // The next character may be escaped itself.
    var after = index + 1
    if after < bytes.count, bytes[after] == UInt8(ascii: "\\") { after += 1 }
    let next = after < bytes.count ? bytes[after] : 0x20
    let isAtStart = result.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    switch byte {
    case UInt8(ascii: "`"): return true
    case UInt8(ascii: "*"): return !(result.last ?? 0x20 == 0x20 && next == 0x20) || isAtStart
    case UInt8(ascii: "_"): return !(result.last?.isWordByte ?? false) || !next.isWordByte
    case UInt8(ascii: "\\"): return Self.isPunctuation(next)
    case UInt8(ascii: "]"): return "([:\\".utf8.contains(next)
    case UInt8(ascii: "<"): return next.isWordByte || "/!?".utf8.contains(next)
    case UInt8(ascii: ">"): return isAtStart
    case UInt8(ascii: "#"): return isAtStart && (next == 0x20 || next == byte)
    case UInt8(ascii: "~"): return next == byte || result.last == byte
    default: return false
    }
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !byte.isWordByte
  }

  /// Parses `![caption](dayone-moment://IDENTIFIER)`, or with `/video/`, `/audio/` or another kind
  /// of file before the identifier.
  private func moment() -> (kind: DayOneText.Kind, identifier: String, caption: String, end: Int)? {
    let rest = bytes[place...]
    guard rest.starts(with: "![".utf8) else { return nil }
    let middle = Array("](dayone-moment:".utf8)
    let first = place + 2
    var close = first
    while close < bytes.count, close - first < Self.maxCaptionLength {
      if bytes[close] == UInt8(ascii: "]"), bytes[close...].starts(with: middle) { break }
      close += 1
    }
    guard close < bytes.count, bytes[close...].starts(with: middle),
      let end = bytes[close...].prefix(1000).firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let address = bytes[(close + middle.count)..<end]
    let parts = address.split(separator: UInt8(ascii: "/"))
    guard let identifier = parts.last else { return nil }
    let isPhoto = parts.count == 1 || parts[parts.startIndex].elementsEqual("photo".utf8)
    return (
      isPhoto ? .photo : .other, String(decoding: identifier, as: UTF8.self),
      String(decoding: bytes[first..<close], as: UTF8.self), end + 1
    )
  }
}

import DiaryCore

/// Day One's Markdown as ours: a heading at the beginning is the title, what it escapes without need
/// is as it was typed, and moments are references to photos.
struct DayOneText {
  enum Kind { case photo, other }

  let title: String
  let content: String

  /// `reference` gives the Markdown for a moment by its kind, identifier and the words in its
  /// brackets; where that is `nil`, it goes without leaving an empty line.
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
      // Of the two empty lines around what is gone, one is enough.
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

  /// Takes a heading off the beginning, and the empty lines behind it.
  private static func heading(_ lines: inout [[UInt8]]) -> String {
    guard let start = lines.firstIndex(where: { !$0.isEmpty }) else { return "" }
    let marks = lines[start].prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(marks), lines[start].dropFirst(marks).first == 0x20 else { return "" }
    let text = String(decoding: lines[start].dropFirst(marks), as: UTF8.self)
    // A photo in it stays where it is.
    guard PhotoReference.named(in: text).isEmpty, !text.isBlank else { return "" }
    lines.removeFirst(start + 1)
    lines = Array(lines.drop(while: \.isEmpty))
    return String(text.trimmed)
  }

  /// Day One puts U+200B where its editor needs a place for the cursor.
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

/// One line of Day One's Markdown outside blocks of code.
struct DayOneLine {
  private let bytes: [UInt8]
  private var place = 0
  private var result: [UInt8] = []

  /// In bytes, of what stands in the brackets of a moment.
  private static let longestCaption = 4000

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The line as ours, and whether a moment was removed from it.
  func read(
    _ reference: (DayOneText.Kind, String, String) -> String?
  ) -> (line: [UInt8], removed: Bool) {
    // Most lines have nothing of it.
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
        let words = reference(moment.kind, moment.identifier, moment.caption)
        line.result += (words ?? "").utf8
        removed = removed || words == nil
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

  /// What stands between as many backticks as there are here is code; without an end, it is text.
  private mutating func copyCode() {
    let (count, codeEnd) = bytes.codeEnd(at: place)
    let end = codeEnd ?? place + count
    result += bytes[place..<end]
    place = end
  }

  /// Leaves a backslash out where the character behind it means the same without.
  private mutating func copyEscape() {
    let next = place + 1
    guard next < bytes.count, Self.isPunctuation(bytes[next]) else { return copy() }
    if means(bytes[next], at: next) { result.append(bytes[place]) }
    result.append(bytes[next])
    place = next + 1
  }

  /// Whether a character would be a mark of Markdown where it stands.
  private func means(_ byte: UInt8, at index: Int) -> Bool {
    // A backslash of its own before the next character belongs to that one.
    var after = index + 1
    if after < bytes.count, bytes[after] == UInt8(ascii: "\\") { after += 1 }
    let next = after < bytes.count ? bytes[after] : 0x20
    let isAtStart = result.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    switch byte {
    case UInt8(ascii: "`"): return true
    case UInt8(ascii: "*"): return !(result.last ?? 0x20 == 0x20 && next == 0x20) || isAtStart
    case UInt8(ascii: "_"): return !(result.last?.isOfWord ?? false) || !next.isOfWord
    case UInt8(ascii: "\\"): return Self.isPunctuation(next)
    case UInt8(ascii: "]"): return "([:\\".utf8.contains(next)
    case UInt8(ascii: "<"): return next.isOfWord || "/!?".utf8.contains(next)
    case UInt8(ascii: ">"): return isAtStart
    case UInt8(ascii: "#"): return isAtStart && (next == 0x20 || next == byte)
    case UInt8(ascii: "~"): return next == byte || result.last == byte
    default: return false
    }
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !byte.isOfWord
  }

  /// `![words](dayone-moment://IDENTIFIER)`, or with `/video/`, `/audio/` or another kind of file
  /// before the identifier.
  private func moment() -> (kind: DayOneText.Kind, identifier: String, caption: String, end: Int)? {
    let rest = bytes[place...]
    guard rest.starts(with: "![".utf8) else { return nil }
    let middle = Array("](dayone-moment:".utf8)
    let first = place + 2
    var close = first
    while close < bytes.count, close - first < Self.longestCaption {
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

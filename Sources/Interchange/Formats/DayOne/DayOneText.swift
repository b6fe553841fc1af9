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

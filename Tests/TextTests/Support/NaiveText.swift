import TestSupport

/// The simplest editor: a string, with offsets in bytes found by visiting all characters.
struct NaiveText: Equatable {
  private(set) var text: String
  var caret: Int
  var anchor: Int?

  init(_ text: String) {
    self.text = text
    caret = text.utf8.count
  }

  static func == (left: NaiveText, right: NaiveText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8) && left.caret == right.caret
      && left.selection == right.selection
  }

  var selection: Range<Int>? {
    guard let anchor, anchor != caret else { return nil }
    return min(anchor, caret)..<max(anchor, caret)
  }

  /// The beginnings of all characters, and the end.
  var boundaries: [Int] { text.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) } }

  func part(_ range: Range<Int>) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  private func character(before offset: Int) -> Character? {
    part(start(before: offset)..<offset).first
  }
  private func character(after offset: Int) -> Character? {
    part(offset..<end(after: offset)).first
  }

  func start(before offset: Int) -> Int { boundaries.last { $0 < offset } ?? 0 }
  func end(after offset: Int) -> Int { boundaries.first { $0 > offset } ?? text.utf8.count }

  mutating func put(_ new: String, in range: Range<Int>) {
    let before = part(0..<range.lowerBound) + new
    let position = before.utf8.count
    text = before + part(range.upperBound..<text.utf8.count)
    caret = boundaries.first { $0 >= position } ?? position
    anchor = nil
  }

  mutating func move(to offset: Int, isSelecting: Bool) {
    if isSelecting { anchor = anchor ?? caret } else { anchor = nil }
    caret = offset
  }

  func wordStart(before offset: Int) -> Int {
    guard let first = character(before: offset) else { return 0 }
    if first.isNaiveLineEnd { return start(before: offset) }
    var position = offset
    while let next = character(before: position), !next.isWord, !next.isNaiveLineEnd {
      position = start(before: position)
    }
    while let next = character(before: position), next.isWord { position = start(before: position) }
    return position
  }

  func wordEnd(after offset: Int) -> Int {
    guard let first = character(after: offset) else { return text.utf8.count }
    if first.isNaiveLineEnd { return end(after: offset) }
    var position = offset
    while let next = character(after: position), !next.isWord, !next.isNaiveLineEnd {
      position = end(after: position)
    }
    while let next = character(after: position), next.isWord { position = end(after: position) }
    return position
  }

  func lineStart(at offset: Int) -> Int {
    let bytes = Array(text.utf8)[..<offset]
    return bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  func lineEnd(at offset: Int) -> Int {
    let bytes = Array(text.utf8)
    guard let end = bytes[offset...].firstIndex(of: 0x0A) else { return bytes.count }
    return end > lineStart(at: offset) && bytes[end - 1] == 0x0D ? end - 1 : end
  }

  /// The ranges of a phrase, found by comparing at each character.
  func ranges(of phrase: String) -> [Range<Int>] {
    let wanted = Array(phrase).map { $0.lowercased() }
    let characters = Array(text)
    let offsets = boundaries
    var found: [Range<Int>] = []
    var index = 0
    while index + wanted.count <= characters.count {
      if characters[index..<index + wanted.count].map({ $0.lowercased() }) == wanted {
        found.append(offsets[index]..<offsets[index + wanted.count])
        index += wanted.count
      } else {
        index += 1
      }
    }
    return found
  }
}

extension Character {
  fileprivate var isWord: Bool { isLetter || isNumber || self == "_" }
  fileprivate var isNaiveLineEnd: Bool { self == "\n" || self == "\r\n" }
}

/// Text that breaks editors: joining letters, several line ends, zero-width characters.
enum RandomText {
  static let pieces = [
    "a", "b", "Word", "word", " ", "  ", "-", "(", "한", "글", "\u{1112}", "\u{1161}", "\u{11AB}",
    "漢", "、", "ー", "e", "\u{301}", "\u{20DD}", "👨", "\u{200D}", "👩", "🏽", "\u{FE0F}", "❤", "©",
    "🇰", "🇷", "1", "\u{20E3}", "\t", "\u{7}", "\u{85}", "\u{1B}", "\u{E000}", "ش", "\u{202E}", "कि",
    "\u{94D}", "ष", "น้ำ", "\u{600}", "ｶ", "ﾞ", "\n", "\n\n", "\r\n", "\r", "\u{3000}", "![](", "É",
    "!", "[]", "(p",
  ]

  static func text(_ random: inout SeededGenerator, pieces count: Int) -> String {
    (0..<count).reduce(into: "") { text, _ in
      text += pieces.randomElement(using: &random) ?? ""
    }
  }
}

/// The simplest editor: a whole text, and the number of characters before the caret.
struct PlainText {
  private(set) var text: String
  var caret: Int

  init(_ text: String) {
    self.text = text
    caret = self.text.count
  }

  var characters: [Character] { Array(text) }

  mutating func insert(_ more: String) {
    let before = String(characters[..<caret]) + more
    text = before + String(characters[caret...])
    caret = min(before.count, text.count)
  }

  mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    guard !range.isEmpty else { return }
    text = String(characters[..<range.lowerBound]) + String(characters[range.upperBound...])
    caret = min(range.lowerBound, text.count)
  }

  mutating func removeBefore() { remove(caret - 1..<caret) }
  mutating func removeAfter() { remove(caret..<caret + 1) }

  mutating func removeWordBefore() {
    var start = caret
    let characters = characters
    if start > 0, characters[start - 1].endsLine { return removeBefore() }
    func isWord(_ index: Int) -> Bool {
      let character = characters[index]
      return character.isLetter || character.isNumber || character == "_"
    }
    while start > 0, !isWord(start - 1), !characters[start - 1].endsLine { start -= 1 }
    while start > 0, isWord(start - 1) { start -= 1 }
    remove(start..<caret)
  }

  mutating func removeToLineStart() {
    let start = characters[..<caret].lastIndex(where: \.endsLine).map { $0 + 1 } ?? 0
    remove(start..<caret)
  }

  mutating func removeToLineEnd() {
    let end = characters[caret...].firstIndex(where: \.endsLine) ?? characters.count
    remove(caret..<max(end, caret + 1))
  }
}

extension Character {
  fileprivate var endsLine: Bool { self == "\n" || self == "\r\n" }
}

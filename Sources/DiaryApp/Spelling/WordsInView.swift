import DiaryCore
import Markdown
import TerminalUI
import TextEditing

/// The words in view of a text that are to be checked. They are found anew only when the text or
/// the view has become another.
struct WordsInView: Sendable {
  private(set) var words: [SpellingWord] = []
  private var rope = TextRope("")
  private var view = 0..<0

  /// How much of a line that goes on outside the view is looked at: a link may end there.
  private static let margin = 1024

  mutating func follow(_ area: TextArea) {
    guard area.visibleRange != view || area.rope != rope else { return }
    rope = area.rope
    view = area.visibleRange
    words = Self.words(in: rope, view)
  }

  /// All but the one at the caret, which may still be being typed.
  func settled(besides caret: Int) -> [SpellingWord] {
    guard let last = words.lastIndex(where: { $0.range.lowerBound < caret }) else { return words }
    let end = words[last].range.upperBound
    // An apostrophe at the end goes on to belong to it.
    let isAtCaret =
      caret <= end || caret - end <= 3 && "'’".contains(rope.substring(end..<caret))
    guard isAtCaret else { return words }
    var words = words
    words.remove(at: last)
    return words
  }

  private static func words(in rope: TextRope, _ view: Range<Int>) -> [SpellingWord] {
    let reach = max(0, view.lowerBound - MarkdownHighlighting.context)
    let before = rope.bytes(reach..<view.lowerBound)
    let line = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var begun = max(line, before.count - margin)
    while begun < before.count, isWithinScalar(before[begun]) { begun += 1 }
    let after = rope.bytes(view.upperBound..<min(rope.count, view.upperBound + margin))
    let rest = after.firstIndex { $0 == 0x0A } ?? after.count
    let start = reach + begun
    let bytes = before[begun...] + rope.bytes(view) + after[..<rest]
    return SpellingWords(
      Array(String(decoding: bytes, as: UTF8.self)),
      isCode: MarkdownHighlighting.endsInCode(Array(before[..<line]))
    ).words.compactMap { word in
      var word = word
      word.range = start + word.range.lowerBound..<start + word.range.upperBound
      return word.range.overlaps(view) ? word : nil
    }
  }

  private static func isWithinScalar(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

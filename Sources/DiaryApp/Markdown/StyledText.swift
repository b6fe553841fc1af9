import DiaryCore
import Markdown
import TerminalUI

/// A line of text with looks, before it is wrapped.
struct StyledLine {
  struct Glyph: Hashable {
    var look: TextAppearance
    var target: Int?
    var match: Int?
  }

  private(set) var characters: [Character] = []
  private(set) var glyphs: [Glyph] = []
  /// The photos that the line refers to.
  var photos: [(index: Int, caption: String)] = []
  /// Whether there is nothing but photos and white space in it.
  private(set) var isOfPhotos = true

  var isEmpty: Bool { characters.isEmpty }

  mutating func append(
    _ text: String, _ look: TextAppearance, target: Int? = nil, isPhoto: Bool = false
  ) {
    let text = text.printable
    if !isPhoto, !text.isBlank { isOfPhotos = false }
    characters += text
    glyphs += Array(
      repeating: Glyph(look: look, target: target), count: characters.count - glyphs.count)
  }

  /// Marks where it, or a part of it, says what was looked for, by numbers from the next one on.
  mutating func mark(_ phrases: [SearchPhrase], within part: String? = nil, next number: inout Int)
  {
    guard !phrases.isEmpty, !characters.isEmpty else { return }
    let text = String(characters)
    let start = part.map { text.firstRange(of: $0)?.lowerBound ?? text.endIndex } ?? text.startIndex
    let offset = text.distance(from: text.startIndex, to: start)
    for match in FoundText.matches(of: phrases, in: part ?? text) {
      // What was appended piece by piece may be other characters as a whole.
      let range = match.lowerBound + offset..<match.upperBound + offset
      for position in range.clamped(to: glyphs.indices) { glyphs[position].match = number }
      number += 1
    }
  }

  /// The rows that it takes.
  func rows(columns: Int) -> [RenderedRow] {
    WrappedRows(characters, columns: columns).map { range in
      let end = characters[range].lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? range.lowerBound
      return row(range.lowerBound..<end)
    }
  }

  /// As many columns as all of it takes on one row.
  var columns: Int { characters.reduce(0) { $0 + TextWidth.columns(of: $1) } }

  private func row(_ range: Range<Int>) -> RenderedRow {
    var row = RenderedRow()
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, glyphs[end] == glyphs[start] { end += 1 }
      row.append(
        RenderedRow.Run(
          String(characters[start..<end]), glyphs[start].look, target: glyphs[start].target,
          match: glyphs[start].match))
      start = end
    }
    return row
  }
}

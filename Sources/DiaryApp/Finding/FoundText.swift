import DiaryCore
import TerminalUI

/// A text on one line, with the places where it says what was looked for.
struct FoundText: Hashable, Sendable {
  private(set) var characters: [Character]
  /// In characters, in order, none touching the one before.
  private(set) var matches: [Range<Int>] = []

  init(_ text: String, _ phrases: [SearchPhrase]) {
    characters = Array(text)
    matches = Self.matches(of: phrases, in: text)
  }

  /// `matches` are in characters.
  init(_ text: String, matches: [Range<Int>]) {
    characters = Array(text)
    self.matches = matches
  }

  private init(characters: [Character], matches: [Range<Int>]) {
    self.characters = characters
    self.matches = matches
  }

  /// Where phrases stand in a text, in characters; those that overlap are one.
  static func matches(of phrases: [SearchPhrase], in text: String) -> [Range<Int>] {
    let ranges = phrases.flatMap { $0.ranges(in: text) }.sorted { $0.lowerBound < $1.lowerBound }
    guard !ranges.isEmpty else { return [] }
    var matches: [Range<Int>] = []
    var index = text.startIndex
    var position = 0
    for range in ranges {
      // What lies within the one before may begin before its end.
      if range.lowerBound < index, let last = matches.last {
        guard range.upperBound > index else { continue }
        position += text.distance(from: index, to: range.upperBound)
        matches[matches.count - 1] = last.lowerBound..<position
      } else {
        position += text.distance(from: index, to: range.lowerBound)
        let start = position
        position += text.distance(from: range.lowerBound, to: range.upperBound)
        matches.append(start..<position)
      }
      index = range.upperBound
    }
    return matches
  }

  /// With words before it.
  func named(_ name: String) -> FoundText {
    let start = Array(name + ": ")
    return FoundText(
      characters: start + characters,
      matches: matches.map { $0.lowerBound + start.count..<$0.upperBound + start.count })
  }

  /// What of it is shown in so many columns: its beginning, or where that has no match, the first
  /// match in the middle.
  func shown(columns: Int) -> FoundText {
    guard let first = matches.first,
      Self.columns(characters[..<first.upperBound]) >= columns
    else { return self }
    let around = max(1, (columns - Self.columns(characters[first])) / 2)
    var start = first.lowerBound
    var used = 1
    while start > 0 {
      used += TextWidth.columns(of: characters[start - 1])
      guard used <= around else { break }
      start -= 1
    }
    return FoundText(
      characters: Array(TextWidth.ellipsis) + characters[start...],
      matches: matches.map { $0.lowerBound - start + 1..<$0.upperBound - start + 1 })
  }

  private static func columns(_ characters: ArraySlice<Character>) -> Int {
    characters.reduce(0) { $0 + TextWidth.columns(of: $1) }
  }

  /// Draws it, cut where it is too long. Returns the column behind it.
  @discardableResult
  func draw(in grid: inout Grid, _ rect: Rect, _ style: Style, _ theme: Theme) -> Int {
    guard !matches.isEmpty else { return grid.draw(String(characters), in: rect, style) }
    let cut = Array(TextWidth.cut(String(characters), columns: rect.columns))
    var column = rect.column
    var position = 0
    func draw(_ end: Int, _ style: Style) {
      let end = min(end, cut.count)
      guard position < end, column < rect.endColumn else { return }
      column = grid.draw(
        String(cut[position..<end]), in: rect.inset(left: column - rect.column), style)
      position = end
    }
    for match in matches {
      draw(match.lowerBound, style)
      draw(match.upperBound, theme.found(style))
    }
    draw(cut.count, style)
    return column
  }
}

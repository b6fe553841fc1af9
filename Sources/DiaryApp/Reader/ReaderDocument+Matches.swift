import DiaryCore
import Markdown
import TerminalUI

/// A way through the sections of an entry, from one that is looked at for a match to the next; it
/// ends where it began.
package struct MatchWalk: Hashable, Sendable {
  var section: Int
  /// How many sections haven't been looked at.
  var left: Int
  var isBackwards: Bool
}

// Where an entry says what was looked for.
extension ReaderDocument {
  /// So many sections are all laid out: of a longer text, nobody counts the matches.
  private static let mostCounted = 6
  /// How many sections of a long text are looked at on a key.
  private static let mostLooked = 20

  var isCounted: Bool { !phrases.isEmpty && heights.count <= Self.mostCounted }

  /// Lays out everything whose matches are counted.
  mutating func layOutCounted(_ entry: Entry, in body: Rect, _ state: ScreenContext) {
    guard isCounted else { return }
    for section in heights.indices where sections[section] == nil {
      layOut(section, entry, body, state)
    }
  }

  /// The number of a match, and of all; `nil` where they aren't counted.
  func count(to match: ReaderFocus) -> (number: Int, of: Int)? {
    guard isCounted else { return nil }
    let counts = heights.indices.map { sections[$0]?.matches.count ?? 0 }
    return (counts[..<match.section].reduce(0, +) + match.number + 1, counts.reduce(0, +))
  }

  /// The rows of a match that is laid out.
  func rows(ofMatch match: ReaderFocus) -> Range<Int>? {
    guard let rows = sections[match.section]?.matches, rows.indices.contains(match.number) else {
      return nil
    }
    let first = firstRow(of: match.section)
    return first + rows[match.number].lowerBound..<first + rows[match.number].upperBound
  }

  /// The section that has a row; the last one for a row behind the end.
  func section(at row: Int) -> Int {
    var end = 0
    for index in heights.indices {
      end += heights[index]
      if row < end { return index }
    }
    return max(0, heights.count - 1)
  }

  /// The first match of a section that isn't above some rows; backwards, the last one that isn't
  /// below them.
  func match(in section: Int, of rows: Range<Int>, backwards: Bool) -> ReaderFocus? {
    let first = firstRow(of: section)
    let matches = sections[section]?.matches ?? []
    let number =
      backwards
      ? matches.lastIndex { first + $0.lowerBound < rows.upperBound }
      : matches.firstIndex { first + $0.lowerBound >= rows.lowerBound }
    return number.map { ReaderFocus(section: section, number: $0) }
  }

  /// The way to the sections after one, or before it.
  func walk(from section: Int, backwards: Bool) -> MatchWalk {
    following(MatchWalk(section: section, left: heights.count + 1, isBackwards: backwards))
  }

  private func following(_ walk: MatchWalk) -> MatchWalk {
    let section = walk.section + (walk.isBackwards ? -1 : 1)
    return MatchWalk(
      section: (section + heights.count) % heights.count, left: walk.left - 1,
      isBackwards: walk.isBackwards)
  }

  /// The next match on a way, and where the way goes on if there is none in what is looked at on a
  /// key.
  mutating func nextMatch(
    on walk: MatchWalk, _ entry: Entry, _ body: Rect, _ state: ScreenContext
  ) -> (match: ReaderFocus?, rest: MatchWalk) {
    var walk = walk
    for _ in 0..<Self.mostLooked where walk.left > 0 {
      if sections[walk.section] == nil, mayMatch(walk.section) {
        layOut(walk.section, entry, body, state)
      }
      let count = sections[walk.section]?.matches.count ?? 0
      if count > 0 {
        return (ReaderFocus(section: walk.section, number: walk.isBackwards ? count - 1 : 0), walk)
      }
      walk = following(walk)
    }
    return (nil, walk)
  }

  /// Whether laying out a section may show a match. Of a long text, marks within a phrase hide it.
  private func mayMatch(_ section: Int) -> Bool {
    guard !isCounted, text.parts.indices.contains(section - 1) else { return true }
    return text.says(phrases, inPart: section - 1)
  }

  /// The walk from the next section on that says a phrase; looks at the whole text.
  static func skipped(
    _ walk: MatchWalk, in text: MarkdownText, _ phrases: [SearchPhrase]
  ) -> MatchWalk {
    var walk = walk
    let count = text.parts.count + 2
    while walk.left > 0, !Task.isCancelled {
      let part = walk.section - 1
      if !text.parts.indices.contains(part) || text.says(phrases, inPart: part) { return walk }
      walk.section = (walk.section + (walk.isBackwards ? -1 : 1) + count) % count
      walk.left -= 1
    }
    return walk
  }
}

extension MarkdownText {
  /// Whether a part says one of some phrases.
  fileprivate func says(_ phrases: [SearchPhrase], inPart index: Int) -> Bool {
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: parts[index].range.lowerBound)
    let end = bytes.index(bytes.startIndex, offsetBy: parts[index].range.upperBound)
    let folded = FoldedText(String(text[start..<end]))
    return phrases.contains { folded.contains($0) }
  }
}

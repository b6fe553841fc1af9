import DiaryCore
import Localization

/// Where an entry says what was looked for: in its title, and in the first line of its text that
/// does, else in a caption, its place or its tags, or in what is said under it.
package struct EntryMatch: Hashable, Sendable {
  let title: FoundText
  /// `nil` when it is in the title alone.
  let line: FoundText?
  /// The byte of the text at which the line begins, if it is one of the text.
  let start: Int?

  /// In characters: of a longer line, what is around the match.
  private static let around = 200

  package init(_ entry: Entry, _ phrases: [SearchPhrase]) {
    title = FoundText(entry.displayTitle, phrases)
    if let (line, start) = Self.line(of: entry, phrases) {
      (self.line, self.start) = (line, start)
    } else {
      (line, start) = (Self.words(of: entry, phrases), nil)
    }
  }

  /// Where only a comment says it, that is the line.
  init(_ entry: Entry, _ phrases: [SearchPhrase], saidIn comments: [EntryComment]) {
    title = FoundText(entry.displayTitle, phrases)
    start = nil
    line = comments.lazy.compactMap { comment in
      comment.text.split(whereSeparator: \.isNewline).lazy
        .compactMap { Self.marked(String($0), phrases) }.first
    }.first?.named(localized("comment"))
  }

  /// Whether the entry itself says nothing of it.
  var isNone: Bool { title.matches.isEmpty && line == nil }

  private static func line(
    of entry: Entry, _ phrases: [SearchPhrase]
  ) -> (FoundText, start: Int)? {
    let content = entry.content
    var isTitleDue = entry.title.isBlank
    for line in content.split(whereSeparator: \.isNewline) {
      // Where there is no title, the first line with words stands for it.
      if isTitleDue, !PlainLine.text(of: line).isInvisible {
        isTitleDue = false
        continue
      }
      guard let found = marked(PhotoReference.removed(from: line), phrases) else { continue }
      // It may stand in what isn't read, as the address of a link.
      let marked = marked(PlainLine.text(of: line), phrases) ?? found
      return (marked, content.utf8.distance(from: content.startIndex, to: line.startIndex))
    }
    return nil
  }

  private static func words(of entry: Entry, _ phrases: [SearchPhrase]) -> FoundText? {
    for photo in entry.photos {
      if let caption = marked(photo.caption, phrases) {
        return caption.named(localized("caption"))
      }
    }
    if let place = entry.details.place.flatMap({ marked($0, phrases) }) {
      return place.named(localized("place"))
    }
    let tags = entry.tags.map { "#" + $0 }.joined(separator: " ")
    return marked(tags, phrases)?.named(localized("tags"))
  }

  /// A line with its matches; `nil` if it has none.
  private static func marked(_ line: String, _ phrases: [SearchPhrase]) -> FoundText? {
    var first: Range<String.Index>?
    for phrase in phrases {
      guard let range = phrase.ranges(in: line).first else { continue }
      if first.map({ range.lowerBound < $0.lowerBound }) ?? true { first = range }
    }
    guard let first else { return nil }
    var start = line.startIndex
    if line.utf8.count > around {
      start = line.index(first.lowerBound, offsetBy: -around, limitedBy: line.startIndex) ?? start
    }
    let end = line.index(first.upperBound, offsetBy: around, limitedBy: line.endIndex)
    let part = line[start..<(end ?? line.endIndex)].printable.trimmed
    return FoundText(String(part), phrases)
  }
}

extension EntryPredicate {
  /// The words and phrases that every match has.
  package var phrases: [SearchPhrase] {
    switch self {
    case .text(let phrase, _): [phrase]
    case .and(let parts): parts.flatMap(\.phrases)
    default: []
    }
  }
}

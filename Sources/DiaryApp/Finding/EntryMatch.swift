import DiaryCore
import TerminalUI
import Text

/// The matches of a search in an entry: in its title, and in the first matching line of its text.
/// If no line matches: in a caption, its place, its tags, a comment or the words of a photo.
package struct EntryMatch: Hashable, Sendable {
  let title: FoundText
  /// The matching line; `nil` if only the title matches.
  let line: FoundText?
  /// The line's offset in the text in bytes; `nil` if it isn't from the text.
  let start: Int?
  /// The photo whose words match; `nil` if the entry matches elsewhere.
  private(set) var photo: AssetID?

  /// The number of characters shown on each side of a match in a long line.
  private static let around = 200
  /// The number of characters shown before a match in a photo.
  private static let beforePhotoMatch = 4

  package init(_ entry: Entry, _ phrases: [SearchPhrase]) {
    title = FoundText(entry.displayTitle, phrases)
    if let (line, start) = Self.line(of: entry, phrases) {
      (self.line, self.start) = (line, start)
    } else {
      (line, start) = (Self.text(of: entry, phrases), nil)
    }
  }

  /// Creates a match whose line is the first one that matches in the comments.
  init(_ entry: Entry, _ phrases: [SearchPhrase], inComments comments: [EntryComment]) {
    title = FoundText(entry.displayTitle, phrases)
    start = nil
    line = comments.lazy.compactMap { comment in
      comment.text.split(whereSeparator: \.isNewline).lazy
        .compactMap { Self.marked(String($0), phrases) }.first
    }.first?.named(localized("comment"))
  }

  /// Creates a match whose line is the first one that matches in the words of the photos.
  init(
    _ entry: Entry, _ phrases: [SearchPhrase],
    inPhotos matches: [(index: Int, match: PhotoText.Match)]
  ) {
    title = FoundText(entry.displayTitle, phrases)
    start = nil
    guard let (index, match) = matches.first else {
      line = nil
      return
    }
    let (words, range) = (match.line, match.range)
    // The label stays in view, because it describes what Enter opens.
    let start =
      words.index(range.lowerBound, offsetBy: -Self.beforePhotoMatch, limitedBy: words.startIndex)
      ?? words.startIndex
    let before = (start > words.startIndex ? "…" : "") + words[start..<range.lowerBound]
    let found = words[range]
    let shown = before + words[range.lowerBound...]
    // A combining mark at its beginning belongs to the character before.
    let end = min(before.count + found.count, shown.count)
    line = FoundText(shown, matches: [min(before.count, end)..<end]).named(localized("in a photo"))
    photo = entry.photos.element(at: index)?.asset
  }

  /// Indicates that the entry itself doesn't match.
  var isEmpty: Bool { title.matches.isEmpty && line == nil }

  private static func line(
    of entry: Entry, _ phrases: [SearchPhrase]
  ) -> (FoundText, start: Int)? {
    let content = entry.content
    var isTitleDue = entry.title.isBlank
    for line in content.split(whereSeparator: \.isNewline) {
      // Without a title, the first visible line is the title.
      if isTitleDue, !PlainLine.text(of: line).isInvisible {
        isTitleDue = false
        continue
      }
      guard let found = marked(PhotoReference.removed(from: line), phrases) else { continue }
      // The match may be in a hidden part, such as a link's address.
      let marked = marked(PlainLine.text(of: line), phrases) ?? found
      return (marked, content.utf8.distance(from: content.startIndex, to: line.startIndex))
    }
    return nil
  }

  private static func text(of entry: Entry, _ phrases: [SearchPhrase]) -> FoundText? {
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

  /// Returns a line with its matches; `nil` if it has none.
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

// MARK: - Matches

/// A cache of the matches in visible entries, by version. Long texts and comments are searched by
/// effects in the background.
package struct EntryMatches: Sendable {
  /// The longest text that is searched immediately, in bytes: a screen of them takes less than a
  /// frame.
  private static let longestAtOnce = 16_384
  /// The most matches that are kept.
  private static let maxKept = 200

  /// The phrases to find in photos, which include those to find in texts.
  private var phrases: [SearchPhrase] = []
  private var found: [EntryCacheKey: EntryMatch] = [:]
  private var isLooking: Set<EntryCacheKey> = []

  /// The match of an entry; `nil` until it is found.
  subscript(entry: Entry) -> EntryMatch? { found[EntryCacheKey(entry)] }

  /// Searches short texts; returns the effects that search the others.
  ///
  /// - Parameters:
  ///   - phrases: the phrases to find in texts.
  ///   - photoPhrases: the phrases to find in photos.
  mutating func request(
    _ entries: [Entry], _ phrases: [SearchPhrase], inPhotos photoPhrases: [SearchPhrase]
  ) -> [Effect] {
    if photoPhrases != self.phrases {
      self.phrases = photoPhrases
      (found, isLooking) = ([:], [])
    }
    guard !photoPhrases.isEmpty else { return [] }
    if found.count > Self.maxKept { found = [:] }
    var effects: [Effect] = []
    for entry in entries {
      let state = EntryCacheKey(entry)
      guard found[state] == nil, !isLooking.contains(state) else { continue }
      let isShort = entry.content.utf8.count <= Self.longestAtOnce
      if isShort, case let match = EntryMatch(entry, phrases), !match.isEmpty {
        found[state] = match
      } else {
        isLooking.insert(state)
        effects.append(.findMatch(entry, phrases, inPhotos: photoPhrases))
      }
    }
    return effects
  }

  mutating func put(_ match: EntryMatch, of state: EntryCacheKey, _ phrases: [SearchPhrase]) {
    guard phrases == self.phrases else { return }
    isLooking.remove(state)
    found[state] = match
  }
}

// MARK: - Days

extension EntryPredicate {
  /// The days of a condition, to confirm the input, such as `→ Sunday 22 November 2026`; `nil` if
  /// it has none.
  var dayText: String? {
    switch self {
    case .from(let first): localized("→ from \(DateText.long(first))")
    case .to(let last): localized("→ until \(DateText.long(last))")
    case .and(let parts):
      if case .from(let first)? = parts.first, case .to(let last)? = parts.last {
        Self.words(first, last)
      } else {
        nil
      }
    case .not(let part): part.dayText
    default: nil
    }
  }

  private static func words(_ first: CalendarDay, _ last: CalendarDay) -> String {
    if first == last { return localized("→ \(DateText.long(first))") }
    if first == first.firstOfMonth, last == first.lastOfMonth {
      return localized("→ \(DateText.month(first))")
    }
    if first == first.firstOfYear, last == first.lastOfYear {
      return localized("→ \(DateText.year(first))")
    }
    return localized("→ \(DateText.long(first)) – \(DateText.long(last))")
  }
}

// MARK: - Finder

/// Searches for entries and reports them in batches.
package struct EntryFinder: Sendable {
  private let service: DiaryService

  /// Fills most screens.
  private static let firstScreen = 60

  package init(_ service: DiaryService) { self.service = service }

  /// Passes each batch of matching entries to `report`, newest first. Ends early when its task is
  /// cancelled.
  ///
  /// - Throws: an error if the diary can't be read.
  package func find(_ request: FindRequest, _ report: (FoundEntries) -> Void) async throws {
    let predicate = try await service.resolve(request.predicate)
    var isFirst = true
    for await orders in try await service.sortKeys(EntryQuery(predicate)) {
      var found = FoundEntries(requestID: request.requestID, predicate: predicate, orders: orders)
      if isFirst {
        let ids = orders.prefix(Self.firstScreen).map(\.id)
        found.first = try await service.entries(ids: ids)
      }
      isFirst = false
      if Task.isCancelled { return }
      report(found)
    }
    if !Task.isCancelled {
      report(FoundEntries(requestID: request.requestID, predicate: predicate, isEnd: true))
    }
  }
}

// MARK: - Found text

/// A text on one line with its matches.
struct FoundText: Hashable, Sendable {
  private(set) var characters: [Character]
  /// The matches as ranges of characters, sorted and disjoint.
  private(set) var matches: [Range<Int>] = []

  init(_ text: String, _ phrases: [SearchPhrase]) {
    characters = Array(text)
    matches = Self.matches(of: phrases, in: text)
  }

  /// Creates a text; `matches` are ranges of characters.
  init(_ text: String, matches: [Range<Int>]) {
    characters = Array(text)
    self.matches = matches
  }

  private init(characters: [Character], matches: [Range<Int>]) {
    self.characters = characters
    self.matches = matches
  }

  /// Returns the matches of phrases as ranges of characters. Overlapping ones are merged.
  static func matches(of phrases: [SearchPhrase], in text: String) -> [Range<Int>] {
    let ranges = phrases.flatMap { $0.ranges(in: text) }.sorted { $0.lowerBound < $1.lowerBound }
    guard !ranges.isEmpty else { return [] }
    var matches: [Range<Int>] = []
    var index = text.startIndex
    var position = 0
    for range in ranges {
      // A match inside the previous one may begin before its end.
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

  /// Returns the text after a label.
  func named(_ name: String) -> FoundText {
    let start = Array(name + ": ")
    return FoundText(
      characters: start + characters,
      matches: matches.map { $0.lowerBound + start.count..<$0.upperBound + start.count })
  }

  /// Returns the part to show in a width: the beginning or, if it contains no match, a part with
  /// the first match in the middle.
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

  /// Draws the text, shortened if necessary. Returns the column after it.
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

import DiaryCore
import Localization
import TerminalUI

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

// MARK: - Matches

/// Where the entries in view say what was looked for, found once for each state of an entry. Of a
/// long text, and where only comments say it, an effect finds it: no key waits for that.
package struct EntryMatches: Sendable {
  /// In bytes; a screen full of such texts takes less than a frame does.
  private static let longestAtOnce = 16_384
  /// More are found again when they come back.
  private static let mostKept = 200

  private var phrases: [SearchPhrase] = []
  private var found: [EntryState: EntryMatch] = [:]
  private var isLooking: Set<EntryState> = []

  /// `nil` until it is found.
  subscript(entry: Entry) -> EntryMatch? { found[EntryState(entry)] }

  /// Finds those of short texts; the effects that find the others.
  mutating func request(_ entries: [Entry], _ phrases: [SearchPhrase]) -> [Effect] {
    if phrases != self.phrases {
      self.phrases = phrases
      (found, isLooking) = ([:], [])
    }
    guard !phrases.isEmpty else { return [] }
    if found.count > Self.mostKept { found = [:] }
    var effects: [Effect] = []
    for entry in entries {
      let state = EntryState(entry)
      guard found[state] == nil, !isLooking.contains(state) else { continue }
      let isShort = entry.content.utf8.count <= Self.longestAtOnce
      if isShort, case let match = EntryMatch(entry, phrases), !match.isNone {
        found[state] = match
      } else {
        isLooking.insert(state)
        effects.append(.findMatch(entry, phrases))
      }
    }
    return effects
  }

  mutating func put(_ match: EntryMatch, of state: EntryState, _ phrases: [SearchPhrase]) {
    guard phrases == self.phrases else { return }
    isLooking.remove(state)
    found[state] = match
  }
}

// MARK: - Days

extension EntryPredicate {
  /// The days that it asks for, as an echo of what was typed: `→ Sunday 22 November 2026`. `nil` of
  /// what asks for none.
  var dayWords: String? {
    switch self {
    case .from(let first): localized("→ from \(DateWords.long(first))")
    case .to(let last): localized("→ until \(DateWords.long(last))")
    case .and(let parts):
      if case .from(let first)? = parts.first, case .to(let last)? = parts.last {
        Self.words(first, last)
      } else {
        nil
      }
    case .not(let part): part.dayWords
    default: nil
    }
  }

  private static func words(_ first: CalendarDay, _ last: CalendarDay) -> String {
    if first == last { return localized("→ \(DateWords.long(first))") }
    if first == first.firstOfMonth, last == first.lastOfMonth {
      return localized("→ \(DateWords.month(first))")
    }
    if first == first.firstOfYear, last == first.lastOfYear {
      return localized("→ \(DateWords.year(first))")
    }
    return localized("→ \(DateWords.long(first)) – \(DateWords.long(last))")
  }
}

// MARK: - Finder

/// Looks for entries and tells what it finds as it goes.
package struct EntryFinder: Sendable {
  private let service: DiaryService

  /// As many as fill most screens.
  private static let firstScreen = 60

  package init(_ service: DiaryService) { self.service = service }

  /// A task that is cancelled tells no more.
  package func find(
    _ request: FindRequest, _ tell: (FoundEntries) -> Void
  ) async throws(DiaryError) {
    let predicate = try await service.naming(request.predicate)
    var isFirst = true
    for await orders in try await service.orders(EntryQuery(predicate)) {
      var found = FoundEntries(requestID: request.requestID, predicate: predicate, orders: orders)
      if isFirst {
        let ids = orders.prefix(Self.firstScreen).map(\.id)
        found.first = try await service.entries(ids: ids)
      }
      isFirst = false
      if Task.isCancelled { return }
      tell(found)
    }
    if !Task.isCancelled {
      tell(FoundEntries(requestID: request.requestID, predicate: predicate, isEnd: true))
    }
  }
}

// MARK: - Found text

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

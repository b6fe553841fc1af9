import DiaryCore
import TerminalUI
import Text

/// The layout of an entry for reading: a head, the text with photos where it refers to them, and an
/// end with the other photos.
///
/// Only the visible sections of a long text are parsed and laid out. The heights of the others are
/// estimates, which are corrected when they come into view, without moving the visible rows.
struct ReaderDocument: Sendable {
  /// The most sections to keep laid out; others are laid out again when needed.
  private static let maxKept = 12

  /// The rows of each section: the head, the parts of the text, the end.
  var heights: [Int] = []
  private(set) var sections: [Int: ReaderSection] = [:]
  private(set) var rowCount = 0
  let text: MarkdownText
  /// The phrases to highlight in the text.
  let phrases: [SearchPhrase]
  /// The comments below the entry.
  var comments = ShownComments.none {
    didSet { if comments != oldValue { sections[end] = nil } }
  }
  /// The links to the entry, below the comments.
  var backlinks = Backlinks() {
    didSet { if backlinks != oldValue { sections[end] = nil } }
  }
  /// The photos that a long text refers to, once they have been searched for.
  private var named: Set<AssetID>?
  private var key: Key?

  /// The inputs of the layout, apart from the text.
  private struct Key: Hashable {
    let entry: EntryCacheKey
    let origin: OriginText?
    let length: ReadingTime?
    let previews: [AssetID]
    /// The lengths of videos and recordings.
    let media: [Int?]
    /// For each photo, `true` if its file contains a video.
    let motion: [Bool]
    let look: Appearance
  }

  /// The inputs that affect rows regardless of the text.
  private struct Appearance: Hashable {
    let body: Rect
    let cellRatio: Double
    let showsPhotos: Bool
    let keys: Keymap
    let language: Language
    let emoji = EmojiSequences.current
  }

  /// Creates a document. `earlier` is the document of an earlier state of the entry, whose heights
  /// are reused as estimates.
  init(
    _ entry: Entry, marking phrases: [SearchPhrase] = [], after earlier: ReaderDocument? = nil
  ) {
    let isSame = earlier?.source.isExactly(entry.content) == true
    text = isSame ? earlier?.text ?? MarkdownText(entry.content) : MarkdownText(entry.content)
    self.phrases = phrases
    guard let earlier else { return }
    (heights, rowCount, key) = (earlier.heights, earlier.rowCount, earlier.key)
    (comments, backlinks) = (earlier.comments, earlier.backlinks)
  }

  var source: String { text.text }
  private var end: Int { heights.count - 1 }

  // MARK: Laying out

  /// Lays out the visible sections and those of the next screen.
  mutating func layOut(
    _ entry: Entry, in body: Rect, _ scroll: inout ScrollPosition, _ state: AppState
  ) {
    let key = Key(
      entry: EntryCacheKey(entry), origin: state.origin(of: entry), length: state.lengths[entry],
      previews: entry.photos.map(\.asset).filter(state.sync.showsPreview),
      media: entry.attachments.map { state.mediaLengths[$0.asset] },
      motion: entry.photos.map(state.mediaLengths.isMotionPhoto),
      look: Appearance(
        body: body, cellRatio: state.facts.cellRatio, showsPhotos: state.showsPhotos,
        keys: state.keys, language: .current))
    if self.key != key {
      sections = [:]
      // Another state of the same entry has similar heights.
      if heights.count != text.parts.count + 2 || self.key?.look != key.look {
        heights =
          [4] + text.parts.map { $0.range.count / max(1, body.columns) + $0.range.count / 60 + 1 }
          + [2]
        rowCount = heights.reduce(0, +)
      }
      self.key = key
    }
    layOutCounted(entry, in: body, state)
    scroll.move(by: 0, content: rowCount, height: body.rows)
    // Corrected heights may bring further sections into view.
    while let index = firstMissing(scroll.top..<scroll.top + 2 * body.rows) {
      let start = firstRow(of: index)
      let guess = heights[index]
      layOut(index, entry, body, state)
      guard start < scroll.top else { continue }
      // The visible rows keep their distance from the end of the section above.
      let moved = heights[index] - guess
      scroll.move(
        by: max(moved, start - scroll.top), content: rowCount, height: body.rows)
    }
    dropDistantSections(from: scroll.top..<scroll.top + 2 * body.rows)
    scroll.move(by: 0, content: rowCount, height: body.rows)
  }

  mutating func layOut(_ index: Int, _ entry: Entry, _ body: Rect, _ state: AppState) {
    let section: ReaderSection
    if index == 0 {
      section = ReaderSection(
        headOf: entry, columns: body.columns, marking: phrases, state)
    } else if index == end {
      section = ReaderSection(
        endOf: entry, unplaced: unplaced(entry, body, state), comments, backlinks, in: body,
        marking: phrases, state)
    } else {
      let blocks = text.blocks(ofPart: index - 1, prepared: PhotoReference.withPlainCaptions)
      section = ReaderSection(
        blocks, isFirst: index == 1, of: entry, in: body, marking: phrases, state)
    }
    rowCount += section.rowCount - heights[index]
    heights[index] = section.rowCount
    sections[index] = section
  }

  /// Returns the indices of the photos that the text doesn't refer to.
  private mutating func unplaced(_ entry: Entry, _ body: Rect, _ state: AppState) -> [Int] {
    let pictures = state.shownPictures(of: entry)
    guard text.parts.count == 1 else {
      guard !pictures.isEmpty else { return [] }
      let named = self.named ?? PhotoReference.assets(in: text.text)
      self.named = named
      return pictures.indices.filter { !named.contains(pictures[$0].asset) }
    }
    if sections[1] == nil { layOut(1, entry, body, state) }
    let shown = sections[1]?.targets.map(\.target) ?? []
    return pictures.indices.filter { !shown.contains(.photo($0)) }
  }

  private func firstMissing(_ rows: Range<Int>) -> Int? {
    var row = 0
    for index in heights.indices {
      if row >= rows.upperBound { return nil }
      if row + heights[index] >= rows.lowerBound, sections[index] == nil { return index }
      row += heights[index]
    }
    return nil
  }

  private mutating func dropDistantSections(from rows: Range<Int>) {
    guard sections.count > Self.maxKept else { return }
    for index in sections.keys {
      let first = firstRow(of: index)
      if first > rows.upperBound || first + heights[index] < rows.lowerBound {
        sections[index] = nil
      }
    }
  }

  // MARK: Looking

  func firstRow(of section: Int) -> Int { heights[..<section].reduce(0, +) }

  /// Returns the blocks in a range of rows, each with its first row.
  func blocks(in rows: Range<Int>) -> [(row: Int, section: Int, block: ReaderSection.Block)] {
    var found: [(row: Int, section: Int, block: ReaderSection.Block)] = []
    var first = 0
    for index in heights.indices {
      defer { first += heights[index] }
      guard first < rows.upperBound, first + heights[index] > rows.lowerBound,
        let section = sections[index]
      else { continue }
      var row = first
      for block in section.blocks {
        if row < rows.upperBound, row + block.rows > rows.lowerBound {
          found.append((row, index, block))
        }
        row += block.rows
      }
    }
    return found
  }

  func target(at focus: ReaderFocus) -> ReaderTarget? {
    guard let targets = sections[focus.section]?.targets, targets.indices.contains(focus.number)
    else { return nil }
    return targets[focus.number].target
  }

  /// Returns the rows of the focused target.
  func rows(of focus: ReaderFocus) -> Range<Int>? {
    guard target(at: focus) != nil, let rows = sections[focus.section]?.targets[focus.number].rows
    else { return nil }
    let first = firstRow(of: focus.section)
    return first + rows.lowerBound..<first + rows.upperBound
  }

  /// Returns the rows of a comment, after laying out the end of the entry.
  mutating func rows(
    ofComment index: Int, _ entry: Entry, _ body: Rect, _ state: AppState
  ) -> Range<Int>? {
    guard end >= 0 else { return nil }
    layOut(end, entry, body, state)
    return focus(on: .comment(index)).flatMap { rows(of: $0) }
  }

  /// The index of the first photo in the sections that are laid out.
  var firstPhoto: Int? {
    for index in sections.keys.sorted() {
      for case (.photo(let photo), _) in sections[index]?.targets ?? [] { return photo }
    }
    return nil
  }

  /// Returns the position of a target in the sections that are laid out.
  func focus(on target: ReaderTarget) -> ReaderFocus? {
    for index in sections.keys.sorted() {
      if let number = sections[index]?.targets.firstIndex(where: { $0.target == target }) {
        return ReaderFocus(section: index, number: number)
      }
    }
    return nil
  }

  /// `false` if there is no target.
  var mayHaveTargets: Bool {
    heights.count > Self.maxSkipped
      || heights.indices.contains { index in
        sections[index].map { !$0.targets.isEmpty } ?? mayHaveTargets(index)
      }
  }

  /// Returns `true` if a section may have targets.
  private func mayHaveTargets(_ section: Int) -> Bool {
    section == 0 || section == end || text.mayHaveLinks(inPart: section - 1)
  }

  // MARK: Going from one thing to the next

  /// The most sections without targets to skip at a time.
  private static let maxSkipped = 40

  /// Returns the next or previous target, wrapping around at the ends.
  mutating func next(
    after focus: ReaderFocus?, backwards: Bool, _ entry: Entry, _ body: Rect, _ state: AppState
  ) -> ReaderFocus? {
    let step = backwards ? -1 : 1
    var section = focus?.section ?? (backwards ? end : 0)
    var number = focus.map { $0.number + step }
    for _ in 0...min(heights.count, Self.maxSkipped) {
      if sections[section] == nil, mayHaveTargets(section) {
        layOut(section, entry, body, state)
      }
      let count = sections[section]?.targets.count ?? 0
      let position = number ?? (backwards ? count - 1 : 0)
      if (0..<count).contains(position) { return ReaderFocus(section: section, number: position) }
      section = (section + step + heights.count) % heights.count
      number = nil
    }
    return nil
  }
}

/// The position of a focused target.
struct ReaderFocus: Hashable, Sendable {
  var section: Int
  /// The index among the section's targets.
  var number: Int
}

// MARK: - ReaderSection

/// A section of an entry laid out for reading.
struct ReaderSection: Sendable {
  enum Block: Sendable {
    case row(RenderedRow)
    /// A photo and its size in cells.
    case photo(index: Int, space: Size)

    var rows: Int {
      switch self {
      case .row: 1
      case .photo(_, let space): space.rows
      }
    }
  }

  private(set) var blocks: [Block] = []
  private(set) var rowCount = 0
  /// The targets for Tab, from top to bottom, with their rows in the section.
  private(set) var targets: [(target: ReaderTarget, rows: Range<Int>)] = []
  /// The rows of each match of the search, from top to bottom.
  private(set) var matches: [Range<Int>] = []
  private let phrases: [SearchPhrase]
  private var nextMatch = 0
  /// The addresses of the links, by target.
  private(set) var links: [LinkAddress?] = []

  /// Creates the head: title, date, author and details. An entry without a title starts with the
  /// date.
  init(
    headOf entry: Entry, columns: Int, marking phrases: [SearchPhrase], _ state: AppState
  ) {
    self.phrases = phrases
    if entry.hasTitle {
      append(wrapped: entry.displayTitle, .heading, columns, marking: phrases)
    }
    let date = DateText.full(entry.date)
    let zoned = DateText.zoned(entry.date, state.localDate)
    append(TextWidth.exceeds(zoned, columns: columns) ? date : zoned, .faint)
    if let origin = state.origin(of: entry) { append(wrapped: origin.words, .faint, columns) }
    if !entry.details.labels.isEmpty {
      append(wrapped: entry.details.line, .faint, columns, marking: phrases)
    }
    if entry.heads.count > 1 {
      append(wrapped: Self.text(ofVersions: entry.heads.count, state.keys), .faint, columns)
    }
    if entry.isUnshared {
      append(
        wrapped: localized("Not shared: it's only on this machine."), .faint, columns)
    }
    append("")
    numberMatches()
  }

  /// Creates the end: photos that the text doesn't refer to, attachments, summary, comments and
  /// links to the entry.
  init(
    endOf entry: Entry, unplaced: [Int], _ comments: ShownComments, _ backlinks: Backlinks,
    in body: Rect, marking phrases: [SearchPhrase], _ state: AppState
  ) {
    self.phrases = phrases
    for index in unplaced {
      append("")
      let size = Self.photoSpace(within: body.columns, body)
      let first = rowCount
      append(
        photo: index, caption: "", PhotoView.space(for: entry.pictures[index], within: size, state),
        entry, body.columns, state)
      targets.append((.photo(index), first..<rowCount))
    }
    append("")
    let attachments = state.namedAttachments(of: entry)
    for index in attachments {
      let first = rowCount
      let attachment = entry.attachments[index]
      append(
        wrapped: AttachmentText.line(
          attachment, milliseconds: state.mediaLengths[attachment.asset]), .link, body.columns,
        target: targets.count)
      targets.append((.attachment(index), first..<rowCount))
    }
    if !attachments.isEmpty { append("") }
    // The head explains the badge.
    append(
      wrapped: PreviewView.summary(entry, state.lengths[entry], showsBadge: false), .faint,
      body.columns, marking: phrases, within: PreviewView.tags(entry))
    append(comments, body.columns, state)
    append(backlinks, body.columns)
    numberMatches()
  }

  /// Creates a part of the text.
  init(
    _ markdown: [MarkdownBlock], isFirst: Bool, of entry: Entry, in body: Rect,
    marking phrases: [SearchPhrase], _ state: AppState
  ) {
    self.phrases = phrases
    var layout = MarkdownLayout(
      columns: body.columns, marking: phrases,
      photo: { asset in state.shownPictures(of: entry).firstIndex { $0.asset == asset } },
      space: { index, columns in
        let size = Self.photoSpace(within: columns, body)
        return PhotoView.space(for: entry.pictures[index], within: size, state)
      })
    layout.append(markdown, isContinued: !isFirst)
    nextMatch = layout.matchCount
    var ranges: [Int: Range<Int>] = [:]
    func record(_ target: Int, _ rows: Range<Int>) {
      ranges[target] = (ranges[target]?.lowerBound ?? rows.lowerBound)..<rows.upperBound
    }
    let places = Dictionary(
      layout.targetItems.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    for (index, item) in layout.items.enumerated() {
      let first = rowCount
      switch item {
      case .row(let row):
        blocks.append(.row(row))
        rowCount += 1
        for case let target? in row.runs.map(\.target) { record(target, first..<rowCount) }
      case .photo(let photo, let space, let caption):
        append(photo: photo, caption: caption, space, entry, body.columns, state)
        if let target = places[index] { record(target, first..<rowCount) }
      }
    }
    // Targets are in the order of the text. A link without text has no rows, so it gets the first
    // one.
    targets = layout.targets.enumerated().map { ($1, ranges[$0] ?? 0..<1) }
    links = layout.links
    numberMatches()
  }

  /// Numbers the matches from top to bottom, including those in captions.
  private mutating func numberMatches() {
    guard nextMatch > 0 else { return }
    var numbers: [Int: Int] = [:]
    var first = 0
    for position in blocks.indices {
      defer { first += blocks[position].rows }
      guard case .row(var row) = blocks[position] else { continue }
      for run in row.runs.indices {
        guard let match = row.runs[run].match else { continue }
        let number = numbers[match] ?? matches.count
        numbers[match] = number
        if number == matches.count { matches.append(first..<first + 1) }
        matches[number] = matches[number].lowerBound..<first + 1
        row.runs[run].match = number
      }
      blocks[position] = .row(row)
    }
  }

  /// Returns the space for a photo, which leaves some rows of the text in view.
  private static func photoSpace(within columns: Int, _ body: Rect) -> Size {
    Size(columns: columns, rows: max(4, body.rows - 4))
  }

  private static func text(ofVersions count: Int, _ keys: Keymap) -> String {
    guard let key = keys[.reader].keyName(of: .versions) else {
      return localized("One of \(count) versions.")
    }
    return localized("One of \(count) versions. Press \(key) to compare them.")
  }

  private mutating func append(_ text: String, _ look: TextAppearance = []) {
    append(wrapped: text, look, .max)
  }

  /// Appends wrapped text. `part` is the part of it that was searched; `nil` for all of it.
  private mutating func append(
    wrapped text: String, _ look: TextAppearance, _ columns: Int,
    marking phrases: [SearchPhrase] = [],
    within part: String? = nil, target: Int? = nil
  ) {
    var line = StyledLine()
    line.append(text, look, target: target)
    line.mark(phrases, within: part, next: &nextMatch)
    for row in line.rows(columns: columns) {
      blocks.append(.row(row))
      rowCount += 1
    }
  }

  /// Appends the comments, each with its author and time.
  private mutating func append(
    _ comments: ShownComments, _ columns: Int, _ state: AppState
  ) {
    if comments.earlier > 0 {
      append("")
      append(
        wrapped: localized(
          "\(CountText.comments(comments.earlier)) before these. `photodiary show` lists all."),
        .faint, columns)
    }
    for (index, item) in comments.items.enumerated() {
      append("")
      let first = rowCount
      append(wrapped: item.heading(state.localDate), .faint, columns, target: targets.count)
      for line in item.comment.text.split(whereSeparator: \.isNewline) {
        append(
          wrapped: String(line).printable, [], columns, marking: phrases, target: targets.count)
      }
      targets.append((.comment(index), first..<rowCount))
    }
  }

  /// The most rows of a sentence with a link, roughly.
  private static let maxSentenceRows = 3

  /// Appends the links to the entry, each with the linking entry's title and date and the sentence.
  private mutating func append(_ backlinks: Backlinks, _ columns: Int) {
    guard !backlinks.links.isEmpty else { return }
    append("")
    append(wrapped: localized("Linked from"), .faint, columns)
    for (index, link) in backlinks.links.enumerated() {
      let first = rowCount
      let date = DateText.short(link.source.date.day)
      // A long title leaves room for its date.
      let title = TextWidth.cut(
        link.source.title, columns: max(12, columns - TextWidth.columns(date) - 3))
      append(wrapped: "\(title) · \(date)", .link, columns, target: targets.count)
      // A sentence that is only the link adds nothing to the title.
      if link.sentence != EntryLink.label(of: link.name) {
        let words = TextWidth.cut(link.sentence, columns: Self.maxSentenceRows * columns)
        append(wrapped: words, .faint, columns, target: targets.count)
      }
      targets.append((.backlink(index), first..<rowCount))
    }
    if backlinks.hasMore {
      append(
        wrapped: localized("Older entries link here, too. `photodiary links` lists all."), .faint,
        columns)
    }
  }

  /// Appends a photo with its caption below.
  private mutating func append(
    photo index: Int, caption: String, _ space: Size, _ entry: Entry, _ columns: Int,
    _ state: AppState
  ) {
    blocks.append(.photo(index: index, space: space))
    rowCount += space.rows
    let photo = entry.pictures[index]
    if photo.type.isVideo, let video = entry.video(shownBy: photo) {
      let line = AttachmentText.line(video, milliseconds: state.mediaLengths[video.asset])
      return append(wrapped: line, .faint, columns)
    }
    let words = caption.isBlank ? photo.caption : caption
    let preview = [
      state.video(shownBy: photo, of: entry) == nil ? nil : PhotoView.liveBadge,
      state.sync.showsPreview(of: photo.asset) ? localized("preview only") : nil,
    ].compactMap(\.self).joined(separator: " · ")
    if words.isBlank {
      append(preview, .faint)
    } else {
      let line = words.printable + (preview.isEmpty ? "" : " · " + preview)
      append(wrapped: line, .faint, columns, marking: phrases, within: words.printable)
    }
  }
}

// MARK: - ReaderDocument+Matches

/// A walk through the sections of an entry in search of a match. It ends where it began.
package struct MatchWalk: Hashable, Sendable {
  var section: Int
  /// The number of sections left to visit.
  var left: Int
  var isBackwards: Bool
}

// Matches of the search in the entry.
extension ReaderDocument {
  /// The most sections of a text whose matches are counted, for which all of them are laid out.
  private static let maxCounted = 6
  /// The most sections of a long text to search synchronously after a key.
  private static let maxSearched = 20

  var isCounted: Bool { !phrases.isEmpty && heights.count <= Self.maxCounted }

  /// Lays out all sections if matches are counted.
  mutating func layOutCounted(_ entry: Entry, in body: Rect, _ state: AppState) {
    guard isCounted else { return }
    for section in heights.indices where sections[section] == nil {
      layOut(section, entry, body, state)
    }
  }

  /// Returns a match's number and the number of all; `nil` if they aren't counted.
  func count(to match: ReaderFocus) -> (number: Int, of: Int)? {
    guard isCounted else { return nil }
    let counts = heights.indices.map { sections[$0]?.matches.count ?? 0 }
    return (counts[..<match.section].reduce(0, +) + match.number + 1, counts.reduce(0, +))
  }

  /// Returns the rows of a match if its section is laid out.
  func rows(ofMatch match: ReaderFocus) -> Range<Int>? {
    guard let rows = sections[match.section]?.matches, rows.indices.contains(match.number) else {
      return nil
    }
    let first = firstRow(of: match.section)
    return first + rows[match.number].lowerBound..<first + rows[match.number].upperBound
  }

  /// Returns the section that contains a row; the last one for rows after the end.
  func section(at row: Int) -> Int {
    var end = 0
    for index in heights.indices {
      end += heights[index]
      if row < end { return index }
    }
    return max(0, heights.count - 1)
  }

  /// Returns a section's first match that isn't above `rows`; backwards, the last one that isn't
  /// below.
  func match(in section: Int, of rows: Range<Int>, backwards: Bool) -> ReaderFocus? {
    let first = firstRow(of: section)
    let matches = sections[section]?.matches ?? []
    let number =
      backwards
      ? matches.lastIndex { first + $0.lowerBound < rows.upperBound }
      : matches.firstIndex { first + $0.lowerBound >= rows.lowerBound }
    return number.map { ReaderFocus(section: section, number: $0) }
  }

  /// Returns the walk that starts after a section, or before it.
  func walk(from section: Int, backwards: Bool) -> MatchWalk {
    following(MatchWalk(section: section, left: heights.count + 1, isBackwards: backwards))
  }

  private func following(_ walk: MatchWalk) -> MatchWalk {
    let section = walk.section + (walk.isBackwards ? -1 : 1)
    return MatchWalk(
      section: (section + heights.count) % heights.count, left: walk.left - 1,
      isBackwards: walk.isBackwards)
  }

  /// Returns the next match of a walk. If the sections searched after one key have none, `rest` is
  /// where the walk continues.
  mutating func nextMatch(
    on walk: MatchWalk, _ entry: Entry, _ body: Rect, _ state: AppState
  ) -> (match: ReaderFocus?, rest: MatchWalk) {
    var walk = walk
    for _ in 0..<Self.maxSearched where walk.left > 0 {
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

  /// Returns `true` if a section may have a match. In a long text, Markdown's markers inside a
  /// phrase hide it.
  private func mayMatch(_ section: Int) -> Bool {
    guard !isCounted, text.parts.indices.contains(section - 1) else { return true }
    return text.containsAny(of: phrases, inPart: section - 1)
  }

  /// Returns the walk from the next section on that contains a phrase. Searches the whole text.
  static func skipped(
    _ walk: MatchWalk, in text: MarkdownText, _ phrases: [SearchPhrase]
  ) -> MatchWalk {
    var walk = walk
    let count = text.parts.count + 2
    while walk.left > 0, !Task.isCancelled {
      let part = walk.section - 1
      if !text.parts.indices.contains(part) || text.containsAny(of: phrases, inPart: part) {
        return walk
      }
      walk.section = (walk.section + (walk.isBackwards ? -1 : 1) + count) % count
      walk.left -= 1
    }
    return walk
  }
}

extension MarkdownText {
  /// Returns `true` if a part contains one of the phrases.
  fileprivate func containsAny(of phrases: [SearchPhrase], inPart index: Int) -> Bool {
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: parts[index].range.lowerBound)
    let end = bytes.index(bytes.startIndex, offsetBy: parts[index].range.upperBound)
    let folded = FoldedText(String(text[start..<end]))
    return phrases.contains { folded.contains($0) }
  }
}

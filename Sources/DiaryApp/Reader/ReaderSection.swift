import DiaryCore
import Localization
import Markdown
import TerminalUI

/// A part of an entry laid out for reading.
struct ReaderSection: Sendable {
  enum Block: Sendable {
    case row(RenderedRow)
    /// A photo and its cells.
    case photo(index: Int, room: Size)

    var rows: Int {
      switch self {
      case .row: 1
      case .photo(_, let room): room.rows
      }
    }
  }

  private(set) var blocks: [Block] = []
  private(set) var rowCount = 0
  /// What Tab comes to, from the top down, and its rows in the section.
  private(set) var targets: [(target: ReaderTarget, rows: Range<Int>)] = []
  /// The rows of each match of what was looked for, from the top down.
  private(set) var matches: [Range<Int>] = []
  private let phrases: [SearchPhrase]
  private var nextMatch = 0
  /// The address of each target that has one.
  private(set) var links: [LinkAddress?] = []

  /// Title and date, and whose it is. Where there is no title, the text says all.
  init(
    headOf entry: Entry, columns: Int, marking phrases: [SearchPhrase], _ state: ScreenContext
  ) {
    self.phrases = phrases
    if entry.hasTitle {
      append(wrapped: entry.displayTitle, .heading, columns, marking: phrases)
    }
    let date = DateWords.full(entry.date)
    let zoned = date + " " + entry.date.zone
    append(TextWidth.exceeds(zoned, columns: columns) ? date : zoned, .faint)
    if let origin = state.origin(of: entry) { append(wrapped: origin.words, .faint, columns) }
    if !entry.details.words.isEmpty {
      append(wrapped: entry.details.line, .faint, columns, marking: phrases)
    }
    if entry.heads.count > 1 {
      append(wrapped: Self.words(ofVersions: entry.heads.count, state.keys), .faint, columns)
    }
    if entry.isUnshared {
      append(
        wrapped: localized("Not shared: it is on this machine alone."), .faint, columns)
    }
    append("")
    numberMatches()
  }

  /// The photos that the text doesn't refer to, the attachments, the summary and the comments.
  init(
    endOf entry: Entry, unplaced: [Int], _ comments: ShownComments, in body: Rect,
    marking phrases: [SearchPhrase],
    _ state: ScreenContext
  ) {
    self.phrases = phrases
    for index in unplaced {
      append("")
      let size = Self.photoRoom(within: body.columns, body)
      let first = rowCount
      append(
        photo: index, caption: "", PhotoView.room(for: entry.pictures[index], within: size, state),
        entry, body.columns, state)
      targets.append((.photo(index), first..<rowCount))
    }
    append("")
    let attachments = state.namedAttachments(of: entry)
    for index in attachments {
      let first = rowCount
      let attachment = entry.attachments[index]
      append(
        wrapped: AttachmentWords.line(
          attachment, milliseconds: state.mediaLengths[attachment.asset]), .link, body.columns,
        target: targets.count)
      targets.append((.attachment(index), first..<rowCount))
    }
    if !attachments.isEmpty { append("") }
    append(
      wrapped: PreviewView.summary(entry, state.lengths[entry]), .faint, body.columns,
      marking: phrases, within: PreviewView.tags(entry))
    append(comments, body.columns, state)
    numberMatches()
  }

  /// A part of the text.
  init(
    _ markdown: [MarkdownBlock], isFirst: Bool, of entry: Entry, in body: Rect,
    marking phrases: [SearchPhrase], _ state: ScreenContext
  ) {
    self.phrases = phrases
    var layout = MarkdownLayout(
      columns: body.columns, marking: phrases,
      photo: { asset in state.shownPictures(of: entry).firstIndex { $0.asset == asset } },
      room: { index, columns in
        let size = Self.photoRoom(within: columns, body)
        return PhotoView.room(for: entry.pictures[index], within: size, state)
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
      case .photo(let photo, let room, let caption):
        append(photo: photo, caption: caption, room, entry, body.columns, state)
        if let target = places[index] { record(target, first..<rowCount) }
      }
    }
    // In the order of the text: an empty address has no place in it.
    targets = layout.targets.enumerated().map { ($1, ranges[$0] ?? 0..<1) }
    links = layout.links
    numberMatches()
  }

  /// Numbers the matches from the top down, which captions stand among.
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

  /// A photo leaves a few lines of the text in view.
  private static func photoRoom(within columns: Int, _ body: Rect) -> Size {
    Size(columns: columns, rows: max(4, body.rows - 4))
  }

  private static func words(ofVersions count: Int, _ keys: Keymap) -> String {
    guard let key = keys[.reader].keyName(of: .versions) else {
      return localized("One of \(count) versions.")
    }
    return localized("One of \(count) versions. Press \(key) to compare them.")
  }

  private mutating func append(_ text: String, _ look: TextAppearance = []) {
    append(wrapped: text, look, .max)
  }

  /// `part` is the one of the text that was searched; `nil` for all of it.
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

  /// What is said under the entry, each with its author and time.
  private mutating func append(
    _ comments: ShownComments, _ columns: Int, _ state: ScreenContext
  ) {
    if comments.earlier > 0 {
      append("")
      append(
        wrapped: localized(
          "\(CountWords.comments(comments.earlier)) before these: `photodiary show` has all."),
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

  /// A photo with its caption below.
  private mutating func append(
    photo index: Int, caption: String, _ room: Size, _ entry: Entry, _ columns: Int,
    _ state: ScreenContext
  ) {
    blocks.append(.photo(index: index, room: room))
    rowCount += room.rows
    let photo = entry.pictures[index]
    if photo.type.isFilm, let film = entry.film(shownBy: photo) {
      let line = AttachmentWords.line(film, milliseconds: state.mediaLengths[film.asset])
      return append(wrapped: line, .faint, columns)
    }
    let words = caption.isBlank ? photo.caption : caption
    let preview = [
      state.film(shownBy: photo, of: entry) == nil ? nil : PhotoView.liveSign,
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

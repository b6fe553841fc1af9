import DiaryCore
import Markdown
import TerminalUI
import Words

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
  /// The address of each target that has one.
  private(set) var links: [LinkAddress?] = []

  /// Title and date.
  init(headOf entry: Entry, columns: Int, _ keys: Keymap) {
    append(wrapped: entry.displayTitle, .heading, columns)
    let date = DateWords.full(entry.date)
    let zoned = date + " " + entry.date.zone
    append(TextWidth.exceeds(zoned, columns: columns) ? date : zoned, .faint)
    if !entry.details.words.isEmpty { append(wrapped: entry.details.line, .faint, columns) }
    if entry.heads.count > 1 {
      append(wrapped: Self.words(ofVersions: entry.heads.count, keys), .faint, columns)
    }
    append("")
  }

  /// The photos that the text doesn't refer to, and the summary.
  init(endOf entry: Entry, unplaced: [Int], in body: Rect, _ state: AppState) {
    for index in unplaced {
      append("")
      let size = Self.photoRoom(within: body.columns, body)
      let first = rowCount
      append(
        photo: index, caption: "", PhotoView.room(for: entry.photos[index], within: size, state),
        entry, body.columns)
      targets.append((.photo(index), first..<rowCount))
    }
    append("")
    append(wrapped: PreviewView.summary(entry, state.lengths[entry]), .faint, body.columns)
  }

  /// A part of the text.
  init(
    _ markdown: [MarkdownBlock], isFirst: Bool, of entry: Entry, in body: Rect, _ state: AppState
  ) {
    var layout = MarkdownLayout(
      columns: body.columns, photo: { asset in entry.photos.firstIndex { $0.asset == asset } },
      room: { index, columns in
        let size = Self.photoRoom(within: columns, body)
        return PhotoView.room(for: entry.photos[index], within: size, state)
      })
    layout.append(markdown, isContinued: !isFirst)
    var ranges: [Int: Range<Int>] = [:]
    func note(_ target: Int, _ rows: Range<Int>) {
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
        for case let target? in row.runs.map(\.target) { note(target, first..<rowCount) }
      case .photo(let photo, let room, let caption):
        append(photo: photo, caption: caption, room, entry, body.columns)
        if let target = places[index] { note(target, first..<rowCount) }
      }
    }
    // In the order of the text: an empty address has no place in it.
    targets = layout.targets.enumerated().map { ($1, ranges[$0] ?? 0..<1) }
    links = layout.links
  }

  /// A photo leaves a few lines of the text in view.
  private static func photoRoom(within columns: Int, _ body: Rect) -> Size {
    Size(columns: columns, rows: max(4, body.rows - 4))
  }

  private static func words(ofVersions count: Int, _ keys: Keymap) -> String {
    guard let key = keys.reader.keyName(of: .versions) else {
      return localized("\(count) versions, of which this is one.")
    }
    return localized("\(count) versions, of which this is one; \(key) compares them.")
  }

  private mutating func append(_ text: String, _ look: TextLook = []) {
    blocks.append(.row(RenderedRow(text.isEmpty ? [] : [.init(text, look)])))
    rowCount += 1
  }

  private mutating func append(wrapped text: String, _ look: TextLook, _ columns: Int) {
    for row in LineWrapping.rows(ofText: text, columns: columns) { append(row.trimmedEnd, look) }
  }

  /// A photo with its caption below.
  private mutating func append(
    photo index: Int, caption: String, _ room: Size, _ entry: Entry, _ columns: Int
  ) {
    blocks.append(.photo(index: index, room: room))
    rowCount += room.rows
    let words = caption.isBlank ? entry.photos[index].caption : caption
    if words.isBlank { append("") } else { append(wrapped: words.printable, .faint, columns) }
  }
}

import DiaryCore
import TerminalUI
import Words

/// An entry laid out for reading: lines of text, and rooms for photos where the text refers to
/// them; those that it doesn't refer to come after it.
struct ReaderDocument {
  enum Block: Sendable {
    case line(String, isTitle: Bool, isDim: Bool)
    /// A photo and its cells.
    case photo(index: Int, room: Size)

    var rows: Int {
      switch self {
      case .line: 1
      case .photo(_, let room): room.rows
      }
    }
  }

  private(set) var blocks: [Block] = []
  private(set) var rowCount = 0
  /// The text's column: long lines tire the eye.
  static let widest = 80

  init(_ entry: Entry, in rect: Rect, _ state: AppState) {
    let columns = min(Self.widest, rect.columns)
    // A photo leaves a few lines of the text in view.
    let photoRoom = Size(columns: columns, rows: max(4, rect.rows - 4))
    append(wrapped: entry.displayTitle, columns, isTitle: true)
    let date = DateWords.full(entry.date)
    let zoned = date + " " + entry.date.zone
    append(
      .line(
        TextWidth.exceeds(zoned, columns: columns) ? date : zoned, isTitle: false, isDim: true))
    if !entry.details.words.isEmpty {
      append(.line(entry.details.line, isTitle: false, isDim: true))
    }
    if entry.heads.count > 1 {
      let words = localized("\(entry.heads.count) versions, of which this is one; m compares them.")
      append(.line(words, isTitle: false, isDim: true))
    }
    append(.line("", isTitle: false, isDim: false))

    var shown: Set<Int> = []
    for line in entry.content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let reference = PhotoReference.whole(line),
        let index = entry.photos.firstIndex(where: { $0.asset == reference.asset })
      {
        shown.insert(index)
        append(photo: index, of: entry, caption: reference.caption, photoRoom, state)
      } else {
        append(wrapped: PhotoReference.removed(from: line).printable, columns)
      }
    }
    for index in entry.photos.indices where !shown.contains(index) {
      append(.line("", isTitle: false, isDim: false))
      append(
        photo: index, of: entry, caption: entry.photos[index].caption, photoRoom, state)
    }
    append(.line("", isTitle: false, isDim: false))
    append(.line(PreviewView.summary(entry), isTitle: false, isDim: true))
  }

  /// The rows that a photo and its caption take.
  func rows(ofPhoto index: Int) -> Range<Int>? {
    var row = 0
    for block in blocks {
      if case .photo(index, let room) = block { return row..<row + room.rows + 1 }
      row += block.rows
    }
    return nil
  }

  /// The photos from the top down, each where it stands first.
  var photos: [Int] {
    var photos: [Int] = []
    for case .photo(let index, _) in blocks where !photos.contains(index) { photos.append(index) }
    return photos
  }

  private mutating func append(_ block: Block) {
    blocks.append(block)
    rowCount += block.rows
  }

  private mutating func append(wrapped text: String, _ columns: Int, isTitle: Bool = false) {
    for row in LineWrapping.rows(ofText: text, columns: columns) {
      append(.line(row.trimmedEnd, isTitle: isTitle, isDim: false))
    }
  }

  private mutating func append(
    photo index: Int, of entry: Entry, caption: String, _ room: Size, _ state: AppState
  ) {
    let photo = entry.photos[index]
    append(.photo(index: index, room: PhotoView.room(for: photo, within: room, state)))
    let words = caption.isBlank ? photo.caption : caption
    append(.line(words.isBlank ? "" : words.printable, isTitle: false, isDim: true))
  }
}

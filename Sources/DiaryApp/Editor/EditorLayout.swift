import TerminalUI

/// Where the fields of the editor are.
struct EditorLayout {
  let date: Rect
  let tags: Rect
  let title: Rect
  /// The text, and a column behind it for the caret.
  let content: Rect
  /// The pictures of the photos, where there is room for them; without a row where there is none.
  let thumbnails: Rect
  /// Their names.
  let photos: Rect

  init(_ size: Size, showsThumbnails: Bool = false) {
    let body = TextColumn.alone(on: size)
    let (head, rest) = body.split(top: 1)
    let half = min(40, head.columns * 55 / 100)
    date = head.inset(right: head.columns - half)
    tags = head.inset(left: half + 2)
    let (titleLine, page) = rest.split(top: 1)
    title = titleLine
    let (above, names) = page.split(bottom: 1)
    let rows = showsThumbnails ? Self.thumbnailRows(on: size.rows) : 0
    let (text, strip) = above.split(bottom: rows)
    // Photos aren't lines to be read: they have all the room to the right.
    let more = size.columns - 2 - body.endColumn
    (photos, thumbnails) = (names.inset(right: -more), strip.inset(right: -more))
    // The pictures don't touch the text.
    let room = text.inset(top: text.rows > 3 ? 1 : 0, bottom: rows > 0 ? 1 : 0)
    content = Rect(
      column: room.column, row: room.row, columns: room.columns + 1, rows: room.rows)
  }

  init(_ editor: EditorState, _ state: ScreenContext) {
    self.init(
      state.size,
      showsThumbnails: state.showsPhotos
        && editor.page.stripItems.contains { $0.picture(in: state) != nil })
  }

  /// The names of the photos and the pictures above them.
  var strip: Rect {
    Rect(
      column: photos.column, row: thumbnails.row, columns: photos.columns,
      rows: thumbnails.rows + photos.rows)
  }

  private static func thumbnailRows(on rows: Int) -> Int {
    switch rows {
    case ..<30: 0
    case ..<38: 4
    case ..<48: 5
    default: 6
    }
  }
}

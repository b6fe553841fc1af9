import DiaryCore
import TerminalUI

/// An entry over the whole screen.
enum ReaderView {
  static func body(_ size: Size) -> Rect {
    let body = Rect(size).inset(left: 2, top: 2, right: 2, bottom: 1)
    let columns = min(ReaderDocument.widest, body.columns)
    return body.inset(left: (body.columns - columns) / 2, right: (body.columns - columns + 1) / 2)
  }

  /// Keeps the end of the entry at the end of the screen, when one of them has become another size.
  static func layOut(_ reader: inout ReaderState, _ state: AppState) {
    let body = body(state.size)
    let document = ReaderDocument(reader.entry, in: body, state)
    reader.scroll.move(by: 0, content: document.rowCount, height: body.rows)
  }

  static func draw(_ reader: ReaderState, _ state: AppState, in grid: inout Grid) {
    let body = body(grid.size)
    let document = ReaderDocument(reader.entry, in: body, state)
    let scroll = reader.scroll
    _ = ScreenFrame(
      title: reader.entry.journal, trailing: position(document, scroll, body.rows),
      hints: state.keys.reader.bindings, in: &grid, state)

    let count = photos(document, scroll.top, body).count
    var row = body.row - scroll.top
    for block in document.blocks {
      defer { row += block.rows }
      guard row + block.rows > body.row, row < body.endRow else { continue }
      switch block {
      case .line(let text, let isTitle, let isDim):
        let style = isTitle ? state.theme.title : isDim ? state.theme.dim : state.theme.text
        grid.draw(text, in: body.line(row - body.row), style)
      case .photo(let index, let room):
        let photo = reader.entry.photos[index]
        photoView(photo, room, at: row, body, among: count, state).draw(in: &grid)
        if index == reader.focusedPhoto {
          drawMark(rows: row..<row + room.rows, body, state, in: &grid)
        }
      }
    }
  }

  /// The photo under a place on the screen.
  static func photo(at point: Point, _ reader: ReaderState, _ state: AppState) -> Int? {
    let body = body(state.size)
    guard body.contains(point) else { return nil }
    let document = ReaderDocument(reader.entry, in: body, state)
    return photos(document, reader.scroll.top, body)
      .first { ($0.row..<$0.row + $0.room.rows).contains(point.row) }?.index
  }

  /// The pictures that are in view, and those a screen below: they are what scrolling comes to.
  static func pictures(_ reader: ReaderState, _ state: AppState) -> WantedPictures {
    let body = body(state.size)
    let document = ReaderDocument(reader.entry, in: body, state)
    let top = reader.scroll.top
    let shown = photos(document, top, body)
    let below = photos(document, top + body.rows, body).filter { next in
      !shown.contains { $0.index == next.index }
    }
    func requests(
      _ photo: (index: Int, room: Size, row: Int), at row: Int, among count: Int
    ) -> [PictureRequest] {
      photoView(
        reader.entry.photos[photo.index], photo.room, at: row, body, among: count, state
      ).requests
    }
    return WantedPictures(
      inView: shown.flatMap { requests($0, at: $0.row, among: shown.count) },
      ahead: below.flatMap { requests($0, at: body.row, among: below.count) })
  }

  /// The photos that are in view when the document is scrolled that far, each with its row.
  private static func photos(
    _ document: ReaderDocument, _ top: Int, _ body: Rect
  ) -> [(index: Int, room: Size, row: Int)] {
    var photos: [(index: Int, room: Size, row: Int)] = []
    var row = body.row - top
    for block in document.blocks {
      if case .photo(let index, let room) = block, row + room.rows > body.row, row < body.endRow {
        photos.append((index, room, row))
      }
      row += block.rows
    }
    return photos
  }

  private static func photoView(
    _ photo: Photo, _ room: Size, at row: Int, _ body: Rect, among count: Int, _ state: AppState
  ) -> PhotoView {
    let rect = Rect(
      column: body.column + (body.columns - room.columns) / 2, row: row, columns: room.columns,
      rows: room.rows)
    return PhotoView(photo, in: rect, clip: body, among: count, state)
  }

  private static func drawMark(
    rows: Range<Int>, _ body: Rect, _ state: AppState, in grid: inout Grid
  ) {
    for row in rows.clamped(to: body.row..<body.endRow) {
      let mark = Rect(column: body.column - 2, row: row, columns: 1, rows: 1)
      grid.draw("▌", in: mark, state.theme.accent)
    }
  }

  private static func position(
    _ document: ReaderDocument, _ scroll: ScrollPosition, _ height: Int
  ) -> String {
    guard document.rowCount > height else { return "" }
    let percent = (scroll.top + height) * 100 / document.rowCount
    return "\(min(100, percent))%"
  }
}

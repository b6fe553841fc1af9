import DiaryCore
import TerminalUI

/// An entry over the whole screen.
enum ReaderView {
  static func body(_ size: Size) -> Rect {
    let body = Rect(size).inset(left: 2, top: 2, right: 2, bottom: 1)
    let columns = min(ReaderDocument.widest, body.columns)
    return body.inset(left: (body.columns - columns) / 2, right: (body.columns - columns + 1) / 2)
  }

  static func draw(_ reader: ReaderState, _ state: AppState, in grid: inout Grid) {
    let body = body(grid.size)
    let document = ReaderDocument(reader.entry, in: body, state)
    var scroll = reader.scroll
    scroll.move(by: 0, content: document.rowCount, height: body.rows)
    _ = ScreenFrame(
      title: reader.entry.journal, trailing: position(document, scroll, body.rows),
      hints: KeyTable.reader.bindings, in: &grid, state)

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
        photoView(photo, room, at: row, body, state).draw(in: &grid)
        if index == reader.focusedPhoto {
          drawMark(rows: row..<row + room.rows, body, state, in: &grid)
        }
      }
    }
  }

  /// The pictures that are in view, and those a screen below: they are what scrolling comes to.
  static func pictures(_ reader: ReaderState, _ state: AppState) -> WantedPictures {
    let body = body(state.size)
    let document = ReaderDocument(reader.entry, in: body, state)
    var wanted = WantedPictures()
    var row = body.row - reader.scroll.top
    for block in document.blocks {
      defer { row += block.rows }
      guard row + block.rows > body.row, row < body.endRow + body.rows,
        case .photo(let index, let room) = block
      else { continue }
      let photo = reader.entry.photos[index]
      if row < body.endRow {
        wanted.inView += photoView(photo, room, at: row, body, state).requests
      } else {
        wanted.ahead += photoView(photo, room, at: body.row, body, state).requests
      }
    }
    return wanted
  }

  private static func photoView(
    _ photo: Photo, _ room: Size, at row: Int, _ body: Rect, _ state: AppState
  ) -> PhotoView {
    let rect = Rect(
      column: body.column + (body.columns - room.columns) / 2, row: row, columns: room.columns,
      rows: room.rows)
    return PhotoView(photo, in: rect, clip: body, state)
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

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
    let document = ReaderDocument(reader.entry, in: body)
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
        drawPhoto(index, room, at: row, reader, body, state, in: &grid)
      }
    }
  }

  /// The pictures that are in view.
  static func pictures(_ reader: ReaderState, _ state: AppState) -> [PictureRequest] {
    let body = body(state.size)
    let document = ReaderDocument(reader.entry, in: body)
    var requests: [PictureRequest] = []
    var row = -reader.scroll.top
    for block in document.blocks {
      defer { row += block.rows }
      // Also those a screen below: they are what scrolling comes to.
      guard row + block.rows > 0, row < 2 * body.rows, case .photo(let index, let room) = block,
        let request = PhotoView.request(reader.entry.photos[index], room: room, state)
      else { continue }
      requests.append(request)
    }
    return requests
  }

  private static func drawPhoto(
    _ index: Int, _ room: Size, at row: Int, _ reader: ReaderState, _ body: Rect,
    _ state: AppState, in grid: inout Grid
  ) {
    // Drawn whole beside the screen, then the rows in view are taken from it.
    var picture = Grid(Size(columns: body.columns, rows: room.rows))
    PhotoView.draw(reader.entry.photos[index], room: room, in: &picture, picture.bounds, state)
    for line in 0..<room.rows where (body.row..<body.endRow).contains(row + line) {
      for column in 0..<body.columns {
        grid[body.column + column, row + line] = picture[column, line]
      }
      if index == reader.focusedPhoto {
        let mark = Rect(column: body.column - 2, row: row + line, columns: 1, rows: 1)
        grid.draw("▌", in: mark, state.theme.accent)
      }
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

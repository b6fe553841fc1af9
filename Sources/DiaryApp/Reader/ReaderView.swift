import DiaryCore
import TerminalUI
import Words

/// An entry over the whole screen.
enum ReaderView {
  static func body(_ size: Size) -> Rect { TextColumn.alone(on: size) }

  /// Lays out what is in view. The end of the entry stays at the end of the screen, when one of them
  /// has become another size.
  static func layOut(_ reader: inout ReaderState, _ state: AppState) {
    let body = body(state.size)
    reader.document.layOut(reader.entry, in: body, &reader.scroll, state)
    guard let wanted = reader.wanted else { return }
    reader.wanted = nil
    reader.focus = reader.document.focus(on: wanted)
  }

  static func draw(_ reader: ReaderState, _ state: AppState, in grid: inout Grid) {
    let body = body(grid.size)
    _ = ScreenFrame(
      title: heading(reader.entry), trailing: facts(reader, body.rows, state),
      hints: hints(reader, state.keys[.reader]), in: &grid, state)
    let top = reader.scroll.top
    let count = photos(reader, top, body).count
    for (place, section, block) in reader.document.blocks(in: top..<top + body.rows) {
      let row = body.row + place - top
      switch block {
      case .row(let text):
        let focused = reader.focus?.section == section ? reader.focus?.number : nil
        let match = reader.find?.match?.section == section ? reader.find?.match?.number : nil
        let links = reader.document.sections[section]?.links ?? []
        draw(
          text, links: links, focused: focused, match: match, in: &grid,
          body.line(row - body.row), state.theme)
      case .photo(let index, let room):
        let photo = reader.entry.photos[index]
        photoView(photo, room, at: row, body, among: count, state).draw(in: &grid)
        if index == reader.focusedPhoto {
          drawMark(rows: row..<row + room.rows, body, state, in: &grid)
        }
      }
    }
  }

  /// The journal; of an entry that was deleted first of all where it is.
  static func heading(_ entry: Entry) -> String {
    let journal = TitleWords.journal(of: entry)
    return entry.isTrashed ? "\(localized("Trash")) · \(journal)" : journal
  }

  /// What is in the trash is brought back from there, before anything else is done to it.
  private static func hints(_ reader: ReaderState, _ keys: KeyTable) -> [Binding] {
    guard reader.entry.isTrashed else {
      return [reader.matchHint(keys)].compactMap(\.self) + keys.bindings
    }
    let restore = keys.hint(.restore, "restore").map { [$0] } ?? []
    let others = keys.without([
      .edit, .editExternally, .previous, .next, .restore, .delete, .toggleStar, .togglePin,
    ]).bindings
    return others.prefix(1) + restore + others.dropFirst()
  }

  /// Draws a row of text; what Tab has come to stands out, and what was looked for, most of all the
  /// match that one has come to. `links` has the addresses of what the row's runs lead to.
  static func draw(
    _ row: RenderedRow, links: [LinkAddress?], focused: Int? = nil, match: Int? = nil,
    in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    var column = rect.column
    for run in row.runs where column < rect.endColumn {
      var style = theme.style(run.look)
      if let number = run.match {
        style = theme.found(style)
        if number == match { style = style.adding(.reverse) }
      }
      if let target = run.target {
        if target == focused { style = style.adding([.bold, .reverse]) }
        if links.indices.contains(target), let address = links[target] {
          style.link = grid.number(ofLinkTo: address)
        }
      }
      column = grid.draw(run.text, in: rect.inset(left: column - rect.column), style)
    }
  }

  /// What is under a place on the screen, that Tab would come to.
  static func focus(at point: Point, _ reader: ReaderState, _ state: AppState) -> ReaderFocus? {
    let body = body(state.size)
    guard body.contains(point) else { return nil }
    let row = reader.scroll.top + point.row - body.row
    guard let (_, section, block) = reader.document.blocks(in: row..<row + 1).first else {
      return nil
    }
    switch block {
    case .photo(let index, _): return reader.document.focus(on: .photo(index))
    case .row(let text):
      var column = body.column
      for run in text.runs {
        column += TextWidth.columns(run.text)
        guard point.column < column else { continue }
        return run.target.map { ReaderFocus(section: section, number: $0) }
      }
      return nil
    }
  }

  /// The pictures that are in view, and those a screen below: they are what scrolling comes to.
  static func pictures(_ reader: ReaderState, _ state: AppState) -> WantedPictures {
    let body = body(state.size)
    let top = reader.scroll.top
    let shown = photos(reader, top, body)
    let below = photos(reader, top + body.rows, body).filter { next in
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
    _ reader: ReaderState, _ top: Int, _ body: Rect
  ) -> [(index: Int, room: Size, row: Int)] {
    reader.document.blocks(in: top..<top + body.rows).compactMap { place, _, block in
      guard case .photo(let index, let room) = block else { return nil }
      return (index, room, body.row + place - top)
    }
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

  /// `213 words · 1 min · 71%`
  private static func facts(_ reader: ReaderState, _ height: Int, _ state: AppState) -> String {
    let count = reader.document.rowCount
    let percent =
      count > height ? ["\(min(100, (reader.scroll.top + height) * 100 / count))%"] : []
    let length = reader.entry.content.isBlank ? nil : state.lengths[reader.entry]?.words
    return ([length].compactMap(\.self) + percent).joined(separator: " · ")
  }
}

import DiaryCore
import TerminalUI

/// The arrangement of tiles in rows below headings, with as many columns as fit. It has only the
/// number of tiles, not their content, so its cost depends on the number of headings alone.
struct ContactSheet: Hashable, Sendable {
  struct Section: Hashable, Sendable {
    /// The heading above the tiles; empty for none.
    var heading = ""
    var count: Int
  }

  /// A row of tiles; `items` is empty if there are no tiles.
  struct Row: Hashable, Sendable {
    /// The row's first line, relative to the top of the sheet.
    var line: Int
    var items: Range<Int>
  }

  let tiles: TileLayout
  let sections: [Section]
  /// The beginnings of the sections that have tiles.
  private let starts: [Start]
  /// The number of tiles, of rows of tiles and of all lines.
  let count: Int
  let rowCount: Int
  let lineCount: Int

  private struct Start: Hashable, Sendable {
    var section: Int
    var item: Int
    var row: Int
    var line: Int
  }

  init(_ sections: [Section], _ tiles: TileLayout) {
    self.tiles = tiles
    self.sections = sections
    var starts: [Start] = []
    var next = Start(section: 0, item: 0, row: 0, line: 0)
    for (index, section) in sections.enumerated() where section.count > 0 {
      next.section = index
      starts.append(next)
      let rows = (section.count + tiles.columns - 1) / tiles.columns
      next.item += section.count
      next.row += rows
      next.line += (section.heading.isEmpty ? 0 : 1) + rows * tiles.rows
    }
    self.starts = starts
    (count, rowCount, lineCount) = (next.item, next.row, next.line)
  }

  /// Creates a sheet without headings.
  init(count: Int, _ tiles: TileLayout) { self.init([Section(count: count)], tiles) }

  // MARK: Places

  func row(_ index: Int) -> Row {
    guard let start = starts.last(where: { $0.row <= max(0, index) }) else {
      return Row(line: 0, items: 0..<0)
    }
    let row = min(max(0, index), rowCount - 1) - start.row
    let first = start.item + row * tiles.columns
    let end = min(first + tiles.columns, start.item + sections[start.section].count)
    return Row(line: firstLine(of: start) + row * tiles.rows, items: first..<end)
  }

  func rowIndex(of item: Int) -> Int {
    guard let start = starts.last(where: { $0.item <= max(0, item) }) else { return 0 }
    return start.row + (min(max(0, item), count - 1) - start.item) / tiles.columns
  }

  /// Returns the lines that have to be visible for an item: its row and, in the first row of a
  /// section, the heading.
  func lines(of item: Int) -> Range<Int> {
    let row = row(rowIndex(of: item))
    let isFirst = starts.contains { $0.item == row.items.lowerBound }
    let heading = isFirst && row.line > 0 && isHeading(row.line - 1) ? 1 : 0
    return row.line - heading..<row.line + tiles.rows
  }

  /// Returns the first line, from `line` on, where a heading or a row begins.
  func beginning(atOrAfter line: Int) -> Int {
    guard line > 0, let start = starts.last(where: { $0.line <= line }) else { return 0 }
    let first = firstLine(of: start)
    if line == start.line { return line }
    let rows = max(0, line - first + tiles.rows - 1) / tiles.rows
    return min(first + rows * tiles.rows, lineCount)
  }

  /// Returns the rows that are at least partly in a range of lines.
  func rows(in lines: Range<Int>) -> [Row] {
    starts.flatMap { start -> [Row] in
      let first = firstLine(of: start)
      let count = (sections[start.section].count + tiles.columns - 1) / tiles.columns
      let from = max(0, (lines.lowerBound - first) / tiles.rows)
      let to = min(count, (lines.upperBound - first + tiles.rows - 1) / tiles.rows)
      guard lines.upperBound > first, from < to else { return [] }
      return (from..<to).map { row(start.row + $0) }
    }
  }

  /// Returns the headings in a range of lines.
  func headings(in lines: Range<Int>) -> [(line: Int, words: String)] {
    starts.compactMap { start in
      let words = sections[start.section].heading
      return !words.isEmpty && lines.contains(start.line) ? (start.line, words) : nil
    }
  }

  private func firstLine(of start: Start) -> Int {
    start.line + (sections[start.section].heading.isEmpty ? 0 : 1)
  }

  private func isHeading(_ line: Int) -> Bool {
    starts.contains { $0.line == line && !sections[$0.section].heading.isEmpty }
  }
}

// MARK: On the screen

extension ContactSheet {
  /// Returns the tiles that are at least partly in view.
  func shown(in body: Rect, _ position: SheetPosition) -> [(item: Int, rect: Rect)] {
    rows(in: position.top..<position.top + body.rows).flatMap { row in
      row.items.map { item in
        (item, rect(column: item - row.items.lowerBound, line: row.line, in: body, position))
      }
    }
  }

  /// Returns the items of the next screen, followed by those of the previous one.
  func around(_ body: Rect, _ position: SheetPosition) -> [Int] {
    let (top, end) = (position.top, position.top + body.rows)
    let shown = Set(rows(in: top..<end).flatMap(\.items))
    return [end..<end + body.rows, max(0, top - body.rows)..<top].flatMap { lines in
      lines.isEmpty ? [] : rows(in: lines).flatMap(\.items).filter { !shown.contains($0) }
    }
  }

  /// Returns the item at a cell.
  func item(at point: Point, in body: Rect, _ position: SheetPosition) -> Int? {
    guard body.contains(point) else { return nil }
    return shown(in: body, position).first { $0.rect.contains(point) }?.item
  }

  private func rect(
    column: Int, line: Int, in body: Rect, _ position: SheetPosition
  ) -> Rect {
    Rect(
      column: body.column + column * tiles.width, row: body.row + line - position.top,
      columns: tiles.width, rows: tiles.rows)
  }
}

// MARK: - SheetPosition

/// The selected tile of a contact sheet and its scroll position.
struct SheetPosition: Hashable, Sendable {
  enum Move: Hashable, Sendable {
    case left, right, up, down, pageUp, pageDown, halfPageUp, halfPageDown, first, last

    /// Creates the move of a command; `nil` for other commands.
    init?(_ command: Command) {
      switch command {
      case .left: self = .left
      case .right: self = .right
      case .up: self = .up
      case .down: self = .down
      case .pageUp: self = .pageUp
      case .pageDown: self = .pageDown
      case .halfPageUp: self = .halfPageUp
      case .halfPageDown: self = .halfPageDown
      case .first: self = .first
      case .last: self = .last
      default: return nil
      }
    }
  }

  private(set) var selected = 0
  /// The first line in view.
  private(set) var top = 0
  /// The column that moving up and down keeps, even across shorter rows.
  private(set) var keptColumn = 0

  /// The top of a sheet without a selection.
  static let unselected = SheetPosition(selected: -1)

  mutating func select(_ item: Int, in sheet: ContactSheet) {
    selected = max(0, min(item, sheet.count - 1))
    keptColumn = selected - sheet.row(sheet.rowIndex(of: selected)).items.lowerBound
  }

  mutating func move(_ move: Move, in sheet: ContactSheet, height: Int) {
    let page = max(1, (height - 1) / sheet.tiles.rows)
    switch move {
    case .left: select(selected - 1, in: sheet)
    case .right: select(selected + 1, in: sheet)
    case .up: moveRows(-1, in: sheet)
    case .down: moveRows(1, in: sheet)
    case .pageUp: moveRows(-page, in: sheet)
    case .pageDown: moveRows(page, in: sheet)
    case .halfPageUp: moveRows(-max(1, page / 2), in: sheet)
    case .halfPageDown: moveRows(max(1, page / 2), in: sheet)
    case .first: select(0, in: sheet)
    case .last: select(sheet.count - 1, in: sheet)
    }
  }

  /// Moves by the wheel, or selects the pressed tile. Returns `false` if no tile is there.
  mutating func click(_ mouse: MouseEvent, in sheet: ContactSheet, body: Rect) -> Bool {
    switch mouse.action {
    case .scrollUp: move(.up, in: sheet, height: body.rows)
    case .scrollDown: move(.down, in: sheet, height: body.rows)
    case .press, .doublePress:
      guard let item = sheet.item(at: mouse.point, in: body, self) else { return false }
      select(item, in: sheet)
    default: break
    }
    return true
  }

  private mutating func moveRows(_ rows: Int, in sheet: ContactSheet) {
    guard sheet.count > 0 else { return }
    let row = sheet.rowIndex(of: selected)
    let next = max(0, min(row + rows, sheet.rowCount - 1))
    guard next != row else { return }
    let items = sheet.row(next).items
    selected = min(items.lowerBound + keptColumn, items.upperBound - 1)
  }

  /// Scrolls by as little as needed to show the selected tile completely. The top is aligned to a
  /// row or a heading.
  mutating func layOut(_ sheet: ContactSheet, height: Int) {
    guard sheet.count > 0 else {
      self = SheetPosition()
      return
    }
    if selected >= sheet.count { select(sheet.count - 1, in: sheet) }
    let lines = sheet.lines(of: selected)
    let last = sheet.beginning(atOrAfter: max(0, sheet.lineCount - height))
    top = sheet.beginning(atOrAfter: min(max(0, top), last))
    if lines.upperBound > top + height {
      top = sheet.beginning(atOrAfter: lines.upperBound - height)
    }
    // If both don't fit, the beginning is shown rather than the end.
    if lines.lowerBound < top { top = lines.lowerBound }
  }
}

// MARK: - TileLayout

/// The size of a contact sheet's tiles, and the number of columns.
struct TileLayout: Hashable, Sendable {
  /// The number of tiles in a row.
  let columns: Int
  /// The columns of a tile, including the gaps at its sides.
  let width: Int
  /// The rows of a tile: picture, caption and the gap below.
  let rows: Int

  /// Creates the layout with as many tiles as are large enough to recognize: two on the smallest
  /// screen, with a heading above one row of them. `ratio` is a cell's width divided by its height.
  init(for body: Size, cellRatio ratio: Double) {
    columns = max(2, body.columns / (18 + max(0, body.columns) / 40))
    width = max(3, body.columns / columns)
    // Most photos have an aspect ratio of 4:3.
    let picture = (Double(width - Self.margin) * 0.75 * ratio).rounded()
    rows = max(2, min(Int(picture), body.rows - Self.footerRows - 1)) + Self.footerRows
  }

  /// The columns at the sides of the picture: the selection's bar, and a gap.
  static let margin = 2
  /// The rows below the picture: the caption, and a gap.
  static let footerRows = 2

  /// Returns the place of the picture in a tile.
  static func picture(in tile: Rect) -> Rect { tile.inset(left: 1, right: 1, bottom: footerRows) }

  static func caption(in tile: Rect) -> Rect {
    tile.inset(left: 1, right: 1).line(tile.rows - footerRows)
  }
}

// MARK: - ContactTile

/// A tile of a contact sheet: a photo or text, and a caption.
struct ContactTile {
  enum Subject {
    case photo(Photo)
    /// A photo that isn't in the diary yet. Its picture is only shown if the whole tile is in view.
    case file(FoundPhoto)
    case words(title: String, text: String)
  }

  let subject: Subject
  let caption: String
  var isSelected = false

  var hasPicture: Bool { if case .words = subject { false } else { true } }

  /// Returns the pictures needed to draw the tile. `clip` is the visible part of the screen,
  /// `count` the number of photos on it.
  func pictures(
    in tile: Rect, clip: Rect, among count: Int, _ state: AppState
  ) -> [PictureRequest] {
    photoView(in: tile, clip: clip, among: count, state)?.requests
      ?? filePicture(in: tile, clip: clip, among: count, state)?.requests ?? []
  }

  func draw(in grid: inout Grid, _ tile: Rect, clip: Rect, among count: Int, _ state: AppState) {
    let theme = state.theme
    let picture = TileLayout.picture(in: tile)
    let view = photoView(in: tile, clip: clip, among: count, state)
    switch subject {
    case .file: filePicture(in: tile, clip: clip, among: count, state)?.draw(in: &grid)
    case .words(let title, let text):
      drawWords(title, text, in: &grid, picture, clip: clip, theme)
    case .photo(let photo):
      if let problem = problem(photo, view, state) {
        // The reason doesn't fit on one line.
        let reason = PhotoView.reason(problem, photo)
        drawWords(PhotoView.title(photo), reason, in: &grid, picture, clip: clip, theme)
      } else {
        view?.draw(in: &grid)
      }
    }
    let line = TileLayout.caption(in: tile)
    if clip.contains(Point(column: line.column, row: line.row)) {
      grid.draw(caption.printable, in: line, isSelected ? theme.title : theme.dim)
    }
    guard isSelected else { return }
    for row in 0..<tile.rows - 1 {
      let place = Rect(column: tile.column, row: tile.row + row, columns: 1, rows: 1)
      if !place.intersection(clip).isEmpty { grid.draw("▌", in: place, theme.accent) }
    }
  }

  private func photoView(
    in tile: Rect, clip: Rect, among count: Int, _ state: AppState
  ) -> PhotoView? {
    let space = TileLayout.picture(in: tile)
    let clip = clip.intersection(space)
    guard case .photo(let photo) = subject else { return nil }
    let rect = space.centered(PhotoView.space(for: photo, within: space.size, state))
    return PhotoView(photo, in: rect, clip: clip, among: count, state)
  }

  /// Returns the reason why the photo can't be shown; `nil` if it can.
  private func problem(
    _ photo: Photo, _ view: PhotoView?, _ state: AppState
  ) -> PictureProblem? {
    if let problem = photo.knownProblem { return problem }
    guard let request = view?.requests.first, case .failed(let problem) = state.pictures[request]
    else { return nil }
    return problem
  }

  private func filePicture(
    in tile: Rect, clip: Rect, among count: Int, _ state: AppState
  ) -> FilePicture? {
    let space = TileLayout.picture(in: tile)
    guard case .file(let photo) = subject, space.intersection(clip) == space else { return nil }
    return FilePicture(photo.path, in: space, among: count, state)
  }

  private func drawWords(
    _ title: String, _ text: String, in grid: inout Grid, _ rect: Rect, clip: Rect, _ theme: Theme
  ) {
    var row = 0
    for (words, style) in [(title, isSelected ? theme.title : theme.text), (text, theme.dim)] {
      // More than enough for a tile.
      let words = String(words.prefix(rect.columns * rect.rows + 1)).printable
      for line in LineWrapping.rows(ofText: words, columns: rect.columns) where row < rect.rows {
        let place = rect.line(row).intersection(clip)
        if !place.isEmpty { grid.draw(line, in: place, style) }
        row += 1
      }
    }
  }
}

extension ContactSheet {
  /// Draws the headings and tiles in view.
  func draw(
    in grid: inout Grid, _ body: Rect, _ position: SheetPosition, _ state: AppState,
    tile: (Int) -> ContactTile?
  ) {
    for heading in headings(in: position.top..<position.top + body.rows) {
      let line = body.line(heading.line - position.top)
      grid.draw(heading.words.printable, in: line.inset(left: 1), state.theme.dim)
    }
    let shown = contents(in: body, position, tile)
    let count = shown.count(where: \.tile.hasPicture)
    for var content in shown {
      content.tile.isSelected = content.item == position.selected
      content.tile.draw(in: &grid, content.rect, clip: body, among: count, state)
    }
  }

  /// Returns the pictures of the tiles in view, and those of the screens before and after.
  func pictures(
    in body: Rect, _ position: SheetPosition, _ state: AppState, tile: (Int) -> ContactTile?
  ) -> WantedPictures {
    let shown = contents(in: body, position, tile)
    let count = shown.count(where: \.tile.hasPicture)
    // Their place isn't known yet, but they will be completely visible.
    let next = Rect(column: 0, row: 0, columns: tiles.width, rows: tiles.rows)
    return WantedPictures(
      inView: shown.flatMap { content in
        content.tile.pictures(in: content.rect, clip: body, among: count, state)
      },
      ahead: around(body, position).flatMap { item in
        tile(item)?.pictures(in: next, clip: next, among: count, state) ?? []
      })
  }

  private func contents(
    in body: Rect, _ position: SheetPosition, _ tile: (Int) -> ContactTile?
  ) -> [(item: Int, rect: Rect, tile: ContactTile)] {
    shown(in: body, position).compactMap { item, rect in
      tile(item).map { (item, rect, $0) }
    }
  }
}

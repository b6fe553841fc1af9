/// A screen of cells. Views draw into it and never to a terminal; what falls outside is cut off.
package struct Grid: Hashable, Sendable {
  package let size: Size
  private var cells: [Cell]
  private var covers: [Cover] = []
  /// The pictures in characters that were drawn into it.
  var drawings: [CellDrawing] = []
  /// Where the links of the cells lead to, in the order of their numbers.
  package private(set) var links: [LinkAddress] = []

  /// A picture in pixels, and what was drawn where it lies.
  private struct Cover: Hashable {
    let picture: PlacedPicture
    let below: [Cell]
  }

  /// The pictures in pixels that lie over cells, those drawn last last.
  package var pictures: [PlacedPicture] { covers.map(\.picture) }

  package init(_ size: Size) {
    self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  package var bounds: Rect { Rect(size) }

  /// The cell at a place on the grid.
  package subscript(column: Int, row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// The cells of a row, from the left.
  package func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// A row as text, without the blanks at its end.
  package func text(ofRow row: Int) -> String {
    var text = self.row(row).map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The whole screen as lines of text.
  package var text: String {
    (0..<size.rows).map(text(ofRow:)).joined(separator: "\n")
  }

  /// Fills a rectangle with blanks of a style.
  package mutating func fill(_ rect: Rect, _ style: Style = .plain) {
    let rect = rect.intersection(bounds)
    for row in rect.row..<rect.endRow {
      for column in rect.column..<rect.endColumn {
        put(Cell(" ", style), column: column, row: row)
      }
    }
  }

  /// Draws text on one line from the rectangle's top left, cut off at its right edge: a text that
  /// is too long ends in `…`. Returns the column after the last one drawn.
  @discardableResult
  package mutating func draw(_ text: some StringProtocol, in rect: Rect, _ style: Style = .plain)
    -> Int
  {
    guard rect.rows > 0, rect.columns > 0 else { return rect.column }
    var column = rect.column
    var rest = Substring(text)
    while let character = rest.popFirst() {
      let form = DisplayForm(character)
      let room = rect.endColumn - column
      let needed = form.width + (rest.isEmpty ? 0 : 1)
      if needed > room, form.width > room || TextWidth.exceeds(rest, columns: room - form.width) {
        if room > 0 { put(Cell(TextWidth.ellipsis, style), column: column, row: rect.row) }
        return column + min(1, room)
      }
      put(form, column: column, row: rect.row, style)
      column += form.width
    }
    return column
  }

  /// The number of a link, for the style of its cells.
  package mutating func number(ofLinkTo address: LinkAddress) -> UInt16 {
    if let index = links.firstIndex(of: address) { return UInt16(index + 1) }
    guard links.count < UInt16.max else { return 0 }
    links.append(address)
    return UInt16(links.count)
  }

  /// Where the link with a number leads to.
  package func address(ofLink number: UInt16) -> LinkAddress? {
    let index = Int(number) - 1
    return links.indices.contains(index) ? links[index] : nil
  }

  /// Lays a picture over its cells, which must be on the screen.
  package mutating func place(_ picture: PlacedPicture) {
    let rect = picture.rect
    guard !rect.isEmpty, rect.intersection(bounds) == rect else { return }
    covers.append(Cover(picture: picture, below: rect.points.map { self[$0.column, $0.row] }))
    for place in rect.points { put(.underPicture, column: place.column, row: place.row) }
  }

  /// Takes away the pictures that something has been drawn over. `substitute` gives the cells to
  /// draw in place of one, as many as it lies over, row by row; without any, what was there before it is again.
  package mutating func uncover(substitute: (PlacedPicture) -> [Cell]?) {
    var left: [Cover] = []
    // Those that lie over others come first: what is theirs isn't the others'.
    for (number, cover) in covers.enumerated().reversed() {
      let above = covers[(number + 1)...].map(\.picture.rect)
      func shows(_ place: Point) -> Bool {
        self[place.column, place.row] == .underPicture && !above.contains { $0.contains(place) }
      }
      let places = cover.picture.rect.points
      if places.allSatisfy(shows) {
        left.insert(cover, at: 0)
        continue
      }
      let cells = substitute(cover.picture) ?? cover.below
      for (index, place) in places.enumerated() where shows(place) {
        let cell = cells.indices.contains(index) ? cells[index] : .blank
        self[place.column, place.row] = cell == .underPicture ? .blank : cell
      }
    }
    covers = left
  }

  /// Draws text that ends at the rectangle's right edge. Returns the column of its start.
  @discardableResult
  package mutating func draw(
    trailing text: some StringProtocol, in rect: Rect, _ style: Style = .plain
  ) -> Int {
    let width = min(TextWidth.columns(text), rect.columns)
    let start = rect.endColumn - width
    draw(text, in: rect.inset(left: rect.columns - width), style)
    return start
  }

  /// Draws one cluster at a place; half a wide one at the edge becomes a blank.
  package mutating func put(_ form: DisplayForm, column: Int, row: Int, _ style: Style) {
    put(form.lead, column: column, row: row, style)
    var column = column + form.lead.width
    for piece in form.tail {
      put(piece, column: column, row: row, style)
      column += piece.width
    }
  }

  private mutating func put(
    _ piece: DisplayForm.Piece, column: Int, row: Int, _ style: Style
  ) {
    guard piece.width > 0 else { return }
    if piece.width == 2, column < 0 || column + 1 >= size.columns {
      put(Cell(" ", style), column: column, row: row)
      put(Cell(" ", style), column: column + 1, row: row)
      return
    }
    put(Cell(piece.text, style), column: column, row: row)
    if piece.width == 2 { put(Cell("", style), column: column + 1, row: row) }
  }

  private mutating func put(_ cell: Cell, column: Int, row: Int) {
    guard (0..<size.columns).contains(column), (0..<size.rows).contains(row) else { return }
    // A wide character loses its other half when one half is drawn over.
    if self[column, row].isContinuation, !cell.isContinuation, column > 0 {
      self[column - 1, row].text = " "
    }
    if column + 1 < size.columns, self[column + 1, row].isContinuation {
      self[column + 1, row].text = " "
    }
    self[column, row] = cell
  }
}

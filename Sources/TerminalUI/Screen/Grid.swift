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

/// One column of one row of the screen.
package struct Cell: Hashable, Sendable {
  /// What is drawn: a piece of a grapheme cluster's display form (see `DisplayForm`), safe for a
  /// terminal. Empty in the second column of a wide one.
  package var text: String
  package var style: Style

  package init(_ text: String = " ", _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  package static let blank = Cell()

  /// What stands below a picture in pixels: an empty Braille pattern. It looks like a blank, but
  /// nobody erases it together with the end of its line, and the picture with it.
  package static let underPicture = Cell("\u{2800}")

  /// Whether it is the right half of a wide character.
  package var isContinuation: Bool { text.isEmpty }

  // Byte by byte: what is on the screen is the bytes, and canonical equivalence costs time.
  package static func == (left: Cell, right: Cell) -> Bool {
    left.style == right.style && left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(style)
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// A color as a person's terminal may know it.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case terminal
  /// One of the terminal's palette: 0 to 7, 8 to 15 bright, 16 to 255 the xterm color cube.
  case palette(UInt8)
  /// 0xRRGGBB
  case rgb(UInt32)
}

/// How a cell looks.
package struct Style: Hashable, Sendable {
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    package static let reverse = Attributes(rawValue: 16)
  }

  package var foreground: Color
  package var background: Color
  package var attributes: Attributes
  /// The number on its grid of the link that the cell belongs to (`Grid.number(ofLinkTo:)`); 0 for
  /// none.
  package var link: UInt16 = 0

  package init(
    foreground: Color = .terminal, background: Color = .terminal, _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  package static let plain = Style()

  /// The style with further attributes.
  package func adding(_ more: Attributes) -> Style {
    var copy = self
    copy.attributes.formUnion(more)
    return copy
  }
}

/// An address that a terminal or a browser may be given: one of the web or of mail.
package struct LinkAddress: Hashable, Sendable {
  private static let schemes: Set<String> = ["http", "https", "mailto"]

  /// In the characters from `!` to `~` alone; every other one is written `%EA%B0%95`, as browsers do.
  package let text: String

  /// `nil` for an address of any other kind, and for one with blanks or control characters.
  package init?(_ address: String) {
    guard let colon = address.firstIndex(of: ":"),
      Self.schemes.contains(address[..<colon].lowercased())
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(address.utf8.count)
    for scalar in address.unicodeScalars {
      switch scalar.value {
      case 0x21...0x7E: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case 0x00...0x9F: return nil
      default: for byte in String(scalar).utf8 { bytes += Self.escaped(byte) }
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}

/// What the terminal shall show: cells, and where the cursor stands.
package struct Frame: Hashable, Sendable {
  package var grid: Grid
  /// The caret's cell, where an input method draws what is being composed; `nil` hides it.
  package var cursor: Point?
  /// Whether something is typed that isn't shown, so that a person has to be told of Caps Lock.
  package var watchesCapsLock = false

  /// What the frame shows in words, for a terminal that has lines only.
  package var accessibleText: AccessibleText?

  package init(grid: Grid, cursor: Point? = nil, accessibleText: AccessibleText? = nil) {
    self.grid = grid
    self.cursor = cursor
    self.accessibleText = accessibleText
  }
}

/// What a screen says, for those who have it read to them: its title, what has the focus, and what
/// has happened.
package struct AccessibleText: Hashable, Sendable {
  /// A line that is being typed.
  package struct Field: Hashable, Sendable {
    package var label: String
    package var text: String
    /// How many characters stand before the caret.
    package var caret: Int

    package init(_ label: String, _ text: String, caret: Int) {
      self.label = label
      self.text = text
      self.caret = caret
    }
  }

  package var title: String
  /// What is in view of a text.
  package var lines: [String]
  /// What is selected, in full.
  package var selected: String?
  package var field: Field?
  package var notice: String?

  package init(
    _ title: String, _ lines: [String] = [], selected: String? = nil, field: Field? = nil,
    notice: String? = nil
  ) {
    self.title = title
    self.lines = lines
    self.selected = selected
    self.field = field
    self.notice = notice
  }
}

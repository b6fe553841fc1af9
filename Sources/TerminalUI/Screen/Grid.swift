/// A screen of cells that views draw into. Anything outside of it is clipped.
package struct Grid: Hashable, Sendable {
  package let size: Size
  private var cells: [Cell]
  /// The pixel pictures over the cells, the topmost last.
  package private(set) var pictures: [PlacedPicture] = []
  /// The character pictures drawn into the grid.
  var drawings: [CellDrawing] = []
  /// The addresses of the links in the grid; `Style.link` is an index into these plus one.
  package private(set) var links: [LinkAddress] = []

  package init(_ size: Size) {
    self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  package var bounds: Rect { Rect(size) }

  /// The cell at a position, which must be on the grid.
  package subscript(column: Int, row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// Returns the cells of a row, from the left.
  package func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// Returns the text of a row, without spaces at its end.
  package func text(ofRow row: Int) -> String {
    var text = self.row(row).map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text of all rows, separated by line feeds.
  package var text: String {
    (0..<size.rows).map(text(ofRow:)).joined(separator: "\n")
  }

  /// Fills a rectangle with spaces.
  package mutating func fill(_ rect: Rect, _ style: Style = .plain) {
    let rect = rect.intersection(bounds)
    for row in rect.row..<rect.endRow {
      for column in rect.column..<rect.endColumn {
        put(Cell(" ", style), column: column, row: row)
      }
    }
  }

  /// Draws text on one line from the rectangle's top left. Text that is too long ends in `…` at the
  /// right edge.
  /// - Returns: the column after the last one drawn.
  @discardableResult
  package mutating func draw(_ text: some StringProtocol, in rect: Rect, _ style: Style = .plain)
    -> Int
  {
    guard rect.rows > 0, rect.columns > 0 else { return rect.column }
    var column = rect.column
    var rest = Substring(text)
    while let character = rest.popFirst() {
      let form = DisplayForm(character)
      let left = rect.endColumn - column
      let needed = form.width + (rest.isEmpty ? 0 : 1)
      if needed > left, form.width > left || TextWidth.exceeds(rest, columns: left - form.width) {
        if left > 0 { put(Cell(TextWidth.ellipsis, style), column: column, row: rect.row) }
        return column + min(1, left)
      }
      put(form, column: column, row: rect.row, style)
      column += form.width
    }
    return column
  }

  /// Returns the link number for the style of cells that link to an address, or 0 if there are too
  /// many links.
  package mutating func number(ofLinkTo address: LinkAddress) -> UInt16 {
    if let index = links.firstIndex(of: address) { return UInt16(index + 1) }
    guard links.count < UInt16.max else { return 0 }
    links.append(address)
    return UInt16(links.count)
  }

  /// Returns the address for a link number.
  package func address(ofLink number: UInt16) -> LinkAddress? {
    let index = Int(number) - 1
    return links.indices.contains(index) ? links[index] : nil
  }

  /// Places a picture over its cells, which must be on the screen.
  package mutating func place(_ picture: PlacedPicture) {
    let rect = picture.rect
    guard !rect.isEmpty, rect.intersection(bounds) == rect else { return }
    pictures.append(picture)
    for place in rect.points { put(.underPicture, column: place.column, row: place.row) }
  }

  /// Cuts the pictures that something was drawn over into the parts that aren't covered.
  package mutating func cutPictures() {
    var cut: [PlacedPicture] = []
    var above: [Rect] = []
    // The topmost first: the cells where they show don't belong to the ones below.
    for picture in pictures.reversed() {
      let rect = picture.rect
      let hiding = above.filter { !$0.intersection(rect).isEmpty }
      let parts = Rect.covering(rect.row..<rect.endRow) { row in
        var free: [Range<Int>] = []
        for column in rect.column..<rect.endColumn where self[column, row] == .underPicture {
          if hiding.contains(where: { $0.contains(Point(column: column, row: row)) }) { continue }
          let start = free.last?.upperBound == column ? free.removeLast().lowerBound : column
          free.append(start..<(column + 1))
        }
        return free
      }
      cut = parts.map(picture.part) + cut
      above.append(rect)
    }
    pictures = cut
  }

  /// Colors all cells that have the terminal's own colors, except those below pictures.
  package mutating func paint(foreground: Color, background: Color) {
    for index in cells.indices where cells[index] != .underPicture {
      if cells[index].style.foreground == .terminal { cells[index].style.foreground = foreground }
      if cells[index].style.background == .terminal { cells[index].style.background = background }
    }
  }

  /// Draws text that ends at the rectangle's right edge.
  /// - Returns: the column where it starts.
  @discardableResult
  package mutating func draw(
    trailing text: some StringProtocol, in rect: Rect, _ style: Style = .plain
  ) -> Int {
    let width = min(TextWidth.columns(text), rect.columns)
    let start = rect.endColumn - width
    draw(text, in: rect.inset(left: rect.columns - width), style)
    return start
  }

  /// Draws one grapheme cluster. Half of a wide one at the edge becomes a space.
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
    // If one half of a wide character is drawn over, clear the other half.
    if self[column, row].isContinuation, !cell.isContinuation, column > 0 {
      self[column - 1, row].text = " "
    }
    if column + 1 < size.columns, self[column + 1, row].isContinuation {
      self[column + 1, row].text = " "
    }
    self[column, row] = cell
  }
}

// MARK: - Cells and styles

/// One cell of the screen.
package struct Cell: Hashable, Sendable {
  /// A piece of a grapheme cluster's display form (see `DisplayForm`), safe to send to a terminal.
  /// It is empty in the second column of a wide character.
  package var text: String
  package var style: Style

  package init(_ text: String = " ", _ style: Style = .plain) {
    self.text = text
    self.style = style
  }

  package static let blank = Cell()

  /// The cell below a pixel picture: an empty Braille pattern. It looks like a space, but ncurses
  /// doesn't clear it together with the end of the line, which would erase the picture.
  package static let underPicture = Cell("\u{2800}")

  /// Indicates that the cell is the right half of a wide character.
  package var isContinuation: Bool { text.isEmpty }

  // Compare bytes: that's what the terminal shows, and comparing for canonical equivalence is slow.
  package static func == (left: Cell, right: Cell) -> Bool {
    left.style == right.style && left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(style)
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// A color of the terminal.
package enum Color: Hashable, Sendable {
  /// The terminal's default foreground or background.
  case terminal
  /// A color of the palette: 0 to 7, bright ones from 8 to 15, the xterm color cube and grays from
  /// 16 to 255.
  case palette(UInt8)
  /// A color as 0xRRGGBB.
  case rgb(UInt32)
}

/// The appearance of a cell.
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
  /// The number of the cell's link on its grid (`Grid.number(ofLinkTo:)`), or 0 for none.
  package var link: UInt16 = 0

  package init(
    foreground: Color = .terminal, background: Color = .terminal, _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  package static let plain = Style()

  /// Returns the style with additional attributes.
  package func adding(_ more: Attributes) -> Style {
    var copy = self
    copy.attributes.formUnion(more)
    return copy
  }
}

// MARK: - Links

/// A web or mail address that is safe to pass to a terminal or browser.
package struct LinkAddress: Hashable, Sendable {
  private static let schemes: Set<String> = ["http", "https", "mailto"]

  /// The address, with only the characters from `!` to `~`. All others are percent-encoded as
  /// UTF-8.
  package let text: String

  /// Creates an address, or returns `nil` for another scheme, or if it contains spaces or control
  /// characters.
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

// MARK: - Frames

/// The content of the screen: its cells and the cursor.
package struct Frame: Hashable, Sendable {
  package var grid: Grid
  /// The caret's position, where an input method shows the text being composed, or `nil` to hide
  /// the cursor.
  package var cursor: Point?
  /// Indicates that hidden text is typed, so that the user must see whether Caps Lock is on.
  package var watchesCapsLock = false

  /// The frame's content in words, for terminals that only print lines.
  package var accessibleText: AccessibleText?

  package init(grid: Grid, cursor: Point? = nil, accessibleText: AccessibleText? = nil) {
    self.grid = grid
    self.cursor = cursor
    self.accessibleText = accessibleText
  }
}

/// A description of a screen for screen readers: its title, the focused item and the latest notice.
package struct AccessibleText: Hashable, Sendable {
  /// An input field.
  package struct Field: Hashable, Sendable {
    package var label: String
    package var text: String
    /// The number of characters before the caret.
    package var caret: Int

    package init(_ label: String, _ text: String, caret: Int) {
      self.label = label
      self.text = text
      self.caret = caret
    }
  }

  package var title: String
  /// The visible lines of a text.
  package var lines: [String]
  /// The keys of a dialog.
  package var keys: String?
  /// The complete text of the selected item.
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

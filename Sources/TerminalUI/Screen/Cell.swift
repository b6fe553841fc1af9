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

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

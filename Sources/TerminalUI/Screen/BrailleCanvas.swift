/// A drawing of dots, eight per cell, displayed as Braille patterns. Dots have inks; a cell is
/// shown in the highest ink of its dots.
package struct BrailleCanvas: Hashable, Sendable {
  package let size: Size
  /// The dots of each cell, as the bits of the Braille pattern.
  private var patterns: [UInt8]
  private var inks: [UInt8]

  /// The size in dots.
  package var width: Int { size.columns * 2 }
  package var height: Int { size.rows * 4 }

  package init(_ size: Size) {
    self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
    patterns = Array(repeating: 0, count: self.size.columns * self.size.rows)
    inks = patterns
  }

  /// The bit of each dot in a pattern: row by row, the left column first.
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  package mutating func dot(_ x: Int, _ y: Int, ink: UInt8) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let index = y / 4 * size.columns + x / 2
    patterns[index] |= Self.bits[(y % 4) * 2 + x % 2]
    inks[index] = max(inks[index], ink)
  }

  /// Draws a line, clipped to the canvas. If it is dotted, every other dot is skipped.
  package mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), ink: UInt8,
    isDotted: Bool = false
  ) {
    guard let (start, end) = LineClip(width: width, height: height).part(from: start, to: end)
    else {
      return
    }
    var (x, y) = (Int(start.x.rounded(.down)), Int(start.y.rounded(.down)))
    let (endX, endY) = (Int(end.x.rounded(.down)), Int(end.y.rounded(.down)))
    let (dx, dy) = (abs(endX - x), -abs(endY - y))
    let (stepX, stepY) = (x < endX ? 1 : -1, y < endY ? 1 : -1)
    var error = dx + dy
    while true {
      // Choose by position, so that gaps are even across consecutive segments.
      if !isDotted || (dx >= -dy ? x : y) & 1 == 0 { dot(x, y, ink: ink) }
      if x == endX, y == endY { return }
      let twice = 2 * error
      if twice >= dy {
        error += dy
        x += stepX
      }
      if twice <= dx {
        error += dx
        y += stepY
      }
    }
  }

  /// Returns the pattern of a cell as a character, and its ink, or `nil` if it has no dots.
  package func cell(column: Int, row: Int) -> (text: String, ink: UInt8)? {
    let index = row * size.columns + column
    let pattern = patterns[index]
    guard pattern > 0, let scalar = Unicode.Scalar(0x2800 + UInt32(pattern)) else { return nil }
    return (String(Character(scalar)), inks[index])
  }
}

// MARK: - Lines

/// A rectangle for clipping lines, in pixels or dots: from 0 to just below its width and height,
/// extended by a margin on each side.
package struct LineClip: Sendable {
  private let least: Double
  private let most: (x: Double, y: Double)

  package init(width: Int, height: Int, margin: Double = 0) {
    least = -margin
    most = (Double(width) - 0.001 + margin, Double(height) - 0.001 + margin)
  }

  /// Returns the part of a line inside the rectangle, or `nil` if there is none or a coordinate
  /// isn't finite.
  package func part(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) -> (start: (x: Double, y: Double), end: (x: Double, y: Double))? {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard dx.isFinite, dy.isFinite, most.x > least, most.y > least else { return nil }
    var (first, last) = (0.0, 1.0)
    for (step, distance) in [
      (-dx, start.x - least), (dx, most.x - start.x), (-dy, start.y - least),
      (dy, most.y - start.y),
    ] {
      if step == 0 {
        if distance < 0 { return nil }
      } else if step < 0 {
        first = max(first, distance / step)
      } else {
        last = min(last, distance / step)
      }
    }
    guard first <= last else { return nil }
    return (
      (start.x + first * dx, start.y + first * dy), (start.x + last * dx, start.y + last * dy)
    )
  }
}

/// A polyline on a picture, in pixels from its top left.
package struct PixelLine: Sendable {
  /// The color, width and dashes of a line, in pixels.
  package struct Pen: Hashable, Sendable {
    /// The color as 0xRRGGBB.
    package let color: UInt32
    package let width: Double
    /// The length of dashes and of the gaps between them; 0 for a solid line.
    package let dash: Double

    package init(color: UInt32, width: Double, dash: Double = 0) {
      self.color = color
      self.width = width
      self.dash = dash
    }
  }

  package let pen: Pen
  package let points: [(x: Double, y: Double)]

  package init(_ pen: Pen, _ points: [(x: Double, y: Double)]) {
    self.pen = pen
    self.points = points
  }
}

/// A line through points on a picture in pixels, from its top left.
package struct PixelLine: Sendable {
  /// What a line is drawn with; widths are pixels.
  package struct Pen: Hashable, Sendable {
    /// As 0xRRGGBB.
    package let color: UInt32
    package let width: Double
    /// How long dashes and the gaps between them are; 0 for none.
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

/// A part of a picture, in ten-thousandths of its sides.
package struct PictureRegion: Hashable, Sendable {
  package let left: Int
  package let top: Int
  package let right: Int
  package let bottom: Int

  package static let whole = PictureRegion(left: 0, top: 0, right: side, bottom: side)
  package static let side = 10_000

  /// Keeps what lies in the picture; never empty.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = max(0, min(left, Self.side - 1))
    self.top = max(0, min(top, Self.side - 1))
    self.right = max(self.left + 1, min(right, Self.side))
    self.bottom = max(self.top + 1, min(bottom, Self.side))
  }

  /// Some rows of a picture that has `count` of them.
  package init(rows: Range<Int>, of count: Int) {
    let count = max(1, count)
    self.init(
      left: 0, top: rows.lowerBound * Self.side / count, right: Self.side,
      bottom: rows.upperBound * Self.side / count)
  }
}

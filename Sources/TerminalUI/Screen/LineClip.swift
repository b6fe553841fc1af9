/// A rectangle that lines are cut off at, in pixels or dots: from 0 up to just below its width and height, and so
/// much more on each side.
package struct LineClip: Sendable {
  private let least: Double
  private let most: (x: Double, y: Double)

  package init(width: Int, height: Int, margin: Double = 0) {
    least = -margin
    most = (Double(width) - 0.001 + margin, Double(height) - 0.001 + margin)
  }

  /// The part of a line that lies in it; `nil` where none does, and of what are no numbers.
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

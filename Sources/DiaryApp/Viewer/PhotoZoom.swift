import DiaryCore
import TerminalUI

/// How much of a photo the viewer shows, and which part.
struct PhotoZoom: Hashable, Sendable {
  /// How often it was made larger.
  private(set) var steps = 0
  /// The middle of what is in view, in parts of the photo's sides.
  private var x = 0.5
  private var y = 0.5

  /// Each step is half as large again; the last one is 17 times as large.
  private static let most = 7
  private static let factors = (0...most).map { step in
    (0..<step).reduce(1.0) { factor, _ in factor * 1.5 }
  }

  enum Pan: Hashable, Sendable {
    case left, right, up, down, topLeft, bottomRight
  }

  var isWhole: Bool { steps == 0 }
  var percent: Int { Int((Self.factors[steps] * 100).rounded()) }

  mutating func change(by count: Int) {
    steps = max(0, min(steps + count, Self.most))
    if isWhole { (x, y) = (0.5, 0.5) }
  }

  /// What is seen of a photo: its part, and the cells that this part takes.
  struct View: Hashable, Sendable {
    var region: PictureRegion
    var rect: Rect
  }

  /// `whole` are the cells that the whole photo takes in the body.
  func view(of whole: Size, in body: Rect) -> View {
    let columns = side(whole.columns, body.columns, x)
    let rows = side(whole.rows, body.rows, y)
    return View(
      region: PictureRegion(
        left: columns.start, top: rows.start, right: columns.end, bottom: rows.end),
      rect: body.centered(Size(columns: columns.cells, rows: rows.cells)))
  }

  /// Moves by a third of what is in view.
  mutating func pan(_ pan: Pan, of whole: Size, in body: Rect) {
    let width = part(whole.columns, body.columns)
    let height = part(whole.rows, body.rows)
    switch pan {
    case .left: x -= width / 3
    case .right: x += width / 3
    case .up: y -= height / 3
    case .down: y += height / 3
    case .topLeft: (x, y) = (0, 0)
    case .bottomRight: (x, y) = (1, 1)
    }
    x = min(max(x, width / 2), 1 - width / 2)
    y = min(max(y, height / 2), 1 - height / 2)
  }

  /// How much of a side is in view.
  private func part(_ whole: Int, _ room: Int) -> Double {
    min(1, Double(room) / (Double(max(1, whole)) * Self.factors[steps]))
  }

  private func side(
    _ whole: Int, _ room: Int, _ middle: Double
  ) -> (start: Int, end: Int, cells: Int) {
    let part = part(whole, room)
    let start = min(max(0, middle - part / 2), 1 - part)
    let unit = Double(PictureRegion.side)
    let cells = Int((Double(whole) * Self.factors[steps]).rounded())
    return (
      Int((start * unit).rounded()), Int(((start + part) * unit).rounded()),
      max(1, min(room, cells))
    )
  }
}

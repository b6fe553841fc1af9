import TerminalUI

/// The fields of a dialog, one below the other: the name of each, and what stands in it.
struct FormRows {
  private let rows: Rect
  private let labels: [String]
  /// Where what stands in the fields begins, behind the longest name.
  private let column: Int

  /// Below the title of a box; `inner` is the rectangle inside its border.
  init(_ labels: [String], in inner: Rect) {
    self.labels = labels
    rows = inner.inset(top: 2)
    column = max(10, 3 + (labels.map(TextWidth.columns).max() ?? 0))
  }

  func line(_ row: Int) -> Rect { rows.line(row) }

  /// Where that stands which the field holds.
  func value(of field: Int) -> Rect { line(field).inset(left: column) }

  /// The field under a place of the screen.
  func field(at point: Point) -> Int? {
    labels.indices.first { line($0).contains(point) }
  }

  func drawLabels(focus: Int, in grid: inout Grid, _ theme: Theme) {
    for (field, label) in labels.enumerated() {
      if field == focus { grid.draw("▌", in: line(field), theme.accent) }
      grid.draw(label, in: line(field).inset(left: 1), theme.dim)
    }
  }
}

import Localization
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

  /// What the keys do. No key is parted from its words where two rows are enough for that.
  static func keyRows(_ keys: KeyTable, columns: Int) -> [String] {
    func words(_ command: Command) -> String? {
      keys.bindings.first { $0.command == command }.flatMap { binding in
        binding.hint.map { "\(binding.keyName) \($0)" }
      }
    }
    let words = [
      words(.accept), words(.nextField), localized("Space to change"), words(.cancel), words(.help),
    ].compactMap(\.self)
    let rows = words.reduce(into: [String]()) { rows, word in
      if let last = rows.last, TextWidth.columns("\(last) · \(word)") <= columns {
        rows[rows.count - 1] = "\(last) · \(word)"
      } else {
        rows.append(word)
      }
    }
    return rows.count <= 2 ? rows : [words.joined(separator: " · ")]
  }
}

import TerminalUI

/// All lines of a page of figures, in one column or two, however many are in view.
struct FiguresPage {
  struct Column {
    /// Where it begins, and how wide it is.
    let column: Int
    let columns: Int
    let rows: [FigureRow]
  }

  struct ItemPosition: Hashable {
    let item: FigureItem
    let column: Int
    let row: Int
  }

  let columns: [Column]
  /// Everything that can be selected, from the first column's top on.
  let places: [ItemPosition]

  private static let widestLeft = 120

  /// The columns of the first column of a page, and of the one beside it, where there is room for that.
  static func columns(_ width: Int) -> (left: Int, right: Int?) {
    guard width >= ScreenFrame.narrowestForTwo else { return (width, nil) }
    let right = min(60, max(26, width * 30 / 100))
    return (min(widestLeft, width - right - 3), right)
  }

  /// Puts sections side by side where there is room, else one below the other in an order of their own.
  init(
    width: Int, left: [[FigureRow]], right: [[FigureRow]], narrow: [[FigureRow]]
  ) {
    let (leftColumns, rightColumns) = Self.columns(width)
    if let rightColumns {
      columns = [
        Column(column: 0, columns: leftColumns, rows: Self.joined(left)),
        Column(column: leftColumns + 3, columns: rightColumns, rows: Self.joined(right)),
      ]
    } else {
      columns = [Column(column: 0, columns: width, rows: Self.joined(narrow))]
    }
    places = columns.enumerated().flatMap { index, column in
      column.rows.enumerated().compactMap { row, content in
        content.item.map { ItemPosition(item: $0, column: index, row: row) }
      }
    }
  }

  var height: Int { columns.map(\.rows.count).max() ?? 0 }

  /// Where the selection is: on the latest month where nothing is selected or what was is gone, or else
  /// on what comes first.
  func place(of item: FigureItem?) -> ItemPosition? {
    places.first { $0.item == item } ?? places.last { $0.item.isMonth } ?? places.first
  }

  private static func joined(_ sections: [[FigureRow]]) -> [FigureRow] {
    Array(sections.filter { !$0.isEmpty }.joined(separator: [.blank]))
  }
}

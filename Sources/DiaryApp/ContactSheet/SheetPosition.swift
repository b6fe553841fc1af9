/// The selected tile of a contact sheet, and which part of the sheet is in view.
struct SheetPosition: Hashable, Sendable {
  enum Move: Hashable, Sendable {
    case left, right, up, down, pageUp, pageDown, first, last
  }

  private(set) var selected = 0
  /// The first line in view.
  private(set) var top = 0
  /// The column that moving up and down keeps, also past rows that are shorter.
  private(set) var keptColumn = 0

  /// At the top, with nothing selected.
  static let unselected = SheetPosition(selected: -1)

  mutating func select(_ item: Int, in sheet: ContactSheet) {
    selected = max(0, min(item, sheet.count - 1))
    keptColumn = selected - sheet.row(sheet.rowIndex(of: selected)).items.lowerBound
  }

  mutating func move(_ move: Move, in sheet: ContactSheet, height: Int) {
    let page = max(1, (height - 1) / sheet.tiles.rows)
    switch move {
    case .left: select(selected - 1, in: sheet)
    case .right: select(selected + 1, in: sheet)
    case .up: moveRows(-1, in: sheet)
    case .down: moveRows(1, in: sheet)
    case .pageUp: moveRows(-page, in: sheet)
    case .pageDown: moveRows(page, in: sheet)
    case .first: select(0, in: sheet)
    case .last: select(sheet.count - 1, in: sheet)
    }
  }

  private mutating func moveRows(_ rows: Int, in sheet: ContactSheet) {
    guard sheet.count > 0 else { return }
    let row = sheet.rowIndex(of: selected)
    let next = max(0, min(row + rows, sheet.rowCount - 1))
    guard next != row else { return }
    let items = sheet.row(next).items
    selected = min(items.lowerBound + keptColumn, items.upperBound - 1)
  }

  /// Scrolls as little as needed for the selected tile to be in view as a whole. A row or a
  /// heading begins at the top.
  mutating func layOut(_ sheet: ContactSheet, height: Int) {
    guard sheet.count > 0 else {
      self = SheetPosition()
      return
    }
    if selected >= sheet.count { select(sheet.count - 1, in: sheet) }
    let lines = sheet.lines(of: selected)
    let last = sheet.beginning(atOrAfter: max(0, sheet.lineCount - height))
    top = sheet.beginning(atOrAfter: min(max(0, top), last))
    if lines.upperBound > top + height {
      top = sheet.beginning(atOrAfter: lines.upperBound - height)
    }
    // What is above goes before what is below, where both have no room.
    if lines.lowerBound < top { top = lines.lowerBound }
  }
}

import Markdown
import TerminalUI

/// The rows of a table, its columns as wide as what is in them. Where that is too wide the widest
/// ones are narrowed and their cells wrapped; where even that leaves too little, the cells of a row
/// stand one below the other, each after its column's name.
struct TableLayout {
  private(set) var rows: [RenderedRow] = []

  /// Below this a cell can't be read.
  private static let narrowest = 4
  private static let gap = " │ "

  init(
    _ table: [[[StyledLine]]], _ alignments: [MarkdownTable.Alignment], columns: Int
  ) {
    let gaps = TextWidth.columns(Self.gap) * max(0, alignments.count - 1)
    let natural = alignments.indices.map { column in
      max(1, table.map { Self.width($0, column) }.max() ?? 1)
    }
    guard let widths = Self.fitted(natural, into: columns - gaps) else {
      appendRecords(table, columns)
      return
    }
    for (index, cells) in table.enumerated() {
      append(cells, widths, alignments)
      if index == 0 { appendRule(widths) }
    }
  }

  private static func width(_ cells: [[StyledLine]], _ column: Int) -> Int {
    cells.indices.contains(column) ? cells[column].map(\.columns).max() ?? 0 : 0
  }

  /// Widths that fit into a room, the widest ones narrowed first; `nil` if there is too little.
  private static func fitted(_ natural: [Int], into room: Int) -> [Int]? {
    guard natural.reduce(0, +) > room else { return natural }
    guard natural.reduce(0, { $0 + min($1, narrowest) }) <= room else { return nil }
    // The largest bound with which they fit.
    var low = narrowest
    var high = room
    while low < high {
      let middle = (low + high + 1) / 2
      if natural.reduce(0, { $0 + min($1, middle) }) <= room {
        low = middle
      } else {
        high = middle - 1
      }
    }
    var widths = natural.map { min($0, low) }
    var left = room - widths.reduce(0, +)
    for index in widths.indices where left > 0 && widths[index] < natural[index] {
      widths[index] += 1
      left -= 1
    }
    return widths
  }

  private mutating func append(
    _ cells: [[StyledLine]], _ widths: [Int], _ alignments: [MarkdownTable.Alignment]
  ) {
    let wrapped = zip(cells, widths).map { lines, width in
      lines.flatMap { $0.rows(columns: width) }
    }
    for line in 0..<max(1, wrapped.map(\.count).max() ?? 1) {
      var row = RenderedRow()
      for (column, width) in widths.enumerated() {
        if column > 0 { row.append(.init(Self.gap, .faint)) }
        let cell = wrapped[column].indices.contains(line) ? wrapped[column][line] : RenderedRow()
        let blanks = max(0, width - cell.columns)
        let before =
          switch alignments[column] {
          case .leading: 0
          case .center: blanks / 2
          case .trailing: blanks
          }
        row.append(.init(String(repeating: " ", count: before)))
        row = row.joined(cell)
        row.append(.init(String(repeating: " ", count: blanks - before)))
      }
      rows.append(row.trimmed)
    }
  }

  private mutating func appendRule(_ widths: [Int]) {
    let mark = TextWidth.columns("─")
    let lines = widths.map { String(repeating: "─", count: max(1, $0 / mark)) }
    rows.append(RenderedRow([.init(lines.joined(separator: mark == 1 ? "─┼─" : "─"), .faint)]))
  }

  private mutating func appendRecords(_ table: [[[StyledLine]]], _ columns: Int) {
    guard let header = table.first else { return }
    if table.count == 1 { rows += header.joined().flatMap { $0.rows(columns: columns) } }
    for (index, cells) in table.dropFirst().enumerated() {
      if index > 0 { rows.append(RenderedRow()) }
      for (name, cell) in zip(header, cells) {
        rows += name.flatMap { $0.rows(columns: columns) }
        let inner = cell.flatMap { $0.rows(columns: max(1, columns - 2)) }
        rows += inner.map { RenderedRow([.init("  ")]).joined($0) }
      }
    }
  }
}

/// Numbers as bars of block characters, exact to an eighth of a cell.
package enum Bar {
  private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let levels = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A bar that lies, as long as a number is beside the largest, which takes all columns. Whatever
  /// is more than nothing can be seen.
  package static func lying(_ value: Int, of most: Int, columns: Int) -> String {
    let eighths = eighths(value, of: most, cells: columns)
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  /// One of the lines of a bar that stands, counted from its foot.
  package static func standing(_ value: Int, of most: Int, line: Int, lines: Int) -> String {
    levels[max(0, min(8, eighths(value, of: most, cells: lines) - 8 * line))]
  }

  private static func eighths(_ value: Int, of most: Int, cells: Int) -> Int {
    guard value > 0, most > 0, cells > 0 else { return 0 }
    let share = Double(min(value, most)) / Double(most)
    return max(1, Int((share * Double(cells * 8)).rounded()))
  }
}

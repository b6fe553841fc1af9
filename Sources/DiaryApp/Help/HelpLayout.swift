import TerminalUI

/// The lines of help as rows of a screen, in as many columns as there is room for. A section isn't
/// cut in two.
struct HelpLayout {
  enum Row: Hashable {
    case blank
    case title(String)
    case binding(keys: String, words: String)
  }

  /// From left to right.
  let columns: [[Row]]
  /// Of each of them.
  let width: Int
  /// Where the words begin: behind the longest key.
  let wordsColumn: Int

  /// Between two keys of a command.
  static let keyGap = "  "
  /// Between two columns.
  static let columnGap = 3
  private static let narrowestColumn = 56

  static func body(_ size: Size) -> Rect { Rect(size).inset(left: 2, top: 2, right: 2, bottom: 1) }

  init(_ help: HelpState, _ size: Size) {
    let room = Self.body(size).columns
    let count = max(1, (room + Self.columnGap) / (Self.narrowestColumn + Self.columnGap))
    let width = (room - (count - 1) * Self.columnGap) / count
    let wordsColumn = Self.wordsColumn(help, width)
    let blocks = help.shown.map { section in
      [.title(section.title)] + section.lines.flatMap { Self.rows($0, wordsColumn, width) }
    }
    self.width = width
    self.wordsColumn = wordsColumn
    columns = Self.columns(of: blocks, count: count)
  }

  /// Of the longest one.
  var height: Int { columns.map(\.count).max() ?? 0 }

  /// The lowest columns that hold all blocks in their order.
  private static func columns(of blocks: [[Row]], count: Int) -> [[Row]] {
    let lowest = blocks.map(\.count).max() ?? 0
    let all = blocks.reduce(0) { $0 + $1.count + 1 }
    for height in lowest..<max(all, lowest + 1) {
      let columns = filled(with: blocks, height: height)
      if columns.count <= count { return columns }
    }
    return [Array(blocks.joined(separator: [.blank]))]
  }

  private static func filled(with blocks: [[Row]], height: Int) -> [[Row]] {
    blocks.reduce(into: []) { columns, block in
      if let last = columns.last, last.count + 1 + block.count <= height {
        columns[columns.count - 1] += [.blank] + block
      } else {
        columns.append(block)
      }
    }
  }

  /// What has no room beside the keys, or they beside it, goes on below.
  private static func rows(_ line: HelpState.Line, _ wordsColumn: Int, _ width: Int) -> [Row] {
    let left = keyRows(line.keys, columns: wordsColumn - 1)
    let right = LineWrapping.rows(ofText: line.words, columns: max(1, width - wordsColumn))
    return (0..<max(left.count, right.count)).map { row in
      .binding(
        keys: row < left.count ? left[row] : "", words: row < right.count ? right[row] : "")
    }
  }

  /// The column at which descriptions begin, whatever is typed.
  private static func wordsColumn(_ help: HelpState, _ columns: Int) -> Int {
    let keys = help.sections.flatMap(\.lines).flatMap { $0.keys.split(separator: keyGap) }
    let longest = keys.map { TextWidth.columns($0) }.max() ?? 0
    return min(26, max(columns / 3, min(longest + 1, columns / 2)))
  }

  /// A key isn't cut in two.
  private static func keyRows(_ keys: String, columns: Int) -> [String] {
    keys.split(separator: keyGap).reduce(into: []) { rows, key in
      if let last = rows.last, TextWidth.columns(last + keyGap + key) <= columns {
        rows[rows.count - 1] += keyGap + key
      } else {
        rows.append(String(key))
      }
    }
  }
}

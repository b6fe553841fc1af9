import TerminalUI

/// Which of an entry's photos have room on the editor's line of them.
struct PhotoStrip: Hashable {
  /// Those that are shown.
  let shown: Range<Int>
  private let count: Int

  static let gap = 3

  /// The first photos, or those from a later one on where the selected one has no room otherwise.
  /// `widths` are those of their labels; one that is too wide alone is shown nevertheless.
  init(widths: [Int], selected: Int, columns: Int) {
    count = widths.count
    guard widths.indices.contains(selected) else {
      shown = 0..<0
      return
    }
    func fits(_ range: Range<Int>) -> Bool {
      let marks = [Self.mark(range.lowerBound), Self.mark(widths.count - range.upperBound)]
      let parts = widths[range] + marks.compactMap(\.self).map(TextWidth.columns)
      return parts.reduce(0) { $0 + $1 + Self.gap } - Self.gap <= columns
    }
    var first = 0
    while first < selected, !fits(first..<selected + 1) { first += 1 }
    var end = selected + 1
    while end < widths.count, fits(first..<end + 1) { end += 1 }
    shown = first..<end
  }

  /// Says how many there are before those that are shown; `nil` when there are none.
  var before: String? { Self.mark(shown.lowerBound) }
  /// Says how many there are behind those that are shown; `nil` when there are none.
  var after: String? { Self.mark(count - shown.upperBound) }

  private static func mark(_ hidden: Int) -> String? { hidden > 0 ? "+\(hidden)" : nil }
}

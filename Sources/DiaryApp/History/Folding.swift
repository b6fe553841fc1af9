import DiaryCore
import Localization

/// Leaves out the middle of long stretches in which nothing changed.
enum Folding {
  /// How many rows stay beside a change.
  private static let context = 2

  /// The rows, with one that says how many are left out in the place of those.
  static func folded<Row>(
    _ rows: [Row], isChanged: [Bool], fold: (String) -> Row
  ) -> [Row] {
    var folded: [Row] = []
    var next = 0
    for stretch in stretches(isChanged) {
      folded += rows[next..<stretch.lowerBound]
      folded.append(fold(localized("… \(CountWords.lines(stretch.count)) unchanged")))
      next = stretch.upperBound
    }
    return folded + rows[next...]
  }

  private static func stretches(_ isChanged: [Bool]) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = 0
    while start < isChanged.count {
      guard !isChanged[start] else {
        start += 1
        continue
      }
      let end = isChanged[start...].firstIndex(of: true) ?? isChanged.count
      let first = start == 0 ? 0 : start + context
      let last = end == isChanged.count ? end : end - context
      // One row left out would take as much room.
      if last - first > 1 { stretches.append(first..<last) }
      start = end
    }
    return stretches
  }
}

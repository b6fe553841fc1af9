import System

/// Ranges of a file in their order, none of which touches another.
struct Ranges {
  private var ranges: [Range<Int>] = []

  init(_ unordered: [Range<Int>]) {
    for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// The end of the last one.
  var end: Int { ranges.last?.upperBound ?? 0 }

  func overlaps(_ other: Range<Int>) -> Bool {
    index(after: other.lowerBound).map { ranges[$0].overlaps(other) } ?? false
  }

  /// What none of them covers.
  func gaps(in whole: Range<Int>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var position = whole.lowerBound
    for range in ranges[(index(after: position) ?? ranges.count)...] {
      guard range.lowerBound < whole.upperBound else { break }
      if range.lowerBound > position { gaps.append(position..<range.lowerBound) }
      position = range.upperBound
    }
    if position < whole.upperBound { gaps.append(position..<whole.upperBound) }
    return gaps
  }

  /// The first one that ends after a position.
  private func index(after position: Int) -> Int? {
    let index = partitionPoint(ranges.count) { ranges[$0].upperBound <= position }
    return index < ranges.count ? index : nil
  }
}

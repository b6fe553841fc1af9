extension RandomAccessCollection {
  /// The element at an index; `nil` where there is none.
  func element(at index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Array {
  /// The first place from which on a condition isn't met, when it is met before it and nowhere
  /// after it.
  func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if isBefore(self[middle]) {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}

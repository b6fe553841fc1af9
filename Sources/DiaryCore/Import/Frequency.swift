extension Dictionary where Key: Comparable, Value == Int {
  /// What has the highest count, and that; of those that are as frequent, the one that sorts first.
  package var mostFrequent: Element? { self.max { ($0.value, $1.key) < ($1.value, $0.key) } }
}

extension [String] {
  /// Each once, the most frequent first; of those that are as frequent, the one that came first.
  var mostFrequentFirst: [String] {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for text in self {
      if counts[text] == nil { order.append(text) }
      counts[text, default: 0] += 1
    }
    return order.enumerated().sorted { left, right in
      let (first, second) = (counts[left.element] ?? 0, counts[right.element] ?? 0)
      return first == second ? left.offset < right.offset : first > second
    }.map(\.element)
  }
}

extension Array {
  /// This and another array, both of them sorted so, as one.
  func merged(with new: [Element], by precedes: (Element, Element) -> Bool) -> [Element] {
    if new.isEmpty { return self }
    var result: [Element] = []
    result.reserveCapacity(count + new.count)
    var next = 0
    for item in new {
      while next < count, precedes(self[next], item) {
        result.append(self[next])
        next += 1
      }
      result.append(item)
    }
    return result + self[next...]
  }
}

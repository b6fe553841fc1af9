extension [Character] {
  /// The occurrence of a text that begins nearest to a place; of two, the one before it.
  func range(of text: [Character], nearest place: Int) -> Range<Int>? {
    guard !text.isEmpty, text.count <= count else { return nil }
    func isAt(_ start: Int) -> Bool {
      start >= 0 && start + text.count <= count
        && self[start..<start + text.count].elementsEqual(text)
    }
    for distance in 0...Swift.max(place, count - place, 0) {
      let (before, after) = (place - distance, place + distance)
      if isAt(before) { return before..<before + text.count }
      if isAt(after) { return after..<after + text.count }
    }
    return nil
  }
}

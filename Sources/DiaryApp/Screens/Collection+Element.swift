extension RandomAccessCollection {
  /// The element at an index; `nil` where there is none.
  func element(at index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}

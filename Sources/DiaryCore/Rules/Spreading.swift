extension Array {
  /// At most so many of the elements, from all parts of it.
  package func spread(over most: Int) -> [Element] {
    count <= most ? self : (0..<most).map { self[$0 * count / most] }
  }
}

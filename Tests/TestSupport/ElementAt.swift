import Testing

extension Collection {
  /// The element that is so far behind the first one: where there are fewer, the test fails, and the
  /// tests after it run.
  package func at(
    _ distance: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Element {
    try #require(
      dropFirst(distance).first, "There are only \(count).", sourceLocation: sourceLocation)
  }
}

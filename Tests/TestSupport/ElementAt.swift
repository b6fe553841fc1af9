/// What is thrown where a test asks for an element that isn't there.
package struct MissingElement: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

extension Collection {
  /// The element that is so far behind the first one: where there are fewer, the test fails, and the
  /// tests after it run.
  package func at(_ distance: Int) throws -> Element {
    guard let element = dropFirst(distance).first else {
      throw MissingElement(description: "There is no element \(distance) among \(count).")
    }
    return element
  }
}

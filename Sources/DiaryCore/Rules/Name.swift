// What journals and tags are called.
extension String {
  /// Whether two names mean one thing: case and normal form don't matter.
  package func isSameName(as other: String) -> Bool {
    // String equality is canonical equivalence.
    lowercased() == other.lowercased()
  }

  /// Whether it can be a name: something of it can be seen, on one line.
  var isName: Bool {
    !isBlank && utf8.count <= Self.longestName && unicodeScalars.allSatisfy(\.isPrintable)
  }

  /// In bytes: more than any screen shows.
  private static let longestName = 400
}

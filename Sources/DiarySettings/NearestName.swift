/// Finds what a person meant who misspelt a name.
package enum NearestName {
  /// The name that takes the fewest changes; the first of equals.
  package static func of(_ name: String, among names: [String]) -> String? {
    names.min { distance(name, $0) < distance(name, $1) }
  }

  /// The nearest name, if it is so near that it may well be meant.
  package static func meant(by name: String, among names: [String]) -> String? {
    of(name, among: names).flatMap { distance(name, $0) <= max(1, name.count / 2) ? $0 : nil }
  }

  /// How many letters have to be added, removed or replaced (Levenshtein's distance).
  private static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.prefix(64)), Array(other.prefix(64)))
    var costs = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var diagonal = costs[0]
      costs[0] = row + 1
      for column in other.indices {
        let replaced = diagonal + (letter == other[column] ? 0 : 1)
        diagonal = costs[column + 1]
        costs[column + 1] = min(replaced, diagonal + 1, costs[column] + 1)
      }
    }
    return costs[other.count]
  }
}

/// Moods from the best to the worst, as a person orders their own.
package struct MoodScale: Hashable, Sendable {
  package let names: [String]
  private let ranks: [String: Int]

  /// For those who have none of their own.
  package static let standard = MoodScale(["😄", "🙂", "😐", "🙁", "😢"])

  /// Each mood counts once, whatever its case.
  package init(_ names: [String]) {
    var (kept, ranks): ([String], [String: Int]) = ([], [:])
    for name in names.map({ String($0.trimmed) }) where !name.isEmpty {
      guard ranks[name.lowercased()] == nil else { continue }
      ranks[name.lowercased()] = kept.count
      kept.append(name)
    }
    (self.names, self.ranks) = (kept, ranks)
  }

  /// How good a mood is, from 0 for the worst to 1 for the best; `nil` for one that isn't in the order, or
  /// where there are no two to compare.
  package func level(of mood: String) -> Double? {
    guard names.count > 1 else { return nil }
    return ranks[mood.lowercased()].map { 1 - Double($0) / Double(names.count - 1) }
  }

  package func rank(of mood: String) -> Int? { ranks[mood.lowercased()] }

  /// The mood that is nearest to a level.
  package func mood(at level: Double) -> String? {
    guard names.count > 1 else { return nil }
    return names[Int(((1 - min(max(level, 0), 1)) * Double(names.count - 1)).rounded())]
  }
}

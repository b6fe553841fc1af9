/// Counts the moods of entries; spellings that differ in case or normal form alone are one.
struct MoodTallying: Sendable {
  private var moods: [String: NameSpellings] = [:]

  mutating func count(_ entry: Entry) {
    guard let mood = entry.details.mood?.trimmed, !mood.isEmpty else { return }
    moods[mood.lowercased(), default: NameSpellings()].count(String(mood))
  }

  /// The most used first.
  var names: [String] {
    moods.values.map { (name: $0.name, count: $0.count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map(\.name)
  }
}

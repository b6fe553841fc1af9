/// The user's moods, from the best to the worst.
package struct MoodScale: Hashable, Sendable {
  package let names: [String]
  private let ranks: [String: Int]

  /// The default scale.
  package static let standard = MoodScale(["😄", "🙂", "😐", "🙁", "😢"])

  /// Creates a scale. Empty and duplicate names are ignored, regardless of case.
  package init(_ names: [String]) {
    var (kept, ranks): ([String], [String: Int]) = ([], [:])
    for name in names.map({ String($0.trimmed) }) where !name.isEmpty {
      guard ranks[name.lowercased()] == nil else { continue }
      ranks[name.lowercased()] = kept.count
      kept.append(name)
    }
    (self.names, self.ranks) = (kept, ranks)
  }

  /// Returns the level of a mood from 0, the worst, to 1, the best; `nil` if it isn't in the scale
  /// or the scale has only one mood.
  package func level(of mood: String) -> Double? {
    guard names.count > 1 else { return nil }
    return ranks[mood.lowercased()].map { 1 - Double($0) / Double(names.count - 1) }
  }

  /// Returns the position of a mood in the scale, from 0 for the best; `nil` if it isn't in the
  /// scale.
  package func rank(of mood: String) -> Int? { ranks[mood.lowercased()] }

  /// Returns the mood closest to a level; `nil` if the scale has fewer than two moods.
  package func mood(at level: Double) -> String? {
    guard names.count > 1 else { return nil }
    return names[Int(((1 - min(max(level, 0), 1)) * Double(names.count - 1)).rounded())]
  }
}

/// The average level of moods by month and by tag.
package struct MoodTrend: Sendable {
  /// The average of several moods.
  package struct Mean: Hashable, Sendable {
    /// From 0 for the worst to 1 for the best.
    package var level: Double { sum / Double(count) }
    package private(set) var count = 0
    private var sum = 0.0

    fileprivate mutating func add(_ level: Double, times: Int) {
      sum += level * Double(times)
      count += times
    }
  }

  /// The average of each month that has moods in the scale, by the month's first day.
  package private(set) var months: [CalendarDay: Mean] = [:]
  /// The best first.
  package let tags: [(name: String, mean: Mean)]
  /// Moods that aren't in the scale, the most frequent first.
  package let unordered: [MoodTally]

  /// The number of moods below which a tag's average isn't meaningful.
  package static let minimumCount = 3

  package init(_ moods: [MoodTally], by scale: MoodScale) {
    var tags: [String: Mean] = [:]
    for mood in moods {
      guard let level = scale.level(of: mood.name) else { continue }
      for (month, count) in mood.months { months[month, default: Mean()].add(level, times: count) }
      for (tag, count) in mood.tags { tags[tag, default: Mean()].add(level, times: count) }
    }
    self.tags = tags.filter { $0.value.count >= Self.minimumCount }
      .sorted {
        ($1.value.level, $1.value.count, $0.key) < ($0.value.level, $0.value.count, $1.key)
      }.map { (name: $0.key, mean: $0.value) }
    unordered = moods.filter { scale.rank(of: $0.name) == nil }
  }
}

/// A mood with the number of its entries, their months and their tags.
package struct MoodTally: Hashable, Sendable {
  /// The most frequent spelling.
  package let name: String
  package let count: Int
  /// The number of entries by the month's first day.
  package let months: [CalendarDay: Int]
  /// The number of entries by tag, in its most frequent spelling.
  package let tags: [String: Int]
}

/// Counts the moods of entries. Spellings that differ only in case or normalization are counted
/// together.
struct MoodCounter: Sendable {
  private struct Mood {
    var spellings = NameSpellings()
    var months: [CalendarDay: Int] = [:]
    var tags: [String: Int] = [:]
  }

  private var moods: [String: Mood] = [:]
  private var tags: [String: NameSpellings] = [:]

  mutating func count(_ entry: Entry) {
    guard let name = entry.details.mood?.trimmed, !name.isEmpty else { return }
    var mood = moods.removeValue(forKey: name.lowercased()) ?? Mood()
    mood.spellings.count(String(name))
    mood.months[entry.date.day.firstOfMonth, default: 0] += 1
    for tag in entry.allTags {
      mood.tags[tag.lowercased(), default: 0] += 1
      tags[tag.lowercased(), default: NameSpellings()].count(tag)
    }
    moods[name.lowercased()] = mood
  }

  /// The most frequent first.
  var tallies: [MoodTally] {
    let names = tags.mapValues(\.name)
    return moods.values.map { mood in
      MoodTally(
        name: mood.spellings.name, count: mood.spellings.count, months: mood.months,
        tags: Dictionary(
          mood.tags.map { (names[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: +))
    }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}

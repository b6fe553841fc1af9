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

/// How well it went: the moods of entries as levels of a person's own order, by months and by tags.
package struct MoodCourse: Sendable {
  /// Several moods as one.
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

  /// By the first day of each month that has moods of the order.
  package private(set) var months: [CalendarDay: Mean] = [:]
  /// The best first.
  package let tags: [(name: String, mean: Mean)]
  /// Moods that the order doesn't name, the most used first.
  package let unordered: [MoodTally]

  /// Tags beside fewer moods say nothing about how it goes with them.
  package static let fewest = 3

  package init(_ moods: [MoodTally], by scale: MoodScale) {
    var tags: [String: Mean] = [:]
    for mood in moods {
      guard let level = scale.level(of: mood.name) else { continue }
      for (month, count) in mood.months { months[month, default: Mean()].add(level, times: count) }
      for (tag, count) in mood.tags { tags[tag, default: Mean()].add(level, times: count) }
    }
    self.tags = tags.filter { $0.value.count >= Self.fewest }
      .sorted {
        ($1.value.level, $1.value.count, $0.key) < ($0.value.level, $0.value.count, $1.key)
      }.map { (name: $0.key, mean: $0.value) }
    unordered = moods.filter { scale.rank(of: $0.name) == nil }
  }
}

/// A mood that entries have, how many do, and when and with what.
package struct MoodTally: Hashable, Sendable {
  /// As most entries write it.
  package let name: String
  package let count: Int
  /// How many by the first day of each month that has some.
  package let months: [CalendarDay: Int]
  /// How many by each tag that is beside it, as most entries write that.
  package let tags: [String: Int]
}

/// Counts the moods of entries; spellings that differ in case or normal form alone are one.
struct MoodTallying: Sendable {
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

  /// The most used first.
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

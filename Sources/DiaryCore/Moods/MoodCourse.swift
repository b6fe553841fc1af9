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

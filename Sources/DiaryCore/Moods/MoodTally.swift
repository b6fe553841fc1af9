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

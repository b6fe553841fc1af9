/// A tag of the diary, and how many entries have it.
package struct TagTally: Hashable, Sendable {
  /// As most entries write it.
  package let name: String
  package let count: Int

  package enum Order: String, CaseIterable, Sendable {
    /// The most used first.
    case count
    case name
  }

  package static func sorted(_ tallies: [TagTally], by order: Order) -> [TagTally] {
    // Names are made small once each, not at each comparison.
    tallies.map { (key: ($0.name.lowercased(), $0.name), tally: $0) }.sorted { left, right in
      order == .count && left.tally.count != right.tally.count
        ? left.tally.count > right.tally.count : left.key < right.key
    }.map(\.tally)
  }
}

/// Counts the tags of entries; spellings that differ in case or normal form alone are one.
package struct TagTallying: Sendable {
  private var names: [String: NameSpellings] = [:]

  package init() {}

  package mutating func count(_ entry: Entry) {
    for tag in entry.allTags { names[tag.lowercased(), default: NameSpellings()].count(tag) }
  }

  package var tallies: [TagTally] {
    names.values.map { TagTally(name: $0.name, count: $0.count) }
  }
}

/// How often a name is written in each of its spellings, which differ in case or normal form alone.
struct NameSpellings: Sendable {
  private var counts: [String: Int] = [:]

  mutating func count(_ spelling: String) { counts[spelling, default: 0] += 1 }

  /// As it is written most often.
  var name: String { counts.mostFrequent?.key ?? "" }

  var count: Int { counts.values.reduce(0, +) }
}

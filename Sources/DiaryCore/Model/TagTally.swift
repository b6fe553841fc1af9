/// A tag of the diary, and how many entries have it.
package struct TagTally: Hashable, Sendable {
  /// As most entries write it.
  package let name: String
  package let count: Int

  package init(name: String, count: Int) {
    self.name = name
    self.count = count
  }

  package enum Order: Hashable, Sendable {
    /// The most used first.
    case count
    case name
  }

  package static func sorted(_ tallies: [TagTally], by order: Order) -> [TagTally] {
    tallies.sorted { left, right in
      order == .count && left.count != right.count
        ? left.count > right.count
        : (left.name.lowercased(), left.name) < (right.name.lowercased(), right.name)
    }
  }
}

/// Counts the tags of entries; spellings that differ in case or normal form alone are one.
package struct TagTallying: Sendable {
  private var spellings: [String: [String: Int]] = [:]

  package init() {}

  package mutating func count(_ entry: Entry) {
    for tag in entry.allTags { spellings[tag.lowercased(), default: [:]][tag, default: 0] += 1 }
  }

  package var tallies: [TagTally] {
    spellings.values.compactMap { spellings in
      let name = spellings.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      return name.map { TagTally(name: $0, count: spellings.values.reduce(0, +)) }
    }
  }
}

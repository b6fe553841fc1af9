/// A place that entries name, how many do, and the latest day of one.
package struct PlaceTally: Hashable, Sendable {
  /// As most entries write it.
  package let name: String
  package let count: Int
  /// In the writer's own time.
  package let latest: CalendarDay

  package enum Order: Hashable, Sendable {
    /// The most named first.
    case count
    /// The last visited first.
    case latest
    case name
  }

  package static func sorted(_ tallies: [PlaceTally], by order: Order) -> [PlaceTally] {
    tallies.map { (key: ($0.name.lowercased(), $0.name), tally: $0) }.sorted { left, right in
      switch order {
      case .count where left.tally.count != right.tally.count:
        left.tally.count > right.tally.count
      case .latest where left.tally.latest != right.tally.latest:
        left.tally.latest > right.tally.latest
      default: left.key < right.key
      }
    }.map(\.tally)
  }
}

/// Counts the places of entries; spellings that differ in case or normal form alone are one.
struct PlaceTallying: Sendable {
  private var places: [String: (spellings: NameSpellings, latest: CalendarDay)] = [:]

  mutating func count(_ entry: Entry) {
    guard let name = entry.details.placeName else { return }
    let day = entry.date.day
    var place = places[name.lowercased()] ?? (NameSpellings(), day)
    place.spellings.count(name)
    place.latest = max(place.latest, day)
    places[name.lowercased()] = place
  }

  var tallies: [PlaceTally] {
    places.values.map {
      PlaceTally(name: $0.spellings.name, count: $0.spellings.count, latest: $0.latest)
    }
  }
}

/// Days away from home, one after the other or nearly so.
package struct Trip: Hashable, Sendable {
  /// In the writer's own time.
  package let days: ClosedRange<CalendarDay>
  /// As its entries call them, the most frequent first.
  package internal(set) var places: [String]
  /// In the middle of where it was.
  package let point: MapPoint
  /// Of all of those days.
  package internal(set) var entries = 0
  package internal(set) var photos = 0

  package var length: Int {
    Int(days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch) + 1
  }

  /// Places that a title has room for.
  private static let mostPlaces = 3

  /// `Lisbon, Portugal · Sintra, Portugal`
  package var title: String {
    places.prefix(Self.mostPlaces).map(\.printable).joined(separator: " · ")
  }
}

/// A condition on entries, as a value that can be compared, sent and asked.
package indirect enum EntryPredicate: Hashable, Sendable {
  case all
  case tag(String)
  case journal(String)
  /// On that day or later, in the writer's own time.
  case from(CalendarDay)
  /// On that day or earlier, in the writer's own time.
  case to(CalendarDay)
  case withPhotos
  /// With this photo.
  case photo(AssetID)
  case text(SearchText)
  /// One of these.
  case ids(Set<ID<Entry>>)
  case and([EntryPredicate])

  package func matches(_ entry: Entry) -> Bool {
    switch self {
    case .all: true
    // String equality is canonical equivalence: normal forms don't matter.
    case .tag(let tag): entry.tags.contains { $0.lowercased() == tag.lowercased() }
    case .journal(let journal): entry.journal.lowercased() == journal.lowercased()
    case .from(let day): entry.date.day >= day
    case .to(let day): entry.date.day <= day
    case .withPhotos: !entry.photos.isEmpty
    case .photo(let asset): entry.photos.contains { $0.asset == asset }
    case .text(let text): text.matches(entry)
    case .ids(let ids): ids.contains(entry.id)
    case .and(let parts): parts.allSatisfy { $0.matches(entry) }
    }
  }
}

/// Which photos go into one entry: those of a day. A night belongs to the day before it until the
/// first long pause, so that a party isn't cut at midnight.
package struct PhotoGrouping: Hashable, Sendable {
  /// The pause in seconds that ends a group within a day, too; `nil` for none.
  package var gap: Int64?

  /// Seconds; a shorter pause across midnight keeps a group together.
  static let night: Int64 = 3 * 3600

  /// `gap` in hours.
  package init(gap hours: Double? = nil) { gap = hours.map { Int64($0 * 3600) } }

  package func groups(of photos: [FoundPhoto]) -> [PhotoGroup] {
    var groups: [[FoundPhoto]] = []
    for photo in photos.sorted(by: PhotoGroup.precedes) {
      if let group = groups.last, !begins(photo, after: group) {
        groups[groups.count - 1].append(photo)
      } else {
        groups.append([photo])
      }
    }
    return groups.compactMap { PhotoGroup($0) }
  }

  /// The same with notes and recordings, which go to the entry of their day.
  package func groups(
    of photos: [FoundPhoto], notes: [FoundNote], recordings: [FoundRecording]
  ) -> [PhotoGroup] {
    var groups = groups(of: photos)
    let others =
      notes.compactMap { PhotoGroup([], notes: [$0]) }
      + recordings.compactMap { PhotoGroup([], recordings: [$0]) }
    for other in others {
      if let index = groups.firstIndex(where: { $0.date.day == other.date.day }) {
        groups[index].merge(other)
      } else {
        groups.append(other)
      }
    }
    return groups.sorted { $0.date.wallClock < $1.date.wallClock }
  }

  private func begins(_ photo: FoundPhoto, after group: [FoundPhoto]) -> Bool {
    guard let first = group.first, let last = group.last else { return true }
    let pause = photo.date.wallClock - last.date.wallClock
    if let gap, pause > gap { return true }
    switch photo.date.day.daysSinceEpoch - first.date.day.daysSinceEpoch {
    case 0: return false
    // After midnight: the day before goes on.
    case 1: return pause >= Self.night
    // A second midnight always ends it, however many photos a machine takes.
    default: return true
    }
  }
}

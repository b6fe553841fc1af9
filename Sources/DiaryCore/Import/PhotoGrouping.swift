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
    var (live, paths): ([String: Int], [String: Int]) = ([:], [:])
    var days: [CalendarDay: [Int]] = [:]
    for (index, group) in groups.enumerated() {
      days[group.date.day, default: []].append(index)
      for photo in group.photos {
        paths[photo.path] = index
        if let key = LivePhoto.key(ofPhoto: photo.path) { live[key] = index }
      }
    }
    for other in others {
      let photo = other.recordings.first.flatMap { film in
        film.livePhoto.flatMap { paths[$0] }
          ?? LivePhoto.key(ofFilm: film.path).flatMap { live[$0] }
      }
      // With pauses between them several groups are of one day: the last that had begun by then.
      let sameDay = days[other.date.day] ?? []
      let earlier = sameDay.last { groups[$0].date.wallClock <= other.date.wallClock }
      if let index = photo ?? earlier ?? sameDay.first {
        groups[index].merge(other)
      } else {
        days[other.date.day, default: []].append(groups.count)
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

import DiaryCore

/// The photos of the diary that have been read so far, newest first: of each entry only what a
/// contact sheet shows.
package struct PhotoRoll: Sendable {
  /// The photos of an entry.
  package struct Part: Hashable, Sendable {
    let entry: ID<Entry>
    let order: EntryOrder
    let day: CalendarDay
    let photos: [Photo]
    /// The place of its first photo among all.
    fileprivate(set) var start = 0

    init(_ entry: Entry) {
      self.entry = entry.id
      order = entry.order
      day = entry.date.day
      photos = entry.photos.map { photo in
        var photo = photo
        photo.caption = entry.fields.caption(of: photo)
        return photo
      }
    }
  }

  /// A photo among all.
  struct Item: Hashable, Sendable {
    let entry: ID<Entry>
    let photo: Photo
    let day: CalendarDay
  }

  private(set) var parts: [Part] = []
  /// A section for each month.
  private(set) var sections: [ContactSheet.Section] = []
  private var lastMonth: CalendarDay?
  private(set) var count = 0
  /// Whether all entries have been read.
  private(set) var isComplete = false
  /// What is being read.
  private var reading: Reading?
  private var isStale = false
  /// Counts changes: what was read before one is out of date.
  private var generation = 0

  /// Whether reading failed: it isn't tried again before it is asked for.
  private var hasFailed = false

  private struct Reading: Hashable, Sendable {
    var ticket: Int
    var generation: Int
  }

  /// In entries.
  private static let page = 60
  private static let largePage = 2000

  /// Whether anything is known of it.
  var isKnown: Bool { isComplete || count > 0 }

  subscript(item: Int) -> Item? {
    guard let part = part(of: item) else { return nil }
    return Item(entry: part.entry, photo: part.photos[item - part.start], day: part.day)
  }

  /// Where a photo of an entry is.
  func item(of photo: AssetID, in entry: ID<Entry>) -> Int? {
    guard let part = parts.first(where: { $0.entry == entry }),
      let index = part.photos.firstIndex(where: { $0.asset == photo })
    else { return nil }
    return part.start + index
  }

  private func part(of item: Int) -> Part? {
    guard (0..<count).contains(item) else { return nil }
    let after = parts.partitionPoint { $0.start <= item }
    return parts[after - 1]
  }

  // MARK: Reading

  /// What has to be read so that there are some photos, or all. What comes of it has the ticket.
  mutating func missing(atLeast photos: Int, all: Bool, ticket: Int) -> PhotoWalk? {
    guard reading == nil, !hasFailed, isStale || !isComplete && (all || count < photos) else {
      return nil
    }
    let page = all ? Self.largePage : Self.page
    let walk = PhotoWalk(
      direction: .older, start: isStale ? nil : parts.last?.order,
      limit: isStale ? max(page, parts.count) : page)
    reading = Reading(ticket: ticket, generation: generation)
    return walk
  }

  /// Takes in what was read.
  mutating func take(_ read: [Part], _ ticket: Int, isEnd: Bool) {
    guard let reading, reading.ticket == ticket else { return }
    self.reading = nil
    // Read again, then.
    guard reading.generation == generation else { return }
    if isStale { reset() }
    isComplete = isEnd
    for part in read { append(part) }
  }

  /// Reading it failed. `false` when nobody waits for it any more.
  mutating func stopReading(_ ticket: Int) -> Bool {
    guard reading?.ticket == ticket else { return false }
    reading = nil
    hasFailed = true
    return true
  }

  /// Lets it be read again after that failed.
  mutating func retry() { hasFailed = false }

  /// Has everything read anew; until then what is known is shown.
  mutating func reload() {
    generation += 1
    isStale = true
  }

  private mutating func reset() {
    parts = []
    sections = []
    lastMonth = nil
    count = 0
    isStale = false
  }

  private mutating func append(_ part: Part) {
    guard !part.photos.isEmpty else { return }
    var part = part
    part.start = count
    parts.append(part)
    count += part.photos.count
    if lastMonth?.year == part.day.year, lastMonth?.month == part.day.month {
      sections[sections.count - 1].count += part.photos.count
    } else {
      sections.append(
        ContactSheet.Section(heading: DateWords.month(part.day), count: part.photos.count))
      lastMonth = part.day
    }
  }

  // MARK: Changes in place

  /// Shows what has become of an entry.
  mutating func replace(_ entry: Entry, isGone: Bool) {
    generation += 1
    var parts = parts
    self.parts = []
    parts.removeAll { $0.entry == entry.id }
    let new = Part(entry)
    // What is older than all that has been read will be read in its turn.
    let isRead = isComplete || parts.last.map { $0.order < new.order } ?? false
    if !isGone, isRead, !new.photos.isEmpty {
      parts.insert(new, at: parts.partitionPoint { new.order < $0.order })
    }
    let wasStale = isStale
    reset()
    isStale = wasStale
    for part in parts { append(part) }
  }
}

extension Array {
  /// The first place from which on a condition isn't met, when it is met before it and nowhere
  /// after it.
  fileprivate func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if isBefore(self[middle]) {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}

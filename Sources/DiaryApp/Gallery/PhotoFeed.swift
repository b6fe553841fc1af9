import DiaryCore

/// The photos and films of the diary that have been read so far, newest first: of each entry only what a
/// contact sheet shows.
package struct PhotoFeed: Sendable {
  /// The photos of an entry.
  package struct Part: Hashable, Sendable {
    let entry: ID<Entry>
    let order: EntrySortKey
    let day: CalendarDay
    let photos: [Photo]

    /// How many of them are films.
    var films: Int { photos.count(where: \.type.isFilm) }

    init(_ entry: Entry) {
      self.entry = entry.id
      order = entry.order
      day = entry.date.day
      photos = entry.pictures.map { photo in
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

  /// What was read, from the newest entry on.
  private struct Extent: Sendable {
    var months = PhotoMonths()
    /// The last entry that was read.
    var end: EntrySortKey?
    /// Whether all entries have been read.
    var isComplete = false

    mutating func take(_ read: [Part], isEnd: Bool) {
      for part in read { months.insert(part) }
      end = read.last?.order ?? end
      isComplete = isEnd
    }

    /// What is older than all that has been read will be read in its turn.
    mutating func replace(_ part: Part, isGone: Bool) {
      months.remove(part.entry)
      let isRead = isComplete || end.map { $0 <= part.order } ?? false
      if isRead, !isGone { months.insert(part) }
    }
  }

  private struct Reading: Hashable, Sendable {
    var requestID: Int
    var generation: Int
  }

  private var known = Extent()
  /// What takes the place of all that is known, once as much has been read.
  private var renewed: Extent?
  /// What is being read.
  private var reading: Reading?
  /// Counts changes: what was read before one is out of date.
  private var generation = 0
  /// Whether reading failed: it isn't tried again before it is asked for.
  private var hasFailed = false

  /// In entries.
  private static let page = 60
  private static let largePage = 2000

  /// Of photos and films.
  var count: Int { known.months.count }
  var films: Int { known.months.films }
  /// A section for each month.
  var sections: [ContactSheet.Section] { known.months.sections }
  /// Whether all entries have been read.
  var isComplete: Bool { known.isComplete }
  /// Whether anything is known of it.
  var isKnown: Bool { isComplete || count > 0 }

  subscript(item: Int) -> Item? { known.months[item] }

  /// Where a photo of an entry is.
  func item(of photo: AssetID, in entry: ID<Entry>) -> Int? {
    known.months.item(of: photo, in: entry)
  }

  // MARK: Reading

  /// What has to be read so that there are some photos, or all. What comes of it has the ticket.
  mutating func missing(atLeast photos: Int, all: Bool, requestID: Int) -> PhotoWalk? {
    guard reading == nil, !hasFailed, renewed != nil || !isComplete && (all || count < photos)
    else { return nil }
    reading = Reading(requestID: requestID, generation: generation)
    let isLarge = all || renewed != nil
    return PhotoWalk(
      direction: .older, start: (renewed ?? known).end,
      limit: isLarge ? Self.largePage : Self.page)
  }

  /// Takes in what was read.
  mutating func take(_ read: [Part], _ requestID: Int, isEnd: Bool) {
    guard let reading, reading.requestID == requestID else { return }
    self.reading = nil
    // Read again, then.
    guard reading.generation == generation else { return }
    guard var extent = renewed else { return known.take(read, isEnd: isEnd) }
    renewed = nil
    extent.take(read, isEnd: isEnd)
    if isEnd || extent.months.entryCount >= known.months.entryCount {
      known = extent
    } else {
      renewed = extent
    }
  }

  /// Reading it failed. `false` when nobody waits for it any more.
  mutating func stopReading(_ requestID: Int) -> Bool {
    guard reading?.requestID == requestID else { return false }
    reading = nil
    hasFailed = true
    return true
  }

  /// Lets it be read again after that failed.
  mutating func retry() { hasFailed = false }

  // MARK: Changes

  /// Has everything read anew, page by page; until then what is known is shown.
  mutating func reload() {
    generation += 1
    renewed = Extent()
  }

  /// Shows what has become of an entry.
  mutating func replace(_ entry: Entry, isGone: Bool) {
    generation += 1
    let part = Part(entry)
    known.replace(part, isGone: isGone)
    renewed?.replace(part, isGone: isGone)
  }
}

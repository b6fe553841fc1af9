import DiaryCore

/// The photos and videos of the diary read so far, newest first, with only the data that a contact
/// sheet shows.
package struct PhotoFeed: Sendable {
  /// The photos of an entry.
  package struct Part: Hashable, Sendable {
    let entry: ID<Entry>
    let sortKey: EntrySortKey
    let day: CalendarDay
    let photos: [Photo]

    /// The number of videos among them.
    var videos: Int { photos.count(where: \.type.isVideo) }

    init(_ entry: Entry) {
      self.entry = entry.id
      sortKey = entry.sortKey
      day = entry.date.day
      photos = entry.pictures.map { photo in
        var photo = photo
        photo.caption = entry.fields.caption(of: photo)
        return photo
      }
    }
  }

  /// A photo with its entry.
  struct Item: Hashable, Sendable {
    let entry: ID<Entry>
    let photo: Photo
    let day: CalendarDay
  }

  /// The entries read so far, from the newest on.
  private struct Extent: Sendable {
    var months = PhotoMonths()
    /// The last entry that was read.
    var end: EntrySortKey?
    /// `true` if all entries have been read.
    var isComplete = false

    mutating func append(_ read: [Part], isEnd: Bool) {
      for part in read { months.insert(part) }
      end = read.last?.sortKey ?? end
      isComplete = isEnd
    }

    /// Replaces an entry's photos. An entry older than all that have been read is read later.
    mutating func replace(_ part: Part, isRemoved: Bool) {
      months.remove(part.entry)
      let isRead = isComplete || end.map { $0 <= part.sortKey } ?? false
      if isRead, !isRemoved { months.insert(part) }
    }
  }

  private struct Reading: Hashable, Sendable {
    var requestID: Int
    var generation: Int
  }

  private var known = Extent()
  /// The entries read again after a change. They replace `known` when as many have been read.
  private var renewed: Extent?
  /// The request that is reading.
  private var reading: Reading?
  /// The number of changes so far. Entries that were requested before a change are out of date.
  private var generation = 0
  /// `true` if reading failed; `retry()` allows it again.
  private var hasFailed = false

  /// The number of entries to read at a time.
  private static let page = 60
  private static let largePage = 2000

  /// The number of photos and videos.
  var count: Int { known.months.count }
  var videos: Int { known.months.videos }
  /// The sections of the contact sheet, one for each month.
  var sections: [ContactSheet.Section] { known.months.sections }
  /// `true` if all entries have been read.
  var isComplete: Bool { known.isComplete }
  /// `true` if any entries have been read.
  var isKnown: Bool { isComplete || count > 0 }

  subscript(item: Int) -> Item? { known.months[item] }

  /// Returns the index of an entry's photo.
  func item(of photo: AssetID, in entry: ID<Entry>) -> Int? {
    known.months.item(of: photo, in: entry)
  }

  // MARK: Reading

  /// Returns the next part to read to have `photos` photos, or all; `nil` if there is nothing to
  /// read. The answer is passed on with the request ID.
  mutating func missing(atLeast photos: Int, all: Bool, requestID: Int) -> PhotoWalk? {
    guard reading == nil, !hasFailed, renewed != nil || !isComplete && (all || count < photos)
    else { return nil }
    reading = Reading(requestID: requestID, generation: generation)
    let isLarge = all || renewed != nil
    return PhotoWalk(
      direction: .older, start: (renewed ?? known).end,
      limit: isLarge ? Self.largePage : Self.page)
  }

  /// Adds entries that were read.
  mutating func receive(_ read: [Part], _ requestID: Int, isEnd: Bool) {
    guard let reading, reading.requestID == requestID else { return }
    self.reading = nil
    // The answer is out of date, so these entries are requested again.
    guard reading.generation == generation else { return }
    guard var extent = renewed else { return known.append(read, isEnd: isEnd) }
    renewed = nil
    extent.append(read, isEnd: isEnd)
    if isEnd || extent.months.entryCount >= known.months.entryCount {
      known = extent
    } else {
      renewed = extent
    }
  }

  /// Handles a failed request. Returns `false` if it is no longer awaited.
  mutating func stopReading(_ requestID: Int) -> Bool {
    guard reading?.requestID == requestID else { return false }
    reading = nil
    hasFailed = true
    return true
  }

  /// Allows reading again after an error.
  mutating func retry() { hasFailed = false }

  // MARK: Changes

  /// Reads everything again page by page. The known photos are shown until then.
  mutating func reload() {
    generation += 1
    renewed = Extent()
  }

  /// Replaces an entry's photos with those of its new state.
  mutating func replace(_ entry: Entry, isRemoved: Bool) {
    generation += 1
    let part = Part(entry)
    known.replace(part, isRemoved: isRemoved)
    renewed?.replace(part, isRemoved: isRemoved)
  }
}

// MARK: - PhotoMonths

/// The photos of entries by month, newest first. The cost of a change depends on the size of its
/// month and the number of months, not on the number of all photos.
struct PhotoMonths: Sendable {
  /// Consecutive entries of the same month. Around midnight between two months, their runs may
  /// alternate: an entry's day depends on its writer's time zone, but its rank doesn't.
  private struct Run: Sendable {
    let month: Month
    private(set) var section: ContactSheet.Section
    /// The index of the run's first photo among all.
    var start = 0
    private(set) var parts: [PhotoFeed.Part] = []
    /// The index of each part's first photo in the run.
    private(set) var starts: [Int] = []

    init(_ part: PhotoFeed.Part) {
      month = Month(part.day)
      section = ContactSheet.Section(heading: DateText.month(part.day), count: 0)
      append([part])
    }

    mutating func append(_ more: [PhotoFeed.Part]) {
      let index = parts.count
      parts += more
      count(from: index)
    }

    mutating func insert(_ part: PhotoFeed.Part, at index: Int) {
      parts.insert(part, at: index)
      count(from: index)
    }

    mutating func remove(at index: Int) -> PhotoFeed.Part {
      defer { count(from: index) }
      return parts.remove(at: index)
    }

    /// Splits off the parts from an index on; `nil` if there are none.
    mutating func split(at index: Int) -> Run? {
      guard index < parts.count else { return nil }
      var tail = self
      tail.parts.removeFirst(index)
      tail.count(from: 0)
      parts.removeSubrange(index...)
      count(from: index)
      return tail
    }

    /// Updates the counts from a part on.
    private mutating func count(from index: Int) {
      starts.removeSubrange(index...)
      section.count = index == 0 ? 0 : starts[index - 1] + parts[index - 1].photos.count
      for part in parts[index...] {
        starts.append(section.count)
        section.count += part.photos.count
      }
    }
  }

  private struct Month: Hashable, Sendable {
    let year: Int
    let month: Int

    init(_ day: CalendarDay) { (year, month) = (day.year, day.month) }
  }

  private var runs: [Run] = []
  /// The sort key of each entry.
  private var orders: [ID<Entry>: EntrySortKey] = [:]
  /// The number of photos and videos.
  private(set) var count = 0
  private(set) var videos = 0

  var entryCount: Int { orders.count }
  /// The sections of the contact sheet, one for each run.
  var sections: [ContactSheet.Section] { runs.map(\.section) }

  subscript(item: Int) -> PhotoFeed.Item? {
    guard (0..<count).contains(item) else { return nil }
    let run = runs[runs.partitionPoint { $0.start <= item } - 1]
    let index = run.starts.partitionPoint { $0 <= item - run.start } - 1
    let part = run.parts[index]
    return PhotoFeed.Item(
      entry: part.entry, photo: part.photos[item - run.start - run.starts[index]], day: part.day)
  }

  /// Returns the index of an entry's photo.
  func item(of photo: AssetID, in entry: ID<Entry>) -> Int? {
    guard let order = orders[entry], let place = place(of: order) else { return nil }
    let run = runs[place.run]
    let index = run.parts[place.part].photos.firstIndex { $0.asset == photo }
    return index.map { run.start + run.starts[place.part] + $0 }
  }

  /// Returns the run that a sort key belongs to, and the first part in it that isn't newer.
  private func place(of order: EntrySortKey) -> (run: Int, part: Int)? {
    let after = runs.partitionPoint { order <= $0.parts[0].sortKey }
    guard after > 0 else { return nil }
    return (after - 1, runs[after - 1].parts.partitionPoint { order < $0.sortKey })
  }

  // MARK: Changes

  /// Inserts an entry's photos at their place, in constant time at the end.
  mutating func insert(_ part: PhotoFeed.Part) {
    remove(part.entry)
    guard !part.photos.isEmpty else { return }
    orders[part.entry] = part.sortKey
    count += part.photos.count
    videos += part.videos
    let month = Month(part.day)
    let place = place(of: part.sortKey)
    let next = place.map { $0.run + 1 } ?? 0
    defer { countRuns(from: max(0, next - 1)) }
    if let place {
      if runs[place.run].month == month { return runs[place.run].insert(part, at: place.part) }
      if let tail = runs[place.run].split(at: place.part) { runs.insert(tail, at: next) }
    }
    if next < runs.count, runs[next].month == month { return runs[next].insert(part, at: 0) }
    runs.insert(Run(part), at: next)
  }

  mutating func remove(_ entry: ID<Entry>) {
    guard let order = orders.removeValue(forKey: entry), let place = place(of: order) else {
      return
    }
    let part = runs[place.run].remove(at: place.part)
    count -= part.photos.count
    videos -= part.videos
    if runs[place.run].parts.isEmpty {
      runs.remove(at: place.run)
      // The runs on both sides may be of the same month.
      if place.run > 0, place.run < runs.count, runs[place.run - 1].month == runs[place.run].month {
        let run = runs.remove(at: place.run)
        runs[place.run - 1].append(run.parts)
      }
    }
    countRuns(from: max(0, place.run - 1))
  }

  private mutating func countRuns(from index: Int) {
    var start = index == 0 ? 0 : runs[index - 1].start + runs[index - 1].section.count
    for place in runs.indices.dropFirst(index) {
      runs[place].start = start
      start += runs[place].section.count
    }
  }
}

// MARK: - PhotoWalk

/// A request for entries with photos after a place in the diary's order, up to a limit.
package struct PhotoWalk: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    case newer, older
  }

  var direction: Direction
  /// The entry to start after; `nil` to start with the newest.
  var start: EntrySortKey?
  /// The number of entries to read.
  var limit: Int
  /// A condition for the entries in addition to having photos.
  var predicate = EntryPredicate.all

  private static let day: Int64 = 86_400

  /// The query, which starts a day early because days are in the writers' time zones.
  private var query: EntryQuery {
    let wanted = [.withPictures] + (predicate == .all ? [] : [predicate])
    guard let start else { return EntryQuery(.all(of: wanted)) }
    func day(_ instant: Int64) -> CalendarDay { EntryDate(instant: instant, offset: 0).day }
    switch direction {
    case .older:
      return EntryQuery(.and(wanted + [.to(day(start.date + Self.day))]))
    case .newer:
      return EntryQuery(.and(wanted + [.from(day(start.date - Self.day))]), isAscending: true)
    }
  }

  private func isBeyond(_ entry: Entry) -> Bool {
    guard let start else { return true }
    return direction == .older ? entry.sortKey < start : start < entry.sortKey
  }

  /// Returns the entries in the order of the walk; `isEnd` is `true` if there are no more.
  ///
  /// - Throws: an error if entries can't be read.
  func entries(in service: DiaryService) async throws -> (entries: [Entry], isEnd: Bool) {
    var found: [Entry] = []
    for await batch in try await service.batches(query) {
      found += batch.filter(isBeyond)
      if found.count >= limit { return (found, false) }
    }
    return (found, true)
  }
}

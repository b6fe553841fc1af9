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

// MARK: - PhotoMonths

/// Entries' photos by month, newest first. A change costs what its month costs, and a step for
/// each month: not what all photos cost.
struct PhotoMonths: Sendable {
  /// Entries of one month that follow each other. Near its ends, entries of two months may take
  /// turns: an entry's day is that of its writer's zone, its place is not.
  private struct Run: Sendable {
    let month: Month
    private(set) var section: ContactSheet.Section
    /// The place of its first photo among all.
    var start = 0
    private(set) var parts: [PhotoFeed.Part] = []
    /// The place of each part's first photo in the run.
    private(set) var starts: [Int] = []

    init(_ part: PhotoFeed.Part) {
      month = Month(part.day)
      section = ContactSheet.Section(heading: DateWords.month(part.day), count: 0)
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

    /// Cuts off what begins at a part; `nil` if that is nothing.
    mutating func split(at index: Int) -> Run? {
      guard index < parts.count else { return nil }
      var tail = self
      tail.parts.removeFirst(index)
      tail.count(from: 0)
      parts.removeSubrange(index...)
      count(from: index)
      return tail
    }

    /// Counts anew from a part on.
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
  /// Where each entry stands in the diary's order.
  private var orders: [ID<Entry>: EntrySortKey] = [:]
  /// Of photos and films.
  private(set) var count = 0
  private(set) var films = 0

  var entryCount: Int { orders.count }
  /// A section for each run.
  var sections: [ContactSheet.Section] { runs.map(\.section) }

  subscript(item: Int) -> PhotoFeed.Item? {
    guard (0..<count).contains(item) else { return nil }
    let run = runs[runs.partitionPoint { $0.start <= item } - 1]
    let index = run.starts.partitionPoint { $0 <= item - run.start } - 1
    let part = run.parts[index]
    return PhotoFeed.Item(
      entry: part.entry, photo: part.photos[item - run.start - run.starts[index]], day: part.day)
  }

  /// Where a photo of an entry is.
  func item(of photo: AssetID, in entry: ID<Entry>) -> Int? {
    guard let order = orders[entry], let place = place(of: order) else { return nil }
    let run = runs[place.run]
    let index = run.parts[place.part].photos.firstIndex { $0.asset == photo }
    return index.map { run.start + run.starts[place.part] + $0 }
  }

  /// The run that an order belongs into, and the first part there that doesn't come before it.
  private func place(of order: EntrySortKey) -> (run: Int, part: Int)? {
    let after = runs.partitionPoint { order <= $0.parts[0].order }
    guard after > 0 else { return nil }
    return (after - 1, runs[after - 1].parts.partitionPoint { order < $0.order })
  }

  // MARK: Changes

  /// Puts an entry's photos in their place; at the end, that costs nothing more.
  mutating func insert(_ part: PhotoFeed.Part) {
    remove(part.entry)
    guard !part.photos.isEmpty else { return }
    orders[part.entry] = part.order
    count += part.photos.count
    films += part.films
    let month = Month(part.day)
    let place = place(of: part.order)
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
    films -= part.films
    if runs[place.run].parts.isEmpty {
      runs.remove(at: place.run)
      // Its neighbors may be of one month.
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

/// Which entries with photos are to be read: those beyond a place in the diary's order, up to a
/// number of them.
package struct PhotoWalk: Hashable, Sendable {
  package enum Direction: Hashable, Sendable {
    case newer, older
  }

  var direction: Direction
  /// The entry that it begins beyond; `nil` to begin with the newest.
  var start: EntrySortKey?
  /// How many entries are enough.
  var limit: Int
  /// What the entries match, beside having photos.
  var predicate = EntryPredicate.all

  private static let day: Int64 = 86_400

  /// A query is for days in the writers' own times, which may be a day apart from each other.
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
    return direction == .older ? entry.order < start : start < entry.order
  }

  /// The entries in the order of the walk, and whether there are no others.
  func entries(
    in service: DiaryService
  ) async throws(DiaryError) -> (entries: [Entry], isEnd: Bool) {
    var found: [Entry] = []
    for await batch in try await service.batches(query) {
      found += batch.filter(isBeyond)
      if found.count >= limit { return (found, false) }
    }
    return (found, true)
  }
}

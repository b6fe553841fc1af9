import DiaryCore

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

import Text

/// Statistics of a diary or a part of it. Days and hours are in the writers' time zones.
package struct DiaryStatistics: Hashable, Sendable {
  package internal(set) var total = EntryAmount()
  /// The months that have entries, in order.
  package internal(set) var months: [PeriodTally] = []
  package internal(set) var years: [PeriodTally] = []
  /// The number of entries by hour of the day, from 0 to 23, without those at exactly midnight,
  /// which have only a day.
  package internal(set) var hours = [Int](repeating: 0, count: 24)
  /// The number of entries by day of the week, from Sunday.
  package internal(set) var weekdays = [Int](repeating: 0, count: 7)
  /// The number of days with an entry, and the first and last of them.
  package internal(set) var days = 0
  package internal(set) var firstDay: CalendarDay?
  package internal(set) var lastDay: CalendarDay?
  /// The current streak: up to today, or up to yesterday while today has no entry. Always `nil` in
  /// the review of a year.
  package internal(set) var current: Streak?
  package internal(set) var longest: Streak?
  /// The most frequent first.
  package internal(set) var tags: [TagTally] = []
  package internal(set) var places: [PlaceTally] = []
  /// The most frequent first.
  package internal(set) var moods: [MoodTally] = []
  /// `nil` if links weren't read.
  package internal(set) var unlinked: UnlinkedEntries?

  package init() {}

  /// Returns the twelve months up to that of `day`, including empty ones, the latest first.
  package func months(upTo day: CalendarDay) -> [PeriodTally] {
    var known: [CalendarDay: PeriodTally] = [:]
    for month in months.suffix(while: { $0.first >= day.adding(months: -11).firstOfMonth }) {
      known[month.first] = month
    }
    return (0..<12).map { back in
      let first = day.firstOfMonth.adding(months: -back)
      return known[first] ?? PeriodTally(first: first)
    }
  }
}

extension Array {
  /// Returns the longest suffix whose elements satisfy a condition.
  fileprivate func suffix(while holds: (Element) -> Bool) -> ArraySlice<Element> {
    let start = lastIndex { !holds($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}

/// Counts entries one by one, in any order, without keeping them.
package struct StatisticsCounter: Sendable {
  private var total = EntryAmount()
  /// By the number of months since year 0.
  private var months: [Int: EntryAmount] = [:]
  private var hours = [Int](repeating: 0, count: 24)
  private var weekdays = [Int](repeating: 0, count: 7)
  /// The days with an entry, counted from 1970.
  private var days: Set<Int64> = []
  private var tags = TagCounter()
  private var places = PlaceCounter()
  private var moods = MoodCounter()
  private let linked: Set<ID<Entry>>?
  private var unlinked = UnlinkedEntries()

  /// - Parameter linked: the entries with links in or out, to count the others; `nil` for no such
  ///   count.
  package init(linked: Set<ID<Entry>>? = nil) { self.linked = linked }

  /// Adds an entry to the counts.
  package mutating func count(_ entry: Entry) {
    let day = entry.date.day
    let amount = EntryAmount(
      entries: 1, length: TextLength(of: entry.content), photos: entry.photos.count)
    total += amount
    months[day.year * 12 + day.month - 1, default: EntryAmount()] += amount
    if entry.date.secondOfDay > 0 { hours[entry.date.secondOfDay / 3600] += 1 }
    weekdays[day.weekday] += 1
    days.insert(day.daysSinceEpoch)
    tags.count(entry)
    places.count(entry)
    moods.count(entry)
    if let linked, !linked.contains(entry.id) {
      unlinked.count(entry, isNamed: !linked.isEmpty)
    }
  }

  /// Returns the statistics of the entries counted so far.
  ///
  /// - Parameter today: today in the user's time zone; `nil` without a current streak.
  package func statistics(today: CalendarDay?) -> DiaryStatistics {
    let days = days.sorted()
    var statistics = DiaryStatistics()
    statistics.total = total
    statistics.months = months.sorted { $0.key < $1.key }.compactMap { month, amount in
      CalendarDay(year: month / 12, month: month % 12 + 1, day: 1)
        .map { PeriodTally(first: $0, amount: amount) }
    }
    statistics.years = Self.years(of: statistics.months)
    statistics.hours = hours
    statistics.weekdays = weekdays
    statistics.days = days.count
    statistics.firstDay = days.first.map { CalendarDay(daysSinceEpoch: $0) }
    statistics.lastDay = days.last.map { CalendarDay(daysSinceEpoch: $0) }
    statistics.current = today.flatMap { Streak.current(of: self.days, today: $0) }
    statistics.longest = Streak.longest(of: days)
    statistics.tags = TagTally.sorted(tags.tallies, by: .count)
    statistics.places = PlaceTally.sorted(places.tallies, by: .count)
    statistics.moods = moods.tallies
    statistics.unlinked = linked.map { _ in unlinked }
    return statistics
  }

  private static func years(of months: [PeriodTally]) -> [PeriodTally] {
    var years: [PeriodTally] = []
    for month in months {
      if years.last?.first.year != month.first.year {
        years.append(PeriodTally(first: month.first.firstOfYear))
      }
      years[years.count - 1].amount += month.amount
    }
    return years
  }
}

// MARK: - Tallies

/// The total size of some entries.
package struct EntryAmount: Hashable, Sendable {
  package var entries = 0
  package var length = TextLength()
  package var photos = 0

  package init(entries: Int = 0, length: TextLength = TextLength(), photos: Int = 0) {
    self.entries = entries
    self.length = length
    self.photos = photos
  }

  package static func += (sum: inout EntryAmount, other: EntryAmount) {
    sum.entries += other.entries
    sum.length += other.length
    sum.photos += other.photos
  }
}

/// The entries of a month or year.
package struct PeriodTally: Hashable, Sendable {
  /// Its first day.
  package let first: CalendarDay
  package var amount = EntryAmount()
}

/// Entries without links to other entries or from them.
package struct UnlinkedEntries: Hashable, Sendable {
  package private(set) var entries = 0
  /// The newest of them, newest first; none if no entry of the diary has links.
  package private(set) var newest: [LinkedEntry] = []

  private static let mostNamed = 5

  fileprivate mutating func count(_ entry: Entry, isNamed: Bool) {
    entries += 1
    let date = entry.date.instant
    guard isNamed,
      newest.count < Self.mostNamed || date > newest.last?.date.instant ?? .max
    else { return }
    let place = newest.firstIndex { $0.date.instant < date } ?? newest.count
    newest.insert(LinkedEntry(entry), at: place)
    if newest.count > Self.mostNamed { newest.removeLast() }
  }
}

/// A place in entries, with their number and the latest day.
package struct PlaceTally: Hashable, Sendable {
  /// The most frequent spelling.
  package let name: String
  package let count: Int
  /// In the writer's time zone.
  package let latest: CalendarDay

  package enum Order: Hashable, Sendable {
    /// The most frequent first.
    case count
    /// The latest first.
    case latest
    case name
  }

  /// Returns places in an order. Equal ones are sorted by name.
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

/// Counts the places of entries. Spellings that differ only in case or normalization are counted
/// together.
struct PlaceCounter: Sendable {
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

/// Consecutive days that all have an entry.
package struct Streak: Hashable, Sendable {
  package let first: CalendarDay
  package let last: CalendarDay

  package var days: Int { Int(last.daysSinceEpoch - first.daysSinceEpoch) + 1 }

  /// Returns the longest streak, the latest of equal ones; `nil` without entries.
  ///
  /// - Parameter days: days counted from 1970, ascending.
  static func longest(of days: [Int64]) -> Streak? {
    var (first, last) = (Int64(0), Int64(-1))
    var start = days.first ?? 0
    for (index, day) in days.enumerated() {
      if index > 0, day != days[index - 1] + 1 { start = day }
      if day - start >= last - first { (first, last) = (start, day) }
    }
    guard last >= first else { return nil }
    return Streak(
      first: CalendarDay(daysSinceEpoch: first), last: CalendarDay(daysSinceEpoch: last))
  }

  /// Returns the streak up to a day, or up to the day before while that day has no entry.
  static func current(of days: Set<Int64>, today: CalendarDay) -> Streak? {
    var last = today.daysSinceEpoch
    if !days.contains(last) { last -= 1 }
    guard days.contains(last) else { return nil }
    var first = last
    while days.contains(first - 1) { first -= 1 }
    return Streak(
      first: CalendarDay(daysSinceEpoch: first), last: CalendarDay(daysSinceEpoch: last))
  }
}

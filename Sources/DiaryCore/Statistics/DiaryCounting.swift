import TextEditing

/// Counts entries one by one, in any order, and keeps none of them.
package struct DiaryCounting: Sendable {
  private var total = EntryAmount()
  /// By the months since the year 0.
  private var months: [Int: EntryAmount] = [:]
  private var hours = [Int](repeating: 0, count: 24)
  private var weekdays = [Int](repeating: 0, count: 7)
  /// Those with an entry, counted from 1970.
  private var days: Set<Int64> = []
  private var tags = TagTallying()
  private var places = PlaceTallying()
  private var moods = MoodTallying()

  package init() {}

  package mutating func count(_ entry: Entry) {
    let day = entry.date.day
    let amount = EntryAmount(
      entries: 1, words: WordCount.words(in: entry.content), photos: entry.photos.count)
    total += amount
    months[day.year * 12 + day.month - 1, default: EntryAmount()] += amount
    hours[entry.date.secondOfDay / 3600] += 1
    weekdays[day.weekday] += 1
    days.insert(day.daysSinceEpoch)
    tags.count(entry)
    places.count(entry)
    moods.count(entry)
  }

  /// What has been counted so far. `today` is the person's own.
  package func statistics(today: CalendarDay) -> DiaryStatistics {
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
    statistics.current = Streak.current(of: self.days, today: today)
    statistics.longest = Streak.longest(of: days)
    statistics.tags = TagTally.sorted(tags.tallies, by: .count)
    statistics.places = PlaceTally.sorted(places.tallies, by: .count)
    statistics.moods = moods.tallies
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

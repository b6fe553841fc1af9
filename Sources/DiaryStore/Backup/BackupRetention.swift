import DiaryCore

/// Which backups stay when old ones are thinned out, as `7d,4w,12m` says it: the newest of each of
/// the last 7 days, 4 weeks and 12 months of which there are any. A time without backups therefore
/// takes none away.
package struct BackupRetention: Hashable, Sendable {
  enum Period: Character, CaseIterable, Sendable {
    case day = "d"
    case week = "w"
    case month = "m"
  }

  private let counts: [Period: Int]

  /// `nil` for anything else than numbers above 0 with a letter each, no letter twice.
  package init?(_ text: String) {
    var counts: [Period: Int] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let period = part.last.flatMap(Period.init), counts[period] == nil,
        part.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }),
        let count = Int(part.dropLast()), count > 0
      else { return nil }
      counts[period] = count
    }
    self.counts = counts
  }

  /// The places of those that stay, of backups made at these times, newest first. A backup is of the
  /// day that it was where it was made. The newest one always stays.
  package func kept(of dates: [EntryDate]) -> Set<Int> {
    var kept: Set = [0]
    for (period, count) in counts {
      var taken: Set<Int64> = []
      for (index, date) in dates.enumerated() where taken.count < count {
        if taken.insert(period.number(of: date.day)).inserted { kept.insert(index) }
      }
    }
    return kept
  }
}

extension BackupRetention.Period {
  /// A number that all days of one period share. Weeks begin on Monday, and go on over a year's
  /// end.
  fileprivate func number(of day: CalendarDay) -> Int64 {
    switch self {
    case .day: day.daysSinceEpoch
    case .week: day.daysSinceEpoch - Int64((day.weekday + 6) % 7)
    case .month: Int64(day.year * 12 + day.month)
    }
  }
}

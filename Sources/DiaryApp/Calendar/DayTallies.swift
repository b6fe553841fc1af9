import DiaryCore

/// What is known of the days' entries, a year at a time.
struct DayTallies: Sendable {
  private struct Year {
    /// The question whose answer it is.
    var requestID: Int
    var days: [CalendarDay: DayTally]
    /// Of entries on one day.
    var most: Int
  }

  private var years: [Int: Year] = [:]
  /// The questions that were asked since the last change of the diary.
  private var asked: [Int: Int] = [:]
  private static let mostKept = 12

  subscript(day: CalendarDay) -> DayTally? { years[day.year]?.days[day] }

  /// Whether anything is known of a year.
  func isKnown(_ year: Int) -> Bool { years[year] != nil }

  /// The entries of the busiest day of a year.
  func most(in year: Int) -> Int { years[year]?.most ?? 0 }

  /// What some days have together.
  func sum(of days: ClosedRange<CalendarDay>) -> (entries: Int, photos: Int) {
    let found = years[days.lowerBound.year]?.days.values.filter { days.contains($0.day) } ?? []
    return found.reduce((0, 0)) { ($0.0 + $1.entries, $0.1 + $1.photos) }
  }

  /// Whether a year has to be asked for, which is then noted.
  mutating func request(_ year: Int, requestID: Int) -> Bool {
    guard asked[year] == nil else { return false }
    asked[year] = requestID
    return true
  }

  mutating func take(_ tallies: [DayTally], of year: Int, _ requestID: Int) {
    guard asked[year] == requestID else { return }
    years[year] = Year(
      requestID: requestID, days: Dictionary(tallies.map { ($0.day, $0) }) { $1 },
      most: tallies.map(\.entries).max() ?? 0)
    // Those that were asked for longest ago.
    guard years.count > Self.mostKept,
      let oldest = years.min(by: { $0.value.requestID < $1.value.requestID })
    else { return }
    years[oldest.key] = nil
    asked[oldest.key] = nil
  }

  /// The diary has changed: all is asked for anew, and shown as it was until then.
  mutating func reload() { asked = [:] }
}

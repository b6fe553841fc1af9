import DiaryCore
import Localization

/// What is told at the list's top of this day in earlier years.
struct ReturningDay: Hashable, Sendable {
  let day: CalendarDay
  /// The question that was asked for it.
  let requestID: Int
  /// The latest year that has entries of the day; `nil` until it is known, or where there is none.
  private var latest: DayTally?
  /// Whether the diary has changed since it was asked for. It is shown until the next answer.
  var isStale = false

  init(_ day: CalendarDay, requestID: Int, after earlier: ReturningDay?) {
    self.day = day
    self.requestID = requestID
    latest = earlier?.day == day ? earlier?.latest : nil
  }

  /// Takes the entries of earlier years in, newest first.
  mutating func take(_ entries: [Entry]) {
    guard let first = entries.first?.date.day else {
      latest = nil
      return
    }
    let same = entries.prefix { $0.date.day.year == first.year }
    latest = DayTally(
      day: first, entries: same.count, photos: same.reduce(0) { $0 + $1.photos.count })
  }

  /// `3 years ago today: 2 ▣`
  var words: String? { words { "\(CountWords.grouped($0)) ▣" } }

  /// The line as it is read aloud.
  var spoken: String? { words(photos: CountWords.photos) }

  private func words(photos: (Int) -> String) -> String? {
    guard let latest else { return nil }
    let what =
      latest.photos > 0 ? photos(latest.photos) : CountWords.entries(latest.entries)
    let years = day.year - latest.day.year
    return localized(
      counting: years, one: "a year ago today: \(what)", other: "\(years) years ago today: \(what)")
  }
}

extension Effect {
  /// Reads the entries of that day in earlier years, newest first.
  static func findReturning(_ day: CalendarDay, requestID: Int) -> Effect {
    .read(day, requestID) { service async throws(DiaryError) in
      try await service.entries(returningOn: day)
    } then: { state, entries in
      if state.returning?.requestID == requestID { state.returning?.take(entries) }
      state.screens.update(OnThisDayState.self) { $0.take(entries, requestID) }
    }
  }
}

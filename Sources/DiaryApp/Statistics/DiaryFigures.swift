import DiaryCore

/// What has been counted of the diary, while a screen shows it.
struct DiaryFigures: Sendable {
  private(set) var statistics = DiaryStatistics()
  /// Whether all entries have been counted; until then, those of the latest days are.
  private(set) var isWhole = false
  /// The day that was today then.
  private var day: CalendarDay?
  /// Of the counting that is under way.
  private var ticket: Int?
  /// Whether entries have changed since they were counted.
  var isStale = true

  var isCounting: Bool { ticket != nil }

  /// Whether there is nothing to count.
  var isEmpty: Bool { isWhole && statistics.total.entries == 0 }

  /// Whether entries have to be counted, which is then noted. What was counted before is shown until
  /// that is done.
  mutating func want(on day: CalendarDay, ticket: Int) -> Bool {
    guard isStale || self.day != day else { return false }
    (self.day, self.ticket, isStale) = (day, ticket, false)
    return true
  }

  mutating func take(_ counted: DiaryStatistics, _ ticket: Int, isEnd: Bool) {
    guard self.ticket == ticket else { return }
    if isEnd || !isWhole { statistics = counted }
    guard isEnd else { return }
    isWhole = true
    self.ticket = nil
  }

  mutating func fail(_ ticket: Int) { if self.ticket == ticket { self.ticket = nil } }
}

extension AppState {
  mutating func diaryCounted(_ counted: DiaryStatistics, _ ticket: Int, isEnd: Bool) {
    figures?.take(counted, ticket, isEnd: isEnd)
    let places = figures?.statistics.places ?? []
    screens.update(PlacesState.self) { $0.take(places) }
    if completesFigures { _ = completeSearch() }
  }

  mutating func diaryNotCounted(_ error: DiaryError, _ ticket: Int) {
    figures?.fail(ticket)
    showError(error)
  }
}

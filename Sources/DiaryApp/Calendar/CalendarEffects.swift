import DiaryCore

extension Effect {
  /// What the days of a year have.
  static func tallyYear(_ days: ClosedRange<CalendarDay>, requestID: Int) -> Effect {
    .read(days, requestID) { service async throws(DiaryError) in
      try await service.tallies(of: days)
    } then: { state, tallies in
      state.screens.update(CalendarState.self) {
        $0.tallies.take(tallies, of: days.lowerBound.year, requestID)
      }
    }
  }

  /// Reads the entries of a day, newest first.
  static func loadDay(_ day: CalendarDay, requestID: Int) -> Effect {
    .read(day, requestID) { service async throws(DiaryError) in
      try await service.entries(EntryQuery(.on(day), limit: DayEntries.limit))
    } thenPerform: { state, entries in
      var isOpening = false
      state.screens.update(CalendarState.self) { calendar in
        guard calendar.entries.take(entries, of: day, requestID), calendar.day == day else {
          return
        }
        if entries.isEmpty { calendar.focus = .days }
        calendar.settle()
        (isOpening, calendar.isOpening) = (calendar.isOpening, false)
      }
      guard isOpening, state.screens.front is CalendarState else { return [] }
      return ScreenStack.withTopmost(CalendarState.self, of: &state) { $0.open(in: &$1) }
    }
  }

  /// Reads the entries of a month that have photos.
  static func findMonthPhotos(_ days: ClosedRange<CalendarDay>, requestID: Int) -> Effect {
    .read(days, requestID) { service async throws(DiaryError) in
      try await service.entries(
        EntryQuery(
          .and([.withPictures, .from(days.lowerBound), .to(days.upperBound)]),
          limit: MonthPhotos.limit))
    } then: { state, entries in
      state.screens.update(CalendarState.self) { $0.photos.take(entries, requestID) }
    }
  }
}

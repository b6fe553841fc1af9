import ArgumentParser
import DiaryCore

/// A day on the command line, or a month or year, which mean their first or last day.
struct DayArgument: ExpressibleByArgument, Hashable {
  let first: CalendarDay
  let last: CalendarDay

  init?(argument: String) {
    let days =
      switch argument.utf8.count {
      case 4: (CalendarDay(argument + "-01-01"), CalendarDay(argument + "-12-31"))
      case 7:
        (
          CalendarDay(argument + "-01"),
          (28...31).reversed().lazy.compactMap { CalendarDay("\(argument)-\($0)") }.first
        )
      default: (CalendarDay(argument), CalendarDay(argument))
      }
    guard let first = days.0, let last = days.1 else { return nil }
    self.first = first
    self.last = last
  }
}

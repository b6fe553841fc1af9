import DiaryCore
import TerminalUI

/// The calendar: the days of a month or a year, and what the selected one has.
package struct CalendarState: Sendable {
  enum Form: Hashable, Sendable {
    case month, year
  }

  enum Focus: Hashable, Sendable {
    case days, entries
  }

  private(set) var day: CalendarDay
  var form = Form.month
  var focus = Focus.days
  var tallies = DayTallies()
  var entries = DayEntries()
  var photos = MonthPhotos()
  /// The line where a date to go to is typed; `nil` when none is.
  var jump: DayJump?
  /// Whether the day was to be opened before its entries were known.
  var isOpening = false
  /// The entry that is to be chosen once the day's are known.
  private var wanted: ID<Entry>?

  init(_ day: CalendarDay) { self.day = day }

  mutating func select(_ day: CalendarDay) {
    guard day != self.day else { return }
    self.day = day
    focus = .days
    isOpening = false
    entries.choice.select(0, count: 1)
  }

  /// Goes to what a phrase names, in the form that shows it.
  mutating func select(_ phrase: DayPhrase) {
    select(phrase.day)
    form = phrase.span == .year ? .year : .month
  }

  /// Chooses an entry of the day, now or when they are known.
  mutating func want(_ entry: ID<Entry>?) {
    wanted = entry
    settle()
  }

  /// The day's entries may be known now.
  mutating func settle() {
    guard let wanted, let known = entries.entries(of: day) else { return }
    self.wanted = nil
    guard let index = known.firstIndex(where: { $0.id == wanted }) else { return }
    entries.choice.select(index, count: known.count)
    focus = .entries
  }

  var chosenEntry: Entry? { entries.chosen(of: day) }

  /// The diary has changed.
  mutating func reload() {
    tallies.reload()
    entries.reload()
    photos.reload()
  }
}

extension AppState {
  /// The day that weeks begin with: 0 for Sunday.
  var firstWeekday: Int { preferences.weekStart.weekday(locale: localeWeekday) }

  mutating func openCalendar(_ phrase: DayPhrase) {
    noteJump()
    var calendar = CalendarState(phrase.day)
    calendar.select(phrase)
    screens.push(calendar)
  }

  /// What an open calendar needs to know: the year in view and the selected day.
  mutating func missingOfCalendar() -> [Effect] {
    var effects: [Effect] = []
    let next = ticket + 1
    let hasPhotos = showsPhotos && CalendarLayout.photoCell(size) != nil
    changeCalendar { calendar in
      let day = calendar.day
      if calendar.tallies.want(day.year, ticket: next) {
        effects.append(.tallyYear(day.firstOfYear...day.lastOfYear, ticket: next))
      }
      if calendar.entries.want(day, ticket: next) { effects.append(.loadDay(day, ticket: next)) }
      let month = day.firstOfMonth...day.lastOfMonth
      if hasPhotos, calendar.form == .month,
        calendar.photos.want(month.lowerBound, ticket: next)
      {
        effects.append(.findMonthPhotos(month, ticket: next))
      }
    }
    if !effects.isEmpty { ticket = next }
    return effects
  }

  /// Gives the calendar, if one is open, to a closure.
  mutating func changeCalendar(_ body: (inout CalendarState) -> Void) {
    guard var calendar = screens.topmost(CalendarState.self) else { return }
    body(&calendar)
    screens.put(calendar)
  }

  /// The diary has changed: what is shown of days is read anew, once it is drawn as it was.
  mutating func reloadDays() {
    changeCalendar { $0.reload() }
    changeOnThisDay { $0.reload() }
    returning?.isStale = true
    figures?.isStale = true
  }
}

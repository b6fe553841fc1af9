import DiaryCore
import TerminalUI

/// The calendar: the days of a month or a year, and what the selected one has. It is no `ChoiceScreen`:
/// days have neighbors on four sides, and the grid has no first and last but goes on without an end.
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
  mutating func request(_ entry: ID<Entry>?) {
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

extension CalendarState {
  static func open(_ phrase: DayPhrase, in app: inout ScreenContext) {
    app.recordJump()
    var calendar = CalendarState(phrase.day)
    calendar.select(phrase)
    app.push(calendar)
  }

  /// What an open calendar needs to know: the year in view and the selected day.
  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    var effects: [Effect] = []
    let requestID = app.requestID + 1
    if tallies.request(day.year, requestID: requestID) {
      effects.append(.tallyYear(day.firstOfYear...day.lastOfYear, requestID: requestID))
    }
    if entries.request(day, requestID: requestID) {
      effects.append(.loadDay(day, requestID: requestID))
    }
    if app.showsPhotos, CalendarLayout.photoCell(app.size) != nil, form == .month,
      photos.request(day.firstOfMonth, requestID: requestID)
    {
      effects.append(.findMonthPhotos(day.firstOfMonth...day.lastOfMonth, requestID: requestID))
    }
    if !effects.isEmpty { app.requestID = requestID }
    return effects
  }
}

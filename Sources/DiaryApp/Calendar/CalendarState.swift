import DiaryCore
import TerminalUI
import Text

/// The calendar: the days of a month or a year, and the entries of the selected day. It isn't a
/// `ChoiceScreen` because days have neighbors on four sides and the grid is endless.
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
  /// The first photo of each day of a month, by the month's first day. Those of the month before
  /// are shown until they are read.
  var photos = Loadable<CalendarDay, [CalendarDay: Photo]>()
  /// The field for typing a date to go to; `nil` while it is closed.
  var jump: DayJump?
  /// `true` if the day is to be opened as soon as its entries are known.
  var isOpening = false
  /// The entry to select once the day's entries are known.
  private var wanted: ID<Entry>?

  init(_ day: CalendarDay) { self.day = day }

  mutating func select(_ day: CalendarDay) {
    guard day != self.day else { return }
    self.day = day
    focus = .days
    isOpening = false
    entries.choice.select(0, count: 1)
  }

  /// Goes to the day of a phrase, in the month or year view that suits it.
  mutating func select(_ phrase: DayPhrase) {
    select(phrase.day)
    form = phrase.span == .year ? .year : .month
  }

  /// Selects an entry of the day, now or once they are known.
  mutating func request(_ entry: ID<Entry>?) {
    wanted = entry
    selectWanted()
  }

  /// Selects the wanted entry if the day's entries are known by now.
  mutating func selectWanted() {
    guard let wanted, let known = entries.entries(of: day) else { return }
    self.wanted = nil
    guard let index = known.firstIndex(where: { $0.id == wanted }) else { return }
    entries.choice.select(index, count: known.count)
    focus = .entries
  }

  var chosenEntry: Entry? { entries.chosen(of: day) }

  package mutating func diaryChanged() {
    tallies.reload()
    entries.reading.reload()
    photos.reload()
  }
}

extension CalendarState {
  static func open(_ phrase: DayPhrase, in app: inout AppState) {
    app.recordJump()
    var calendar = CalendarState(phrase.day)
    calendar.select(phrase)
    app.push(calendar)
  }

  /// Returns the requests of an open calendar: the year in view, the selected day and the month's
  /// photos.
  package mutating func requests(in app: inout AppState) -> [Effect] {
    var effects = entries.reading.need(day, in: &app, Effect.loadDay)
    if tallies.request(day.year, requestID: app.requestID + 1) {
      effects.append(
        .tallyYear(day.firstOfYear...day.lastOfYear, requestID: app.nextRequestID()))
    }
    if app.showsPhotos, CalendarLayout.photoCell(app.size) != nil, form == .month {
      effects += photos.need(day.firstOfMonth, in: &app, Effect.findMonthPhotos)
    }
    return effects
  }
}

// MARK: - CalendarUpdate

extension CalendarState: Screen {
  package var isTyping: Bool { jump != nil }
  package var leavesList: Bool { true }
  package var opener: Command? { .calendar }
  package var readEntry: Entry? { chosenEntry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] {
    [jump == nil ? keys[.calendar] : keys[.line]]
  }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    // The entries of a day that is still being read don't change the hints.
    guard let known = entries.entries(of: day) else { return true }
    return switch command {
    case .new: app.obstacle == nil
    case .open: !known.isEmpty || app.obstacle == nil
    case .focusNext: !known.isEmpty
    default: app.isAvailable(command, for: chosenEntry)
    }
  }

  package func location(in app: AppState) -> Location.Screen? {
    Location.Screen(
      kind: .calendar, entry: focus == .entries ? chosenEntry?.id : nil, day: day,
      isYear: form == .year)
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    jump?.field.insert(text)
    return []
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    if let jump { return handle(event, jump, in: &app) }
    isOpening = false
    guard let command = command(for: event, in: app) else {
      guard case .character(let digit) = event.key, event.modifiers.isEmpty, digit.isASCII,
        digit.isNumber
      else { return [] }
      jump = DayJump(field: TextField(String(digit)))
      return []
    }
    switch command {
    case .back:
      if focus == .entries, event == .escape {
        focus = .days
      } else {
        app.pop()
      }
    case .open: return open(in: &app)
    case .new: if app.mayWrite() { return beginEntry(in: &app) }
    case .jumpToDate: jump = DayJump()
    case .yearView: form = form == .month ? .year : .month
    case .focusNext:
      let hasEntries = chosenEntry != nil
      focus = focus == .days && hasEntries ? .entries : .days
    case .today:
      app.recordJump()
      select(app.now.day)
    case .edit, .editExternally, .delete, .history, .versions, .toggleStar, .copyText:
      return chosenEntry.map { app.act(command, on: $0) } ?? []
    default:
      guard move(command) else { return app.updateEverywhere(command) }
    }
    return []
  }

  /// Moves the selection of the focused part. Returns `false` for a command with another purpose.
  private mutating func move(_ command: Command) -> Bool {
    if focus == .entries {
      let count = entries.entries(of: day)?.count ?? 0
      let step = command == .up ? -1 : command == .down ? 1 : 0
      if step != 0 {
        entries.choice.select(entries.choice.selected + step, count: count)
        return true
      }
    }
    // Weeks are rows of a month and columns of a year.
    let isYear = form == .year
    let day = self.day
    switch command {
    case .left: select(day.adding(days: isYear ? -7 : -1))
    case .right: select(day.adding(days: isYear ? 7 : 1))
    case .up: select(day.adding(days: isYear ? -1 : -7))
    case .down: select(day.adding(days: isYear ? 1 : 7))
    case .pageUp: select(day.adding(months: isYear ? -12 : -1))
    case .pageDown: select(day.adding(months: isYear ? 12 : 1))
    case .previousYear: select(day.adding(years: -1))
    case .nextYear: select(day.adding(years: 1))
    case .first: select(isYear ? day.firstOfYear : day.firstOfMonth)
    case .last: select(isYear ? day.lastOfYear : day.lastOfMonth)
    default: return false
    }
    return true
  }

  /// Opens the day's only entry or the selected one. If there are several, it focuses them first;
  /// if there are none, it starts a new entry.
  mutating func open(in app: inout AppState) -> [Effect] {
    guard let entries = self.entries.entries(of: day) else {
      isOpening = true
      return []
    }
    if entries.isEmpty {
      return beginEntry(in: &app)
    } else if entries.count > 1, focus == .days {
      focus = .entries
    } else if let entry = chosenEntry {
      return app.act(.open, on: entry)
    }
    return []
  }

  /// Starts a new entry on the day, at the current time of day.
  private func beginEntry(in app: inout AppState) -> [Effect] {
    let date = EntryDate(on: day, secondOfDay: app.now.secondOfDay) { [app] local in
      // The local offset on that day, determined twice because the first guess may be on the other
      // side of a clock change.
      [0, 1].reduce(app.now.offset) { offset, _ in
        app.localDate(Timestamp(milliseconds: (local - Int64(offset)) * 1000)).offset
      }
    }
    let editor = EditorState(newAt: day == app.now.day ? app.now : date, draft: .random())
    return app.begin(editor, on: day)
  }

  // MARK: The mouse

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    isOpening = false
    let layout = CalendarLayout(self, app)
    switch mouse.action {
    case .scrollUp, .scrollDown: _ = move(mouse.action == .scrollUp ? .pageUp : .pageDown)
    case .press, .doublePress:
      if let day = layout.day(at: mouse.point) {
        select(day)
        focus = .days
      } else if let index = entry(at: mouse.point, layout) {
        entries.choice.select(index, count: index + 1)
        focus = .entries
      } else {
        return []
      }
      if mouse.action == .doublePress { return open(in: &app) }
    default: break
    }
    return []
  }

  private func entry(at point: Point, _ layout: CalendarLayout) -> Int? {
    let count = entries.entries(of: day)?.count ?? 0
    let rows = DayPane(layout.pane, count: count).rows
    guard let rows, rows.contains(point) else { return nil }
    let index = entries.choice.top + point.row - rows.row
    return index < count ? index : nil
  }
}

// MARK: - CalendarEffects

extension Effect {
  /// Reads the numbers of entries, photos and words on the days of a year.
  static func tallyYear(_ days: ClosedRange<CalendarDay>, requestID: Int) -> Effect {
    .read(days, requestID) { service in
      try await service.tallies(of: days)
    } then: { state, tallies in
      state.screens.update(CalendarState.self) {
        $0.tallies.receive(tallies, of: days.lowerBound.year, requestID)
      }
    }
  }

  /// Reads the entries of a day, newest first.
  static func loadDay(_ day: CalendarDay, requestID: Int) -> Effect {
    .read(day, requestID) { service in
      try await service.entries(EntryQuery(.on(day), limit: DayEntries.limit))
    } thenPerform: { state, entries in
      var isOpening = false
      state.screens.update(CalendarState.self) { calendar in
        guard calendar.entries.receive(entries, of: day, requestID), calendar.day == day else {
          return
        }
        if entries.isEmpty { calendar.focus = .days }
        calendar.selectWanted()
        (isOpening, calendar.isOpening) = (calendar.isOpening, false)
      }
      guard isOpening, state.screens.front is CalendarState else { return [] }
      return state.withTopmost(CalendarState.self) { $0.open(in: &$1) }
    }
  }

  /// The most entries of a month to read for their photos.
  private static var maxOfMonth: Int { 400 }

  /// Reads the first photo of each day of a month.
  static func findMonthPhotos(_ month: CalendarDay, requestID: Int) -> Effect {
    .read(month, requestID) { service in
      let newestFirst = try await service.entries(
        EntryQuery(
          .and([.withPictures, .from(month), .to(month.lastOfMonth)]), limit: maxOfMonth))
      return Dictionary(
        newestFirst.compactMap { entry in entry.pictures.first.map { (entry.date.day, $0) } }
      ) { $1 }
    } then: { state, photos in
      state.screens.update(CalendarState.self) { _ = $0.photos.receive(photos, requestID) }
    }
  }
}

// MARK: - DayJump

/// A date to go to, being typed.
struct DayJump: Sendable {
  var field = TextField()

  /// Returns the typed date or the error; `nil` while nothing is typed.
  func result(today: CalendarDay) -> Result<DayPhrase, DateError>? {
    guard !field.text.isBlank else { return nil }
    return Result { () throws(DateError) in try DayPhrase(field.text, today: today) }
  }

  /// Returns the typed date in words or examples of valid input, for the bottom line.
  func text(today: CalendarDay) -> String {
    switch result(today: today) {
    case nil: Self.examples
    case .success(let phrase): phrase.words
    case .failure(.noSuchDay): localized("There's no such date.")
    case .failure: localized("Couldn't read that date. \(Self.examples)")
    }
  }

  private static var examples: String {
    localized("Try: yesterday, 3 days ago, last friday, 5 March, 2024-05")
  }
}

extension DayPhrase {
  var words: String {
    switch span {
    case .day, .week: DateText.long(day)
    case .month: DateText.month(day)
    case .year: DateText.year(day)
    }
  }
}

extension CalendarState {
  mutating func handle(_ key: KeyEvent, _ typed: DayJump, in app: inout AppState) -> [Effect] {
    let own = screenCommand(for: key, in: app)
    switch own ?? app.keys[.everywhere].command(for: key) {
    case .cancel: jump = nil
    case .accept:
      switch typed.result(today: app.now.day) {
      case nil: jump = nil
      case .success(let phrase):
        jump = nil
        app.recordJump()
        select(phrase)
      // The bottom line already shows the error.
      case .failure: break
      }
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help where own == .help: return app.updateEverywhere(.help)
    default:
      var field = typed.field
      if app.type(key, into: &field) { jump?.field = field }
    }
    return []
  }
}

// MARK: - DayEntries

/// The entries of the selected day, earliest first, and the selection among them.
struct DayEntries: Sendable {
  var reading = Loadable<CalendarDay, [Entry]>()
  var choice = ChoiceList()

  /// The most entries of a day that are shown.
  static let limit = 500

  /// Returns the entries of a day; `nil` if they aren't known.
  func entries(of day: CalendarDay) -> [Entry]? { reading[day] }

  func chosen(of day: CalendarDay) -> Entry? { entries(of: day)?.element(at: choice.selected) }

  /// Sets the entries from an answer, newest first. The selection stays on its entry. Returns
  /// `false` if the answer is out of date.
  mutating func receive(_ newestFirst: [Entry], of day: CalendarDay, _ requestID: Int) -> Bool {
    let entries = Array(newestFirst.reversed())
    let index = chosen(of: day).flatMap { old in entries.firstIndex { $0.id == old.id } }
    let old = reading[day] == nil ? 0 : choice.selected
    guard reading.receive(entries, requestID) else { return false }
    choice.select(index ?? old, count: entries.count)
    return true
  }
}

// MARK: - DayTallies

/// The numbers of entries, photos and words by day, read for a year at a time.
struct DayTallies: Sendable {
  private struct Year {
    /// The request that was answered.
    var requestID: Int
    var days: [CalendarDay: DayTally]
    /// The length of text that nine of ten written days don't exceed, so that a single long day
    /// doesn't make all others look alike.
    var most: Int
  }

  private var years: [Int: Year] = [:]
  /// The IDs of the requests since the last change of the diary, by year.
  private var requested: [Int: Int] = [:]
  private static let maxKept = 12

  subscript(day: CalendarDay) -> DayTally? { years[day.year]?.days[day] }

  /// Returns `true` if a year's numbers are known.
  func isKnown(_ year: Int) -> Bool { years[year] != nil }

  /// Returns the length of text on the long days of a year, which get the strongest shade.
  func most(in year: Int) -> Int { years[year]?.most ?? 0 }

  /// Returns the sums of a range of days within one year.
  func sum(of days: ClosedRange<CalendarDay>) -> (entries: Int, photos: Int) {
    let found = years[days.lowerBound.year]?.days.values.filter { days.contains($0.day) } ?? []
    return found.reduce((0, 0)) { ($0.0 + $1.entries, $0.1 + $1.photos) }
  }

  /// Returns `true` if a year has to be requested, and records the request.
  mutating func request(_ year: Int, requestID: Int) -> Bool {
    guard requested[year] == nil else { return false }
    requested[year] = requestID
    return true
  }

  mutating func receive(_ tallies: [DayTally], of year: Int, _ requestID: Int) {
    guard requested[year] == requestID else { return }
    let lengths = tallies.map(\.length.count).filter { $0 > 0 }.sorted()
    years[year] = Year(
      requestID: requestID, days: Dictionary(tallies.map { ($0.day, $0) }) { $1 },
      most: lengths.isEmpty ? 0 : lengths[(lengths.count * 9 - 1) / 10])
    // Drops the year that was requested the longest ago.
    guard years.count > Self.maxKept,
      let oldest = years.min(by: { $0.value.requestID < $1.value.requestID })
    else { return }
    years[oldest.key] = nil
    requested[oldest.key] = nil
  }

  /// Requests everything again after a change of the diary. The known numbers are shown until then.
  mutating func reload() { requested = [:] }
}

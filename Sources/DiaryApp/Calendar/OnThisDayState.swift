import DiaryCore
import TerminalUI
import Text

/// The entries of a day in earlier years, earliest first.
package struct OnThisDayState: Sendable {
  private(set) var day: CalendarDay
  private var reading = Loadable<CalendarDay, [Entry]>()
  /// The selection among the entries. The headings between them can't be selected.
  var choice = ChoiceList()
  private(set) var scroll = ScrollPosition()
  /// The entry to select once the entries are known.
  private var wanted: ID<Entry>?

  init(_ day: CalendarDay) { self.day = day }

  /// The entries; `nil` until they are known.
  var entries: [Entry]? { reading.value }
  var selectedEntry: Entry? { entries?.element(at: choice.selected) }

  /// A row of the screen: the heading of a year, or an entry by index.
  enum Line: Hashable {
    case year(Int)
    case entry(Int)
  }

  var lines: [Line] {
    var lines: [Line] = []
    var year: Int?
    for (index, entry) in (entries ?? []).enumerated() {
      if entry.date.day.year != year {
        lines.append(.year(entry.date.day.year))
        year = entry.date.day.year
      }
      lines.append(.entry(index))
    }
    return lines
  }

  // MARK: Moving

  mutating func select(_ index: Int) { choice.select(index, count: entries?.count ?? 0) }

  /// Selects the first entry of the previous or next year that has entries.
  mutating func moveYear(earlier: Bool) {
    guard let entries, let year = selectedEntry?.date.day.year else { return }
    let next =
      earlier
      ? entries.last { $0.date.day.year < year }?.date.day.year
      : entries.first { $0.date.day.year > year }?.date.day.year
    guard let next, let index = entries.firstIndex(where: { $0.date.day.year == next }) else {
      return
    }
    select(index)
  }

  /// Scrolls so that the selection is visible, with the year's heading above its first entry.
  mutating func layOut(height: Int) {
    let lines = lines
    guard let row = lines.firstIndex(of: .entry(choice.selected)) else { return }
    var first = row
    if row > 0, case .year = lines[row - 1] { first -= 1 }
    scroll.reveal(first..<row + 1, content: lines.count, height: height)
  }

  // MARK: What is read

  /// Sets the entries from an answer, newest first, unless it is out of date. The selection stays
  /// on its entry; the first time, the latest entry is selected.
  mutating func receive(_ newestFirst: [Entry], _ requestID: Int) {
    let isFirst = self.entries == nil
    let entries = Array(newestFirst.reversed())
    let id = wanted ?? selectedEntry?.id
    guard reading.receive(entries, requestID) else { return }
    wanted = nil
    let index = entries.firstIndex { $0.id == id }
    select(index ?? (isFirst ? entries.count - 1 : choice.selected))
  }

  /// Selects an entry, now or once the entries are known.
  mutating func request(_ entry: ID<Entry>?) {
    if let index = entries?.firstIndex(where: { $0.id == entry }) {
      select(index)
    } else if entries == nil {
      wanted = entry
    }
  }

  package mutating func diaryChanged() { reading.reload() }
}

// MARK: - OnThisDayUpdate

extension OnThisDayState: ChoiceScreen {
  package var leavesList: Bool { true }
  package var opener: Command? { .onThisDay }
  package var readEntry: Entry? { selectedEntry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.onThisDay]] }

  package func location(in app: AppState) -> Location.Screen? {
    Location.Screen(kind: .onThisDay, entry: selectedEntry?.id, day: day)
  }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case _ where entries == nil: true
    case .previous, .next: selectedEntry != nil
    case .today: day != app.now.day
    default: app.isAvailable(command, for: selectedEntry)
    }
  }

  mutating func open(in app: inout AppState) -> [Effect] {
    selectedEntry.map { app.act(.open, on: $0) } ?? []
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .previous: moveYear(earlier: true)
    case .next: moveYear(earlier: false)
    // The entries of another day have to be read first.
    case .left: self = Self(day.adding(days: -1))
    case .right: self = Self(day.adding(days: 1))
    case .today:
      guard day != app.now.day else { return [] }
      app.recordJump()
      self = Self(app.now.day)
    case .calendar: CalendarState.open(DayPhrase(day, .day), in: &app)
    case .edit, .editExternally, .delete, .history, .versions, .toggleStar, .copyText:
      return selectedEntry.map { app.act(command, on: $0) } ?? []
    default: return nil
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    select(choice.selected + mouse.action.wheelRows.signum())
    let rows = list(in: app)
    guard mouse.action.isPress, rows.contains(mouse.point),
      case .entry(let index) = lines.element(at: scroll.top + mouse.point.row - rows.row)
    else { return [] }
    select(index)
    return mouse.action == .doublePress ? open(in: &app) : []
  }

  // MARK: What is read

  package mutating func requests(in app: inout AppState) -> [Effect] {
    reading.need(day, in: &app, Effect.loadOnThisDay)
  }
}

// MARK: - OnThisDayView

// The view: the entries of a day in earlier years below a heading for each year, and a preview of
// the selected one.
extension OnThisDayState {
  func rowCount(in app: AppState) -> Int { entries?.count ?? 0 }

  func list(in app: AppState) -> Rect { ScreenFrame.panes(ScreenFrame.body(app.size)).list }

  package mutating func layOut(in app: AppState) { layOut(height: list(in: app).rows) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    _ = ScreenFrame(
      title: title,
      trailing: self.entries.map { $0.isEmpty ? "" : CountText.entries($0.count) } ?? "",
      hints: app.keys[.onThisDay].bindings, in: &grid, app)
    if entries?.isEmpty == true {
      emptyPage(app).draw(in: &grid, ScreenFrame.body(app.size), app.theme)
      return nil
    }
    let preview = ScreenFrame.panes(ScreenFrame.body(app.size)).preview
    if let preview { grid.drawRule(in: preview, app.theme) }
    drawRows(in: &grid, app)
    if let preview, let entry = selectedEntry {
      PreviewView.draw(entry, in: &grid, preview.inset(left: 2, right: 1), among: 1, app)
    }
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures {
    guard let entries,
      let rect = ScreenFrame.panes(ScreenFrame.body(app.size)).preview?.inset(left: 2, right: 1)
    else { return WantedPictures() }
    func pictures(_ index: Int) -> [PictureRequest] {
      entries.element(at: index).map { PreviewView.pictures($0, in: rect, among: 1, app) } ?? []
    }
    return WantedPictures(
      inView: pictures(choice.selected),
      ahead: [1, -1, 2].flatMap { pictures(choice.selected + $0) })
  }

  /// The title, such as `On this day · 21 November`.
  var title: String {
    localized("On this day · \(DateText.dayOfYear(day))")
  }

  /// Returns a heading such as `3 years ago · 2023`.
  static func text(forYear year: Int, from day: CalendarDay) -> String {
    DateText.yearsAgo(day.year - year) + " · \(year)"
  }

  func drawRows(in grid: inout Grid, _ app: AppState) {
    for (row, line) in scroll.inView(lines, in: list(in: app)) {
      switch row {
      case .year(let year):
        grid.draw(Self.text(forYear: year, from: day), in: line.inset(left: 1), app.theme.dim)
      case .entry(let index):
        draw(row: index, isSelected: index == choice.selected, in: &grid, line, app)
      }
    }
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    guard let entry = entries?.element(at: row) else { return }
    EntryRow.draw(
      entry, isSelected: isSelected, lead: DateText.clock(entry.date),
      origin: app.origin(of: entry), in: &grid, line, app.theme)
  }

  private func emptyPage(_ app: AppState) -> EmptyPage {
    let (left, right) = (
      app.keys[.onThisDay].keyName(of: .left), app.keys[.onThisDay].keyName(of: .right)
    )
    return EmptyPage(
      localized("No entries on this day in earlier years."),
      left.flatMap { left in
        right.map { localized("Press \(left) or \($0) for the days before and after.") }
      } ?? "")
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    guard let entry = entries?.element(at: row) else { return "" }
    let words = AccessibleText.text(for: entry, in: app)
    return "\(Self.text(forYear: entry.date.day.year, from: day)), \(words)"
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(
      title, entries?.isEmpty == true ? emptyPage(app).lines : [], selected: selectedText(in: app))
  }
}

extension Location.Kind {
  static let onThisDay = Self(name: "on-this-day", needsDay: true) { location, _, old, app in
    guard let day = location.day else { return nil }
    var screen = OnThisDayState(day)
    if let open = old as? OnThisDayState, open.day == day { screen = open }
    screen.request(location.entry)
    return (screen, [])
  }
}

// MARK: - ReturningDay

/// The entries of this day in earlier years, for the top of the list.
package struct ReturningDay: Hashable, Sendable {
  let day: CalendarDay
  /// The request for it.
  let requestID: Int
  /// The latest year with entries on the day; `nil` until it is known or if there are none.
  private var latest: DayTally?
  /// The entry of that year to show: the newest with a picture or, without one, the newest.
  private(set) var entry: Entry?
  /// `true` if the diary has changed since the request. The note is shown until the next answer.
  var isStale = false

  init(_ day: CalendarDay, requestID: Int, after earlier: ReturningDay?) {
    self.day = day
    self.requestID = requestID
    (latest, entry) = earlier?.day == day ? (earlier?.latest, earlier?.entry) : (nil, nil)
  }

  /// Creates the day with the entries of the latest year that has some, newest first, which came
  /// unasked.
  init(_ day: CalendarDay, _ entries: [Entry]) {
    self.init(day, requestID: 0, after: nil)
    receive(entries)
  }

  /// Sets the entries of the latest year that has some, newest first.
  mutating func receive(_ entries: [Entry]) {
    latest = entries.first.map { first in
      DayTally(
        day: first.date.day, entries: entries.count,
        photos: entries.reduce(0) { $0 + $1.photos.count })
    }
    entry = entries.first { !$0.pictures.isEmpty } ?? entries.first
  }

  /// A text such as `3 years ago today`.
  var agoToday: String? {
    latest.map { latest in
      let years = day.year - latest.day.year
      return localized(
        counting: years, one: "A year ago today", other: "\(years) years ago today")
    }
  }

  /// A text such as `2 photos from this day 3 years ago`.
  var words: String? {
    guard let latest else { return nil }
    let what =
      latest.photos > 0 ? CountText.photos(latest.photos) : CountText.entries(latest.entries)
    let years = day.year - latest.day.year
    return localized(
      counting: years, one: "\(what) from this day last year",
      other: "\(what) from this day \(years) years ago")
  }
}

extension Effect {
  /// Reads the entries of the same day in all earlier years for the screen that shows them.
  static func loadOnThisDay(_ day: CalendarDay, requestID: Int) -> Effect {
    .read(day, requestID) { service in
      try await service.entries(onThisDay: day)
    } then: { state, entries in
      state.screens.update(OnThisDayState.self) { $0.receive(entries, requestID) }
    }
  }

  /// Reads the entries of the same day in the latest earlier year that has some, for the list.
  static func findReturning(_ day: CalendarDay, requestID: Int) -> Effect {
    .read(day, requestID) { service in
      try await service.entries(onThisDay: day, years: 1)
    } then: { state, entries in
      if state.returning?.requestID == requestID { state.returning?.receive(entries) }
    }
  }
}

// MARK: - ReturningStrip

/// The entry of this day in an earlier year, above the list: its photo, its title, and the key that
/// shows all of them.
enum ReturningStrip {
  /// The fewest rows of a screen that has space for it.
  private static let fewestRows = 20

  /// Returns the entry of the strip, which is only shown above the whole diary; `nil` without a
  /// strip.
  static func entry(in app: AppState) -> Entry? {
    app.found == nil && app.size.rows >= fewestRows ? app.returning?.entry : nil
  }

  /// Returns the strip's number of rows.
  static func rows(in app: AppState) -> Int {
    entry(in: app).map { app.shownPictures(of: $0).isEmpty ? 2 : ThumbnailRow.lines } ?? 0
  }

  static func draw(in grid: inout Grid, _ rect: Rect, among count: Int, _ app: AppState) {
    guard let entry = entry(in: app), let words = app.returning?.agoToday else { return }
    ThumbnailRow.draw(
      entry, isSelected: false, isMarked: false, note: words + keyText(app), in: &grid, rect,
      among: count, app)
  }

  static func pictures(in rect: Rect, among count: Int, _ app: AppState) -> [PictureRequest] {
    entry(in: app).map { ThumbnailRow.pictures($0, in: rect, among: count, app) } ?? []
  }

  /// Returns the key that shows all entries of the day, such as ` (o)`.
  static func keyText(_ app: AppState) -> String {
    app.keys[.list].keyName(of: .onThisDay).map { " (\($0))" } ?? ""
  }
}

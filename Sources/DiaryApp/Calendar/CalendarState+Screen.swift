import DiaryCore
import TerminalUI
import Words

extension CalendarState: Screen {
  package var isTyping: Bool { jump != nil }
  package var leavesList: Bool { true }
  package var opener: Command? { .calendar }
  package var readEntry: Entry? { chosenEntry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] {
    [jump == nil ? keys[.calendar] : keys[.line]]
  }

  package mutating func layOut(in app: AppState) { CalendarView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    CalendarView.draw(self, app, in: &grid)
  }

  package func pictures(in app: AppState) -> WantedPictures { CalendarView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech {
    let isYear = form == .year
    let shown = isYear ? DateWords.year(day) : DateWords.month(day)
    let title = localized("Calendar, \(shown)")
    if let jump = self.jump {
      return Speech(
        title, [jump.words(today: app.now.day)],
        field: .init(localized("Go to a date"), jump.field))
    }
    let entries = self.entries.entries(of: day)
    if focus == .entries, let entries, let entry = chosenEntry {
      return Speech(
        title,
        selected: Speech.item(
          "\(entry.date.clock), \(entry.displayTitle)", self.entries.choice.selected,
          of: entries.count))
    }
    var parts = [DateWords.long(day)]
    if day == app.now.day { parts.append(localized("today")) }
    if let entries {
      parts.append(
        entries.isEmpty ? localized("no entry") : CountWords.entries(entries.count))
      let photos = entries.reduce(0) { $0 + $1.photos.count }
      if photos > 0 { parts.append(CountWords.photos(photos)) }
      parts += entries.prefix(3).map(\.displayTitle)
    }
    return Speech(title, selected: parts.joined(separator: ", "))
  }

  package func place(in app: AppState) -> Place.Screen? {
    Place.Screen(
      kind: .calendar, entry: focus == .entries ? chosenEntry?.id : nil, day: day,
      isYear: form == .year)
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    jump?.field.insert(text)
    return []
  }
}

extension Place.Kind {
  static let calendar = Self("calendar", needsDay: true) { place, _, old, app in
    guard let day = place.day else { return nil }
    var calendar = old as? CalendarState ?? CalendarState(day)
    calendar.select(day)
    calendar.form = place.isYear ? .year : .month
    calendar.want(place.entry)
    return (calendar, [])
  }
}

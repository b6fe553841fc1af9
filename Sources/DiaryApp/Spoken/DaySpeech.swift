import DiaryCore
import TerminalUI
import Words

// The screens that show days.
extension AppState {
  func speech(of calendar: CalendarState) -> Speech {
    let isYear = calendar.form == .year
    let shown = isYear ? DateWords.year(calendar.day) : DateWords.month(calendar.day)
    let title = localized("Calendar, \(shown)")
    if let jump = calendar.jump {
      return Speech(
        title, [jump.words(today: now.day)],
        field: .init(
          localized("Go to a date"), jump.field.text, caret: jump.field.charactersBeforeCaret))
    }
    let entries = calendar.entries.entries(of: calendar.day)
    if calendar.focus == .entries, let entries, let entry = calendar.chosenEntry {
      return Speech(
        title,
        selected: Self.place(
          "\(entry.date.clock), \(entry.displayTitle)", calendar.entries.choice.selected,
          of: entries.count))
    }
    var parts = [DateWords.long(calendar.day)]
    if calendar.day == now.day { parts.append(localized("today")) }
    if let entries {
      parts.append(
        entries.isEmpty ? localized("no entry") : CountWords.entries(entries.count))
      let photos = entries.reduce(0) { $0 + $1.photos.count }
      if photos > 0 { parts.append(CountWords.photos(photos)) }
      parts += entries.prefix(3).map(\.displayTitle)
    }
    return Speech(title, selected: parts.joined(separator: ", "))
  }

  func speech(of screen: OnThisDayState) -> Speech {
    let title = OnThisDayView.title(of: screen)
    guard let entries = screen.entries else { return Speech(title) }
    guard let entry = screen.selectedEntry else {
      return Speech(title, [OnThisDayView.emptyWords(self)])
    }
    let year = OnThisDayView.words(forYear: entry.date.day.year, from: screen.day)
    return Speech(
      title,
      selected: Self.place("\(year), \(Self.words(for: entry))", screen.selected, of: entries.count)
    )
  }
}

import DiaryCore
import TerminalUI
import Words

extension Command {
  /// Those of the list that lead to another screen, whatever is selected.
  static let elsewhere: [Command] = [
    .new, .search, .today, .calendar, .onThisDay, .gallery, .tagList, .journals, .statistics,
    .places, .drafts, .trash, .status, .importPhotos, .importDiary, .export,
  ]
}

extension AppState {
  /// Goes to another screen from any one. A screen that lies below already is gone back to; what
  /// is the list's is done there.
  mutating func goElsewhere(_ command: Command) -> [Effect] {
    let isMeant: (any Screen) -> Bool = { $0.opener == command }
    if screens.contains(where: isMeant) {
      noteJump()
      screens.goBack(to: isMeant)
      return []
    }
    if command == .search || command == .today {
      noteJump()
      (screens, roll) = (ScreenStack(), nil)
      return search == nil ? lead(to: command) ?? [] : []
    }
    return lead(to: command) ?? []
  }

  /// Opens what a command leads to; `nil` if it leads nowhere.
  mutating func lead(to command: Command) -> [Effect]? {
    switch command {
    case .new: openEditor(EditorState(newAt: now, in: scope?.journal, draft: .random()))
    case .search:
      noteJump()
      search = SearchState(number: nextTicket())
    case .today: return goToToday()
    case .calendar: openCalendar(DayPhrase(now.day, .day))
    case .onThisDay:
      noteJump()
      screens.push(OnThisDayState(now.day))
    case .gallery: openGallery()
    case .tagList:
      noteJump()
      screens.push(TagListState())
    case .journals: openJournals()
    case .statistics:
      noteJump()
      screens.push(StatisticsState())
    case .places: openPlaces()
    case .drafts:
      _ = offerAgain { _ in true }
      return [.findDiscarded(nil)]
    case .trash:
      noteJump()
      screens.push(TrashState())
      return [.loadTrash]
    case .status:
      noteJump()
      screens.push(StatusState())
      return [.loadStatus]
    case .importPhotos: return openPicker(for: .folder)
    case .importDiary: return openPicker(for: .diary)
    case .export: return openExport()
    default: return nil
    }
    return []
  }

  /// To today, or the last entry before it.
  private mutating func goToToday() -> [Effect] {
    noteJump()
    guard found != nil else { return [.locate(now)] }
    entries.select(entries.firstRank(notNewerThan: EntryOrder(endOfDayOf: now)))
    return []
  }
}

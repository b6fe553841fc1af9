import DiaryCore
import TerminalUI
import Words

/// A date to go to, as it is typed.
struct DayJump: Sendable {
  var field = TextField()

  /// What it means; `nil` while nothing is typed.
  func result(today: CalendarDay) -> Result<DayPhrase, DayPhrase.Fault>? {
    guard !field.text.isBlank else { return nil }
    return Result { () throws(DayPhrase.Fault) in try DayPhrase(field.text, today: today) }
  }

  /// What it means, or what could be meant, for the bottom line.
  func words(today: CalendarDay) -> String {
    switch result(today: today) {
    case nil: Self.examples
    case .success(let phrase): phrase.words
    case .failure(.noSuchDay): localized("There's no such date.")
    case .failure(.notUnderstood): localized("Couldn't read that date. \(Self.examples)")
    }
  }

  private static var examples: String {
    localized("Try: yesterday, 3 days ago, last friday, 5 March, 2024-05")
  }
}

extension DayPhrase {
  var words: String {
    switch span {
    case .day, .week: DateWords.long(day)
    case .month: DateWords.month(day)
    case .year: DateWords.year(day)
    }
  }
}

extension AppState {
  mutating func updateJump(
    _ event: KeyEvent, _ jump: DayJump, _ calendar: CalendarState
  ) -> [Effect] {
    var (jump, calendar) = (jump, calendar)
    let command = keys[.line].command(for: event)
    switch command ?? keys[.everywhere].command(for: event) {
    case .cancel: calendar.jump = nil
    case .accept:
      switch jump.result(today: now.day) {
      case nil: calendar.jump = nil
      case .success(let phrase):
        calendar.jump = nil
        noteJump()
        calendar.select(phrase)
      // It is said already what is wrong.
      case .failure: break
      }
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help where command == .help: return updateEverywhere(.help)
    default: if type(event, into: &jump.field) { calendar.jump = jump }
    }
    screens.replaceFront(with: calendar)
    return []
  }
}

import DiaryCore
import Localization
import TerminalUI

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

extension CalendarState {
  mutating func handle(_ key: KeyEvent, _ typed: DayJump, in app: inout ScreenContext) -> [Effect] {
    let own = ownCommand(for: key, in: app)
    switch own ?? app.keys[.everywhere].command(for: key) {
    case .cancel: jump = nil
    case .accept:
      switch typed.result(today: app.now.day) {
      case nil: jump = nil
      case .success(let phrase):
        jump = nil
        app.recordJump()
        select(phrase)
      // It is said already what is wrong.
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

import ArgumentParser
import DiaryCore
import Localization

/// A day, week, month or year on the command line, as the calendar understands it.
struct DayArgument: ExpressibleByArgument {
  private let text: String
  private let phrase: Result<DayPhrase, DayPhrase.Fault>

  init(argument: String) {
    text = argument
    phrase = Result { () throws(DayPhrase.Fault) in
      try DayPhrase(argument, today: LocalTime.today().day)
    }
  }

  /// Its days. Throws when there are none, or more than one where one is wanted.
  func days(onlyOne: Bool = false) throws -> ClosedRange<CalendarDay> {
    switch phrase {
    case .success(let phrase) where onlyOne && phrase.span != .day:
      throw ValidationError(localized("“\(text.printable)” is more than one day."))
    case .success(let phrase): return phrase.days
    case .failure(.noSuchDay):
      throw ValidationError(localized("There's no date \(text.printable)."))
    case .failure(.notUnderstood): throw notUnderstood
    }
  }

  /// That it is no date, and what one is.
  private var notUnderstood: ValidationError {
    ValidationError(
      localized(
        "“\(text.printable)” isn't a date. Write it as 2026-11-19, 2026-11, 2026 or yesterday."))
  }
}

import DiaryCore
import Localization

extension EntryPredicate {
  /// The days that it asks for, as an echo of what was typed: `→ Sunday 22 November 2026`. `nil` of
  /// what asks for none.
  var dayWords: String? {
    switch self {
    case .from(let first): localized("→ from \(DateWords.long(first))")
    case .to(let last): localized("→ until \(DateWords.long(last))")
    case .and(let parts):
      if case .from(let first)? = parts.first, case .to(let last)? = parts.last {
        Self.words(first, last)
      } else {
        nil
      }
    case .not(let part): part.dayWords
    default: nil
    }
  }

  private static func words(_ first: CalendarDay, _ last: CalendarDay) -> String {
    if first == last { return localized("→ \(DateWords.long(first))") }
    if first == first.firstOfMonth, last == first.lastOfMonth {
      return localized("→ \(DateWords.month(first))")
    }
    if first == first.firstOfYear, last == first.lastOfYear {
      return localized("→ \(DateWords.year(first))")
    }
    return localized("→ \(DateWords.long(first)) – \(DateWords.long(last))")
  }
}

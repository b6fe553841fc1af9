import DiaryCore
import Localization

/// The date as a field of the editor holds it: `2026-11-20 07:30 +09:00`, or what a person types in
/// its place.
package enum EditorDate {
  package static func text(_ date: EntryDate) -> String { "\(date.day) \(date.clock) \(date.zone)" }

  /// Reads the field; a part that is left out is taken from another date.
  static func date(
    _ text: String, near other: EntryDate, today: CalendarDay
  ) throws(DatePhrase.Fault) -> EntryDate {
    try DatePhrase(text, today: today).date(near: other, localOffset: { _ in other.offset })
  }
}

extension EditorState {
  /// What is understood of the date that is being typed, or why nothing is; `nil` while none is.
  var dateEcho: String? {
    guard focus == .date, isDateChanged else { return nil }
    do throws(DatePhrase.Fault) {
      return localized("→ \(DateWords.full(try typedDate))")
    } catch {
      return page.date.text.isBlank ? DatePhrase.examples : error.line
    }
  }
}

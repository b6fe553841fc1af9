import DiaryCore
import TerminalUI

/// The entries of the selected day, the earliest first, and which of them is chosen.
struct DayEntries: Sendable {
  /// The day whose entries are known; `nil` before the first answer.
  private var known: CalendarDay?
  private var entries: [Entry] = []
  var choice = ChoiceList()
  /// The day that was asked for since the last change of the diary, and the question.
  private var asked: (day: CalendarDay, requestID: Int)?

  /// More of one day aren't shown.
  static let limit = 500

  /// Those of a day; `nil` while they aren't known.
  func entries(of day: CalendarDay) -> [Entry]? { known == day ? entries : nil }

  func chosen(of day: CalendarDay) -> Entry? { entries(of: day)?.element(at: choice.selected) }

  /// Whether a day has to be asked for, which is then noted.
  mutating func request(_ day: CalendarDay, requestID: Int) -> Bool {
    guard asked?.day != day else { return false }
    asked = (day, requestID)
    return true
  }

  /// Takes an answer in, newest first; the choice stays on its entry. `false` if it comes too late.
  mutating func take(_ newestFirst: [Entry], of day: CalendarDay, _ requestID: Int) -> Bool {
    guard let asked, asked == (day, requestID) else { return false }
    let entries = Array(newestFirst.reversed())
    let index = chosen(of: day).flatMap { old in entries.firstIndex { $0.id == old.id } }
    let old = known == day ? choice.selected : 0
    self.entries = entries
    known = day
    choice.select(index ?? old, count: entries.count)
    return true
  }

  /// The diary has changed: what is shown is asked for anew.
  mutating func reload() { asked = nil }
}

import DiaryCore
import TerminalUI

/// A day in earlier years: its entries, the earliest first.
package struct OnThisDayState: Sendable {
  private(set) var day: CalendarDay
  /// `nil` until they are known.
  private(set) var entries: [Entry]?
  /// Of the entries; the headings between them can't be selected.
  var choice = ChoiceList()
  private(set) var scroll = ScrollPosition()
  /// The question that was asked since the last change of the diary.
  private var requestID: Int?
  /// The entry that is to be selected once they are known.
  private var wanted: ID<Entry>?

  init(_ day: CalendarDay) { self.day = day }

  var selectedEntry: Entry? { entries?.element(at: choice.selected) }

  /// A line of the screen: where a year begins, or an entry by its place.
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

  /// To the first entry of the year before or after that has one.
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

  /// Scrolls so that the selection is in view, and where it is the first of its year, that too.
  mutating func layOut(height: Int) {
    let lines = lines
    guard let row = lines.firstIndex(of: .entry(choice.selected)) else { return }
    var first = row
    if row > 0, case .year = lines[row - 1] { first -= 1 }
    scroll.reveal(first..<row + 1, content: lines.count, height: height)
  }

  // MARK: What is read

  /// Whether the day has to be asked for, which is then noted.
  mutating func request(requestID: Int) -> Bool {
    guard self.requestID == nil else { return false }
    self.requestID = requestID
    return true
  }

  /// Takes an answer in, unless it comes too late: the entries, newest first. The selection stays on
  /// its entry; at first it is on the latest.
  mutating func take(_ newestFirst: [Entry], _ requestID: Int) {
    guard self.requestID == requestID else { return }
    let isFirst = self.entries == nil
    let entries = Array(newestFirst.reversed())
    let id = wanted ?? selectedEntry?.id
    wanted = nil
    let index = entries.firstIndex { $0.id == id }
    self.entries = entries
    select(index ?? (isFirst ? entries.count - 1 : choice.selected))
  }

  /// Selects an entry, now or when they are known.
  mutating func request(_ entry: ID<Entry>?) {
    if let index = entries?.firstIndex(where: { $0.id == entry }) {
      select(index)
    } else if entries == nil {
      wanted = entry
    }
  }

  /// The diary has changed: what is shown is asked for anew.
  mutating func reload() { requestID = nil }
}

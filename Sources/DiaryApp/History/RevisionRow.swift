import DiaryCore
import Localization
import TerminalUI

/// A saved state as one line of a list: when, what was done, and whose it is where that matters.
enum RevisionRow {
  /// As wide as the widest row of a history is.
  static func columns(_ history: HistoryState) -> Int {
    guard let whole = history.history else { return 30 }
    let kinds = whole.revisions.map { TextWidth.columns(whole.kind(of: $0).words) }
    return 22 + max(8, kinds.max() ?? 0) + (whole.heads.count > 1 ? 8 : 0)
      + (whole.hasSeveralDevices ? 6 : 0)
  }

  static func draw(
    _ revision: Revision, in history: EntryHistory, isSelected: Bool, _ grid: inout Grid,
    _ rect: Rect, _ state: ScreenContext
  ) {
    let theme = state.theme
    if isSelected { grid.draw("▌", in: rect, theme.accent) }
    let date = rect.inset(left: 1)
    grid.draw(Self.date(revision, state), in: date, isSelected ? theme.text : theme.dim)
    let words = date.inset(left: 19, right: 1)
    let end = grid.draw(
      history.kind(of: revision).words, in: words, isSelected ? theme.title : theme.text)
    var marks: [String] = []
    if history.heads.count > 1, history.heads.contains(revision.id) {
      marks.append(localized("version"))
    }
    if history.hasSeveralDevices { marks.append(device(revision)) }
    grid.draw(
      marks.map { " " + $0 }.joined(), in: words.inset(left: end - words.column), theme.dim)
  }

  /// How the id of the device begins that saved it, as `photodiary status` tells it.
  static func device(_ revision: Revision) -> String {
    String(revision.device.description.prefix(4))
  }

  /// When it was saved, in the person's time, always as wide: `20 Nov 2026 07:30`.
  static func date(_ revision: Revision, _ state: ScreenContext) -> String {
    let date = state.localDate(revision.clock.time)
    let day = date.day
    let words = DateWords.short(day)
    return String(repeating: " ", count: max(0, 11 - words.count)) + "\(words) \(date.clock)"
  }
}

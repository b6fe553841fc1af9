import DiaryCore
import Localization
import TerminalUI

/// Where the entries of one day stand: a line each, and the chosen one beside or below them.
struct DayPane {
  /// A line for each; `nil` where the preview alone says as much.
  let rows: Rect?
  let preview: Rect?

  /// A preview of fewer lines would be but a title.
  private static let smallestPreview = 6
  private static let narrowestForTwo = 90

  init(_ rect: Rect, count: Int) {
    if rect.columns >= Self.narrowestForTwo, rect.rows >= Self.smallestPreview {
      let width = min(64, rect.columns * 40 / 100)
      rows = rect.inset(right: rect.columns - width)
      preview = rect.inset(left: width + 2)
      return
    }
    guard count > 1 else {
      let hasPreview = rect.rows >= Self.smallestPreview
      (rows, preview) = hasPreview ? (nil, rect) : (rect, nil)
      return
    }
    let lines = min(count, max(1, (rect.rows - 1) / 3))
    guard rect.rows - lines - 1 >= Self.smallestPreview else {
      (rows, preview) = (rect, nil)
      return
    }
    let parts = rect.split(top: lines)
    (rows, preview) = (parts.top, parts.rest.inset(top: 1))
  }

  /// Draws entries, of which one is chosen; a bar shows that if they have the focus.
  func draw(
    _ entries: [Entry], _ choice: ChoiceList, isFocused: Bool, in grid: inout Grid,
    _ state: ScreenContext
  ) {
    if let rows {
      for (row, entry) in entries.dropFirst(choice.top).prefix(rows.rows).enumerated() {
        EntryRow.draw(
          entry, isSelected: isFocused && choice.top + row == choice.selected,
          lead: entry.date.clock, origin: state.origin(of: entry), in: &grid, rows.line(row),
          state.theme)
      }
    }
    if let preview, let entry = entries.element(at: choice.selected) {
      PreviewView.draw(entry, in: &grid, preview, among: 1, state)
    }
  }

  /// The pictures of the chosen entry, and those of the ones beside it.
  func pictures(_ entries: [Entry], _ choice: ChoiceList, _ state: ScreenContext) -> WantedPictures
  {
    guard let preview else { return WantedPictures() }
    func pictures(_ index: Int) -> [PictureRequest] {
      entries.element(at: index).map { PreviewView.pictures($0, in: preview, among: 1, state) }
        ?? []
    }
    return WantedPictures(
      inView: pictures(choice.selected),
      ahead: [1, -1].flatMap { pictures(choice.selected + $0) })
  }
}

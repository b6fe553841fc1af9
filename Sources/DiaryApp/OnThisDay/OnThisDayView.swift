import DiaryCore
import TerminalUI
import Words

/// Where the parts of the screen are: the same as in the list.
struct OnThisDayLayout {
  let rows: Rect
  /// `nil` on a narrow screen.
  let preview: Rect?

  init(_ size: Size) {
    let body = ScreenFrame.body(size)
    guard size.columns >= ScreenFrame.narrowestForTwo else {
      (rows, preview) = (body, nil)
      return
    }
    let width = min(64, size.columns * 46 / 100)
    rows = body.inset(right: body.columns - width)
    preview = body.inset(left: width)
  }
}

/// The entries of a day in earlier years, under a heading for each, with the selected one beside.
enum OnThisDayView {
  static func layOut(_ screen: inout OnThisDayState, _ size: Size) {
    screen.layOut(height: OnThisDayLayout(size).rows.rows)
  }

  static func draw(_ screen: OnThisDayState, _ state: AppState, in grid: inout Grid) {
    _ = ScreenFrame(
      title: title(of: screen),
      trailing: screen.entries.map { $0.isEmpty ? "" : CountWords.entries($0.count) } ?? "",
      hints: state.keys[.onThisDay].bindings, in: &grid, state)
    let layout = OnThisDayLayout(state.size)
    if let preview = layout.preview {
      for row in 0..<preview.rows { grid.draw("│", in: preview.line(row), state.theme.rule) }
    }
    guard let entries = screen.entries else { return }
    guard !entries.isEmpty else { return drawEmpty(in: &grid, layout.rows, state) }
    drawRows(screen, entries, in: &grid, layout.rows, state)
    if let preview = layout.preview, let entry = screen.selectedEntry {
      PreviewView.draw(entry, in: &grid, preview.inset(left: 2, right: 1), among: 1, state)
    }
  }

  static func pictures(_ screen: OnThisDayState, _ state: AppState) -> WantedPictures {
    guard let entries = screen.entries,
      let rect = OnThisDayLayout(state.size).preview?.inset(left: 2, right: 1)
    else { return WantedPictures() }
    func pictures(_ place: Int) -> [PictureRequest] {
      entries.indices.contains(place)
        ? PreviewView.pictures(entries[place], in: rect, among: 1, state) : []
    }
    return WantedPictures(
      inView: pictures(screen.selected),
      ahead: [1, -1, 2].flatMap { pictures(screen.selected + $0) })
  }

  /// `On this day · 21 November`
  static func title(of screen: OnThisDayState) -> String {
    localized("On this day · \(DateWords.dayOfYear(screen.day))")
  }

  /// `3 years ago · 2023`
  static func words(forYear year: Int, from day: CalendarDay) -> String {
    DateWords.yearsAgo(day.year - year) + " · \(year)"
  }

  private static func drawRows(
    _ screen: OnThisDayState, _ entries: [Entry], in grid: inout Grid, _ rect: Rect,
    _ state: AppState
  ) {
    for (row, line) in screen.lines.dropFirst(screen.scroll.top).prefix(rect.rows).enumerated() {
      switch line {
      case .year(let year):
        grid.draw(
          words(forYear: year, from: screen.day), in: rect.line(row).inset(left: 1),
          state.theme.dim)
      case .entry(let place):
        let entry = entries[place]
        EntryRow.draw(
          entry, isSelected: place == screen.selected, lead: entry.date.clock, in: &grid,
          rect.line(row), state.theme)
      }
    }
  }

  static func emptyWords(_ state: AppState) -> String {
    let words = localized("No entries on this day in earlier years.")
    let keys = state.keys[.onThisDay]
    guard let left = keys.keyName(of: .left), let right = keys.keyName(of: .right) else {
      return words
    }
    return words + " " + localized("Press \(left) or \(right) for the days before and after.")
  }

  private static func drawEmpty(
    in grid: inout Grid, _ rect: Rect, _ state: AppState
  ) {
    let column = rect.inset(left: 2, top: 1, right: 2)
    grid.draw(paragraph: emptyWords(state), in: column, state.theme.dim)
  }
}

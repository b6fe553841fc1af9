import DiaryCore
import Localization
import TerminalUI

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

// The entries of a day in earlier years, under a heading for each, with the selected one beside.
extension OnThisDayState {
  package mutating func layOut(in app: ScreenContext) {
    layOut(height: OnThisDayLayout(app.size).rows.rows)
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    _ = ScreenFrame(
      title: title,
      trailing: self.entries.map { $0.isEmpty ? "" : CountWords.entries($0.count) } ?? "",
      hints: app.keys[.onThisDay].bindings, in: &grid, app)
    let layout = OnThisDayLayout(app.size)
    if let preview = layout.preview {
      for row in 0..<preview.rows { grid.draw("│", in: preview.line(row), app.theme.rule) }
    }
    guard let entries else { return nil }
    guard !entries.isEmpty else {
      Self.drawEmpty(in: &grid, layout.rows, app)
      return nil
    }
    drawRows(entries, in: &grid, layout.rows, app)
    if let preview = layout.preview, let entry = selectedEntry {
      PreviewView.draw(entry, in: &grid, preview.inset(left: 2, right: 1), among: 1, app)
    }
    return nil
  }

  package func pictures(in app: ScreenContext) -> WantedPictures {
    guard let entries,
      let rect = OnThisDayLayout(app.size).preview?.inset(left: 2, right: 1)
    else { return WantedPictures() }
    func pictures(_ location: Int) -> [PictureRequest] {
      entries.indices.contains(location)
        ? PreviewView.pictures(entries[location], in: rect, among: 1, app) : []
    }
    return WantedPictures(
      inView: pictures(selected),
      ahead: [1, -1, 2].flatMap { pictures(selected + $0) })
  }

  /// `On this day · 21 November`
  var title: String {
    localized("On this day · \(DateWords.dayOfYear(day))")
  }

  /// `3 years ago · 2023`
  static func words(forYear year: Int, from day: CalendarDay) -> String {
    DateWords.yearsAgo(day.year - year) + " · \(year)"
  }

  private func drawRows(_ entries: [Entry], in grid: inout Grid, _ rect: Rect, _ app: ScreenContext)
  {
    for (row, line) in lines.dropFirst(scroll.top).prefix(rect.rows).enumerated() {
      switch line {
      case .year(let year):
        grid.draw(
          Self.words(forYear: year, from: day), in: rect.line(row).inset(left: 1),
          app.theme.dim)
      case .entry(let location):
        let entry = entries[location]
        EntryRow.draw(
          entry, isSelected: location == selected, lead: entry.date.clock, in: &grid,
          rect.line(row), app.theme)
      }
    }
  }

  static func emptyWords(_ app: ScreenContext) -> String {
    let words = localized("No entries on this day in earlier years.")
    let keys = app.keys[.onThisDay]
    guard let left = keys.keyName(of: .left), let right = keys.keyName(of: .right) else {
      return words
    }
    return words + " " + localized("Press \(left) or \(right) for the days before and after.")
  }

  private static func drawEmpty(in grid: inout Grid, _ rect: Rect, _ app: ScreenContext) {
    let column = rect.inset(left: 2, top: 1, right: 2)
    grid.draw(paragraph: emptyWords(app), in: column, app.theme.dim)
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let title = title
    guard let entries else { return AccessibleText(title) }
    guard let entry = selectedEntry else {
      return AccessibleText(title, [Self.emptyWords(app)])
    }
    let year = Self.words(forYear: entry.date.day.year, from: day)
    return AccessibleText(
      title,
      selected: AccessibleText.item(
        "\(year), \(AccessibleText.words(for: entry))", selected, of: entries.count)
    )
  }
}

extension Location.Kind {
  static let onThisDay = Self("on-this-day", needsDay: true) { location, _, old, app in
    guard let day = location.day else { return nil }
    var screen = OnThisDayState(day)
    if let open = old as? OnThisDayState, open.day == day { screen = open }
    screen.request(location.entry)
    return (screen, [])
  }
}

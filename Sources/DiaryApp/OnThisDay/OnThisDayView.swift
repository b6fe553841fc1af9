import DiaryCore
import Localization
import TerminalUI

// The entries of a day in earlier years, under a heading for each, with the selected one beside.
extension OnThisDayState {
  func rowCount(in app: ScreenContext) -> Int { entries?.count ?? 0 }

  func list(in app: ScreenContext) -> Rect { ScreenFrame.panes(ScreenFrame.body(app.size)).list }

  package mutating func layOut(in app: ScreenContext) { layOut(height: list(in: app).rows) }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    _ = ScreenFrame(
      title: title,
      trailing: self.entries.map { $0.isEmpty ? "" : CountWords.entries($0.count) } ?? "",
      hints: app.keys[.onThisDay].bindings, in: &grid, app)
    let (list, preview) = ScreenFrame.panes(ScreenFrame.body(app.size))
    if let preview {
      grid.drawRule(in: preview, app.theme)
    }
    if entries?.isEmpty == true {
      let column = list.inset(left: 2, top: 1, right: 2)
      grid.draw(paragraph: emptyWords(app), in: column, app.theme.dim)
    }
    drawRows(in: &grid, app)
    if let preview, let entry = selectedEntry {
      PreviewView.draw(entry, in: &grid, preview.inset(left: 2, right: 1), among: 1, app)
    }
    return nil
  }

  package func pictures(in app: ScreenContext) -> WantedPictures {
    guard let entries,
      let rect = ScreenFrame.panes(ScreenFrame.body(app.size)).preview?.inset(left: 2, right: 1)
    else { return WantedPictures() }
    func pictures(_ index: Int) -> [PictureRequest] {
      entries.element(at: index).map { PreviewView.pictures($0, in: rect, among: 1, app) } ?? []
    }
    return WantedPictures(
      inView: pictures(choice.selected),
      ahead: [1, -1, 2].flatMap { pictures(choice.selected + $0) })
  }

  /// `On this day · 21 November`
  var title: String {
    localized("On this day · \(DateWords.dayOfYear(day))")
  }

  /// `3 years ago · 2023`
  static func words(forYear year: Int, from day: CalendarDay) -> String {
    DateWords.yearsAgo(day.year - year) + " · \(year)"
  }

  func drawRows(in grid: inout Grid, _ app: ScreenContext) {
    for (row, line) in scroll.inView(lines, in: list(in: app)) {
      switch row {
      case .year(let year):
        grid.draw(Self.words(forYear: year, from: day), in: line.inset(left: 1), app.theme.dim)
      case .entry(let index):
        draw(row: index, isSelected: index == choice.selected, in: &grid, line, app)
      }
    }
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext) {
    guard let entry = entries?.element(at: row) else { return }
    EntryRow.draw(
      entry, isSelected: isSelected, lead: entry.date.clock,
      origin: app.origin(of: entry), in: &grid, line, app.theme)
  }

  private func emptyWords(_ app: ScreenContext) -> String {
    let words = localized("No entries on this day in earlier years.")
    let keys = app.keys[.onThisDay]
    guard let left = keys.keyName(of: .left), let right = keys.keyName(of: .right) else {
      return words
    }
    return words + " " + localized("Press \(left) or \(right) for the days before and after.")
  }

  func words(ofRow row: Int, in app: ScreenContext) -> String {
    guard let entry = entries?.element(at: row) else { return "" }
    let words = AccessibleText.words(for: entry, in: app)
    return "\(Self.words(forYear: entry.date.day.year, from: day)), \(words)"
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(
      title, entries?.isEmpty == true ? [emptyWords(app)] : [], selected: selectedWords(in: app))
  }
}

extension Location.Kind {
  static let onThisDay = Self(name: "on-this-day", needsDay: true) { location, _, old, app in
    guard let day = location.day else { return nil }
    var screen = OnThisDayState(day)
    if let open = old as? OnThisDayState, open.day == day { screen = open }
    screen.request(location.entry)
    return (screen, [])
  }
}

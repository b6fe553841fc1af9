import DiaryCore
import Localization
import TerminalUI

extension TripsState {
  func rowCount(in app: ScreenContext) -> Int { trips?.count ?? 0 }

  func list(in app: ScreenContext) -> Rect { ScreenFrame.panes(ScreenFrame.body(app.size)).list }

  /// Where the selected trip is told of, beside the list.
  func preview(in app: ScreenContext) -> Rect? {
    ScreenFrame.panes(ScreenFrame.body(app.size)).preview
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let frame = ScreenFrame(
      title: localized("Trips"), trailing: trailing, hints: app.keys[.trips].bindings,
      in: &grid, app)
    if trips?.isEmpty == true {
      let room = frame.body.inset(left: 3, top: 1, right: 3)
      grid.draw(paragraph: emptyWords, in: room, app.theme.dim)
      return nil
    }
    drawRows(in: &grid, app)
    if let preview = preview(in: app), let trip = selected {
      grid.drawRule(in: preview, app.theme)
      let column = preview.inset(left: 2, right: 1)
      grid.draw(trip.title, in: column.line(0), app.theme.title)
      for (row, words) in Self.words(about: trip).enumerated() {
        grid.draw(words, in: column.line(row + 1), app.theme.dim)
      }
      let (sheet, body) = sheet(in: preview, app)
      sheet.draw(in: &grid, body, .unselected, app, tile: tile)
    }
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext) {
    guard let trip = trips?.element(at: row) else { return }
    CountedRow.draw(
      trip.title, count: nil, detail: DateWords.short(trip.days.lowerBound), isSelected: isSelected,
      in: &grid, line, app.theme)
  }

  /// When it was, and what it has.
  private static func words(about trip: Trip) -> [String] {
    [
      "\(DateWords.days(trip.days)) · \(CountWords.days(trip.length))",
      "\(CountWords.entries(trip.entries)) · \(CountWords.photos(trip.photos))",
    ]
  }

  private var trailing: String {
    trips.map { CountWords.trips($0.count) } ?? localized("looking…")
  }

  private var emptyWords: String {
    localized(
      "No trips yet. They are found by where photos were taken, far from where most of yours were.")
  }

  // MARK: The photos

  private func sheet(in preview: Rect, _ app: ScreenContext) -> (sheet: ContactSheet, body: Rect) {
    let body = preview.inset(left: 2, top: 4)
    let photos = selectedPhotos
    let tiles = TileLayout(for: body.size, cellRatio: app.facts.cellRatio)
    // What has no room isn't come to.
    let rows = max(0, body.rows / tiles.rows)
    return (ContactSheet(count: min(photos.count, rows * tiles.columns), tiles), body)
  }

  private func tile(_ item: Int) -> ContactTile? {
    selectedPhotos.element(at: item).map {
      ContactTile(
        subject: .photo($0.photo), caption: DateWords.brief($0.day).trimmed.description)
    }
  }

  package func pictures(in app: ScreenContext) -> WantedPictures {
    guard let preview = preview(in: app) else { return WantedPictures() }
    let (sheet, body) = sheet(in: preview, app)
    return sheet.pictures(in: body, .unselected, app, tile: tile)
  }

  // MARK: As words

  func words(ofRow row: Int, in app: ScreenContext) -> String {
    guard let trip = trips?.element(at: row) else { return "" }
    return ([trip.title] + Self.words(about: trip)).joined(separator: ", ")
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(
      "\(localized("Trips")), \(trailing)", trips?.isEmpty == true ? [emptyWords] : [],
      selected: selectedWords(in: app))
  }
}

extension Location.Kind {
  static let trips = Self(name: "trips") { _, _, old, _ in (old as? TripsState ?? TripsState(), [])
  }
}

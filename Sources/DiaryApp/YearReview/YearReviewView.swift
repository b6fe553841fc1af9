import DiaryCore
import Localization
import TerminalUI

extension YearReviewState {
  func page(in app: ScreenContext) -> FiguresPage {
    let width = ScreenFrame.body(app.size).columns
    guard let review, !isEmpty else {
      return FiguresPage(width: width, left: [], right: [], narrow: [])
    }
    let statistics = review.statistics
    let months: [FigureRow] = .amounts(
      localized("Months"), review.months, DateWords.shortMonth
    ) { .month($0) }
    let totals: [FigureRow] =
      [.heading(localized("Total"))] + .amountFacts(statistics)
      + [.fact(localized("Longest streak"), CountWords.days(statistics.longest?.days ?? 0))]
    let moods: [FigureRow] = .counts(
      localized("Moods"),
      statistics.moods.prefix(FiguresPage.mostNames).map { (.mood($0.name), $0.name, $0.count) })
    let trips = Self.named(
      localized("Trips"),
      review.trips.reversed().map { (.trip($0), $0.title, DateWords.days($0.days)) })
    let longest = Self.named(
      localized("Longest entries"),
      review.longest.map { (.entry($0.id), $0.title, CountWords.words($0.words)) })
    let starred = Self.named(
      localized("Starred entries"),
      review.starred.map { (.entry($0.id), $0.title, DateWords.dayOfYear($0.day)) })
    let photos = photoRows(of: review)
    let (tags, places): ([FigureRow], [FigureRow]) = (.tags(statistics), .places(statistics))
    return FiguresPage(
      width: width, left: [photos, months, trips, longest, starred],
      right: [totals, tags, places, moods],
      narrow: [photos, totals, months, trips, longest, starred, tags, places, moods])
  }

  private static func named(
    _ title: String, _ rows: [(item: FigureItem, name: String, detail: String)]
  ) -> [FigureRow] {
    rows.isEmpty ? [] : [.heading(title)] + rows.map { .named($0.item, $0.name, $0.detail) }
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let frame = ScreenFrame(
      title: title, trailing: review.map { CountWords.entries($0.statistics.total.entries) } ?? "",
      hints: app.keys[.yearReview].bindings, in: &grid, app)
    if isEmpty {
      let room = frame.body.inset(left: 3, top: 1, right: 3)
      grid.draw(paragraph: emptyWords, in: room, app.theme.dim)
    } else {
      drawPage(in: &grid, frame.body, app)
      for view in photoViews(in: app) { view.draw(in: &grid) }
    }
    return nil
  }

  var title: String {
    let name = CalendarDay(year: year, month: 1, day: 1).map(DateWords.year) ?? ""
    return localized("\(name) in review")
  }

  private var isEmpty: Bool { review?.statistics.total.entries == 0 }

  private var emptyWords: String { localized("No entries in that year.") }

  // MARK: The photos

  private static let photoLines = 6

  /// The lines that are kept free for the photos, at the page's top.
  private func photoRows(of review: YearReview) -> [FigureRow] {
    guard !review.photos.isEmpty else { return [] }
    let title = review.hasStarredPhotos ? localized("Starred photos") : localized("Photos")
    return [.heading(title)] + Array(repeating: .blank, count: Self.photoLines)
  }

  private func photoViews(in app: ScreenContext) -> [PhotoView] {
    let body = ScreenFrame.body(app.size)
    guard let photos = review?.photos, !photos.isEmpty, app.showsPhotos else { return [] }
    let width = Int((Double(Self.photoLines) * 4 / 3 / app.facts.cellRatio).rounded())
    let room = Rect(
      column: body.column + 1, row: body.row + 1 - scroll.top,
      columns: FiguresPage.columns(body.columns).left - 2, rows: Self.photoLines)
    let count = max(1, (room.columns + 1) / (width + 1))
    let shown = photos.spread(over: count)
    return shown.enumerated().map { index, shown in
      let place = Rect(
        column: room.column + index * (width + 1), row: room.row,
        columns: min(width, room.columns), rows: room.rows)
      let size = PhotoView.room(for: shown.photo, within: place.size, app)
      return PhotoView(shown.photo, in: place.centered(size), clip: body, among: count, app)
    }
  }

  package func pictures(in app: ScreenContext) -> WantedPictures {
    WantedPictures(inView: photoViews(in: app).flatMap(\.requests), ahead: [])
  }

  // MARK: As words

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    isEmpty ? AccessibleText(title, [emptyWords]) : spokenPage(title, in: app)
  }
}

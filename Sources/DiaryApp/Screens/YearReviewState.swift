import DiaryCore
import TerminalUI
import Text

/// The state of a year in review: months, places, tags, moods and trips, the longest entries, and
/// photos of starred entries.
package struct YearReviewState: Sendable {
  private(set) var year: Int
  private var reading = Loadable<Int, YearReview>()
  /// True if an empty year may be replaced with the last year that has entries.
  private var isAnyYear: Bool
  var selected: FigureItem?
  var scroll = ScrollPosition()

  /// Creates a review of a year.
  /// - Parameter isAnyYear: if true, the last year with entries is shown instead of an empty one.
  init(_ year: Int, isAnyYear: Bool = false) {
    self.year = year
    self.isAnyYear = isAnyYear
  }

  /// The review, or `nil` until it has been read.
  var review: YearReview? { reading.value }

  mutating func show(_ year: Int) { self = YearReviewState(year) }

  /// Stores a review unless a newer one was requested.
  mutating func receive(_ review: YearReview, _ requestID: Int) {
    guard reading.receive(review, requestID) else { return }
    if isAnyYear, review.statistics.total.entries == 0, let earlier = review.earlier {
      return show(earlier)
    }
    let first = review.months.first { $0.amount.entries > 0 }?.first
    selected = selected ?? first.map(FigureItem.month)
  }

  package mutating func diaryChanged() { reading.reload() }
}

extension YearReviewState: FiguresScreen {
  package var opener: Command? { .yearReview }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.yearReview]] }

  package func location(in app: AppState) -> Location.Screen? {
    CalendarDay(year: year, month: 1, day: 1).map { Location.Screen(kind: .yearReview, day: $0) }
  }

  package mutating func requests(in app: inout AppState) -> [Effect] {
    reading.need(year, in: &app, Effect.readYear)
  }

  func hasYear(earlier: Bool, in app: AppState) -> Bool {
    (earlier ? review?.earlier : review?.later) != nil
  }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .previousYear, .nextYear: hasYear(earlier: command == .previousYear, in: app)
    case .slideShow: review?.photos.isEmpty == false
    case .open, .focusNext, .focusPrevious, .map: !isEmpty
    default: true
    }
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .previousYear: if let earlier = review?.earlier { show(earlier) }
    case .nextYear: if let later = review?.later { show(later) }
    case .map: MapState.open(MapScope(title: title, .within(days)), in: &app)
    case .slideShow: return startSlides(in: &app)
    default: return nil
    }
    return []
  }

  private func startSlides(in app: inout AppState) -> [Effect] {
    guard let first = review?.photos.first else { return [] }
    return [.showSlides(from: first.entry, first.photo.asset, in: .within(days))]
  }

  private var days: ClosedRange<CalendarDay> {
    let first = CalendarDay(year: year, month: 1, day: 1) ?? CalendarDay(daysSinceEpoch: 0)
    return first...first.lastOfYear
  }

  mutating func open(_ item: FigureItem, in app: inout AppState) -> [Effect] {
    func found(_ key: SearchKey, _ name: String) -> [Effect] {
      let text = "\(key.rawValue):\(SearchQuoting.quoted(name)) date:\(year)"
      return [
        .show(
          ListScope(
            .found(text, isWide: true), today: app.now.day, settings: app.searchSettings))
      ]
    }
    switch item {
    case .tag(let name): return found(.tag, name)
    case .place(let name): return found(.place, name)
    case .mood(let name): return found(.mood, name)
    case .entry(let id): return [.readEntry(id)]
    case .trip(let trip): return [.show(ListScope(of: trip, today: app.now.day))]
    case .month, .year: return app.show(item, among: review?.months ?? [])
    }
  }
}

extension Effect {
  static func readYear(_ year: Int, requestID: Int) -> Effect {
    .run(year, requestID, in: .latest("year")) { context in
      try await context.service.review(
        of: year, trips: context.environment.trips,
        withVideos: context.environment.pictures.canExtractFrames)
    } then: { state, review in
      state.screens.update(YearReviewState.self) { $0.receive(review, requestID) }
    }
  }

  /// Opens an entry in the reader.
  static func readEntry(_ id: ID<Entry>) -> Effect {
    .read(id) { service in
      try await service.entry(id)
    } then: { state, entry in
      guard !entry.isTrashed else { return }
      state.recordJump()
      state.screens.push(ReaderState(entry))
    }
  }
}

extension Location.Kind {
  static let yearReview = Self(name: "year-review", needsDay: true) { location, _, old, _ in
    guard let year = location.day?.year else { return nil }
    if let open = old as? YearReviewState, open.year == year { return (open, []) }
    return (YearReviewState(year), [])
  }
}

// MARK: - Drawing

extension YearReviewState {
  func page(in app: AppState) -> FiguresPage {
    let width = ScreenFrame.body(app.size).columns
    guard let review, !isEmpty else {
      return FiguresPage(width: width, left: [], right: [], narrow: [])
    }
    let statistics = review.statistics
    let months: [FigureRow] = .amounts(
      localized("Months"), review.months, DateText.shortMonth
    ) { .month($0) }
    let totals: [FigureRow] =
      [.heading(localized("Total"))] + .amountFacts(statistics)
      + [.fact(localized("Longest streak"), CountText.days(statistics.longest?.days ?? 0))]
    let moods: [FigureRow] = .counts(
      localized("Moods"),
      statistics.moods.prefix(FiguresPage.maxNames).map { (.mood($0.name), $0.name, $0.count) })
    let trips = Self.named(
      localized("Trips"),
      review.trips.reversed().map { (.trip($0), $0.title, DateText.days($0.days)) })
    let longest = Self.named(
      localized("Longest entries"),
      review.longest.map { (.entry($0.id), $0.title, CountText.length($0.length) ?? "") })
    let starred = Self.named(
      localized("Starred entries"),
      review.starred.map { (.entry($0.id), $0.title, DateText.dayOfYear($0.day)) })
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

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let frame = ScreenFrame(
      title: title, trailing: review.map { CountText.entries($0.statistics.total.entries) } ?? "",
      hints: app.keys[.yearReview].bindings, in: &grid, app)
    if isEmpty {
      emptyPage(app).draw(in: &grid, frame.body, app.theme)
    } else {
      drawPage(in: &grid, frame.body, app)
      for view in photoViews(in: app) { view.draw(in: &grid) }
    }
    return nil
  }

  var title: String {
    let name = CalendarDay(year: year, month: 1, day: 1).map(DateText.year) ?? ""
    return localized("\(name) in review")
  }

  private var isEmpty: Bool { review?.statistics.total.entries == 0 }

  private func emptyPage(_ app: AppState) -> EmptyPage {
    EmptyPage(
      localized("No entries in that year."),
      app.keys[.list].keyName(of: .new)
        .map { localized("Press \($0) in the list to write an entry.") } ?? "")
  }

  // MARK: Photos

  private static let photoLines = 6

  /// Returns the rows reserved for the photos at the top of the page.
  private func photoRows(of review: YearReview) -> [FigureRow] {
    guard !review.photos.isEmpty else { return [] }
    let title = review.hasStarredPhotos ? localized("Starred photos") : localized("Photos")
    return [.heading(title)] + Array(repeating: .blank, count: Self.photoLines)
  }

  private func photoViews(in app: AppState) -> [PhotoView] {
    let body = ScreenFrame.body(app.size)
    guard let photos = review?.photos, !photos.isEmpty, app.showsPhotos else { return [] }
    let width = Int((Double(Self.photoLines) * 4 / 3 / app.facts.cellRatio).rounded())
    let space = Rect(
      column: body.column + 1, row: body.row + 1 - scroll.top,
      columns: FiguresPage.columns(body.columns).left - 2, rows: Self.photoLines)
    let count = max(1, (space.columns + 1) / (width + 1))
    let shown = photos.spread(over: count)
    return shown.enumerated().map { index, shown in
      let place = Rect(
        column: space.column + index * (width + 1), row: space.row,
        columns: min(width, space.columns), rows: space.rows)
      let size = PhotoView.space(for: shown.photo, within: place.size, app)
      return PhotoView(shown.photo, in: place.centered(size), clip: body, among: count, app)
    }
  }

  package func pictures(in app: AppState) -> WantedPictures {
    WantedPictures(inView: photoViews(in: app).flatMap(\.requests), ahead: [])
  }

  // MARK: Accessibility

  package func accessibleText(in app: AppState) -> AccessibleText {
    isEmpty ? AccessibleText(title, emptyPage(app).lines) : spokenPage(title, in: app)
  }
}

import DiaryCore
import Localization
import TerminalUI

/// A year in review: its months, places, tags, moods and trips, the longest entries and photos of
/// starred ones.
package struct YearReviewState: Sendable {
  private(set) var year: Int
  /// `nil` until it is known.
  private(set) var review: YearReview?
  /// Of what is being read, or was since the last change of the diary.
  private var requestID: Int?
  /// Whether a year without entries leads to the last one that has some.
  private var isAnyYear: Bool
  var selected: FigureItem?
  var scroll = ScrollPosition()

  /// - Parameter isAnyYear: whether the last year that has entries will do as well.
  init(_ year: Int, isAnyYear: Bool = false) {
    self.year = year
    self.isAnyYear = isAnyYear
  }

  mutating func show(_ year: Int) { self = YearReviewState(year) }

  /// Takes an answer in, unless it comes too late.
  mutating func take(_ review: YearReview, _ requestID: Int) {
    guard self.requestID == requestID else { return }
    if isAnyYear, review.statistics.total.entries == 0, let earlier = review.earlier {
      return show(earlier)
    }
    self.review = review
    let first = review.months.first { $0.amount.entries > 0 }?.first
    selected = selected ?? first.map(FigureItem.month)
  }

  /// The diary has changed: the year is read anew.
  mutating func reload() { requestID = nil }
}

extension YearReviewState: FiguresScreen {
  package var opener: Command? { .yearReview }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.yearReview]] }

  package func location(in app: ScreenContext) -> Location.Screen? {
    CalendarDay(year: year, month: 1, day: 1).map { Location.Screen(kind: .yearReview, day: $0) }
  }

  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    guard requestID == nil else { return [] }
    requestID = app.nextRequestID()
    return [.readYear(year, requestID: app.requestID)]
  }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    switch command {
    case .previousYear: if let earlier = review?.earlier { show(earlier) }
    case .nextYear: if let later = review?.later { show(later) }
    case .map: MapState.open(MapScope(title: title, .within(days)), in: &app)
    case .slideShow: return startSlides(in: &app)
    default: return nil
    }
    return []
  }

  private func startSlides(in app: inout ScreenContext) -> [Effect] {
    guard let first = review?.photos.first else { return [] }
    return [.showSlides(from: first.entry, first.photo.asset, in: .within(days))]
  }

  private var days: ClosedRange<CalendarDay> {
    let first = CalendarDay(year: year, month: 1, day: 1) ?? CalendarDay(daysSinceEpoch: 0)
    return first...first.lastOfYear
  }

  mutating func open(_ item: FigureItem, in app: inout ScreenContext) -> [Effect] {
    func found(_ key: SearchKey, _ name: String) -> [Effect] {
      let text = "\(key.rawValue):\(SearchQuoting.written(name)) date:\(year)"
      return [.show(ListScope(.found(text, isWide: true), today: app.now.day))]
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
    .run(year, requestID, in: .latest("year")) { context async throws(DiaryError) in
      try await context.service.review(
        of: year, trips: context.environment.trips,
        withFilms: context.environment.pictures.takesFrames)
    } then: { state, review in
      state.screens.update(YearReviewState.self) { $0.take(review, requestID) }
    }
  }

  /// Opens an entry in the reader.
  static func readEntry(_ id: ID<Entry>) -> Effect {
    .read(id) { service async throws(DiaryError) in
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

import Text

/// A review of one year: statistics and highlights.
package struct YearReview: Sendable {
  /// A highlighted entry.
  package struct Highlight: Hashable, Sendable {
    package let id: ID<Entry>
    package let day: CalendarDay
    package let title: String
    package let length: TextLength
  }

  /// A highlighted photo or video, and its entry.
  package struct HighlightPhoto: Hashable, Sendable {
    package let photo: Photo
    package let entry: ID<Entry>
    package let day: CalendarDay
  }

  package let year: Int
  package let statistics: DiaryStatistics
  /// The longest first.
  package let longest: [Highlight]
  /// In the order of their days.
  package let starred: [Highlight]
  /// Photos of starred entries or, if there are none, the first photo of each month.
  package let photos: [HighlightPhoto]
  package let hasStarredPhotos: Bool
  /// The latest first.
  package internal(set) var trips: [Trip] = []
  /// The closest earlier and later years that have entries.
  package internal(set) var earlier: Int?
  package internal(set) var later: Int?

  /// All twelve months, including empty ones.
  package var months: [PeriodTally] {
    CalendarDay(year: year, month: 12, day: 31).map { statistics.months(upTo: $0).reversed() } ?? []
  }
}

/// Collects the highlights of a year from its entries, one by one and in any order.
package struct YearReviewBuilder: Sendable {
  private let year: Int
  private let withVideos: Bool
  private var counting = StatisticsCounter()
  private var longest: [YearReview.Highlight] = []
  private var starred: [YearReview.Highlight] = []
  private var starredPhotos: [YearReview.HighlightPhoto] = []
  /// The first photo of each month.
  private var firstPhotos: [Int: YearReview.HighlightPhoto] = [:]

  /// - Parameter withVideos: `true` to include videos among the photos.
  package init(year: Int, withVideos: Bool = false) {
    (self.year, self.withVideos) = (year, withVideos)
  }

  /// Limits, so that highlights remain special.
  private static let mostLongest = 5
  private static let mostStarred = 100
  private static let mostPhotos = 40

  /// Adds an entry to the review.
  package mutating func count(_ entry: Entry) {
    counting.count(entry)
    let day = entry.date.day
    let highlight = YearReview.Highlight(
      id: entry.id, day: day, title: entry.displayTitle,
      length: TextLength(of: entry.content))
    if highlight.length.words > 0 {
      let place = longest.firstIndex { Self.isLonger(highlight, than: $0) } ?? longest.count
      longest.insert(highlight, at: place)
      longest = Array(longest.prefix(Self.mostLongest))
    }
    let photos = (withVideos ? entry.pictures : entry.photos).map {
      YearReview.HighlightPhoto(photo: $0, entry: entry.id, day: day)
    }
    if entry.details.isStarred {
      starred.append(highlight)
      starredPhotos += photos
    }
    if let photo = photos.first {
      let first = firstPhotos[day.month]
      firstPhotos[day.month] = first.map { $0.day <= day ? $0 : photo } ?? photo
    }
  }

  private static func isLonger(
    _ one: YearReview.Highlight, than other: YearReview.Highlight
  ) -> Bool {
    (one.length.count, other.day, other.id) > (other.length.count, one.day, one.id)
  }

  /// The review of the entries added so far.
  package var review: YearReview {
    let hasStarred = !starredPhotos.isEmpty
    let photos = hasStarred ? starredPhotos : Array(firstPhotos.values)
    return YearReview(
      year: year, statistics: counting.statistics(today: nil), longest: longest,
      starred: Array(starred.sorted { ($0.day, $0.id) < ($1.day, $1.id) }.prefix(Self.mostStarred)),
      photos: Array(
        photos.sorted { ($0.day, $0.entry) < ($1.day, $1.entry) }.spread(over: Self.mostPhotos)),
      hasStarredPhotos: hasStarred)
  }
}

extension DiaryService {
  /// Returns the review of a year. Reads all of its entries.
  ///
  /// - Parameters:
  ///   - trips: finds the year's trips; `nil` to omit them.
  ///   - withVideos: `true` to include videos among the photos.
  /// - Throws: an error if the diary can't be read.
  package nonisolated func review(
    of year: Int, trips: TripFinder? = nil, withVideos: Bool = false
  ) async throws -> YearReview {
    var counting = YearReviewBuilder(year: year, withVideos: withVideos)
    guard let first = CalendarDay(year: year, month: 1, day: 1) else { return counting.review }
    let days = first...first.lastOfYear
    for await batch in try await batches(EntryQuery(.within(days))) {
      for entry in batch { counting.count(entry) }
    }
    var review = counting.review
    review.earlier =
      try await entries(EntryQuery(.to(first.adding(days: -1)), limit: 1)).first?.date.day.year
    review.later =
      try await entries(
        EntryQuery(.from(first.lastOfYear.adding(days: 1)), isAscending: true, limit: 1)
      ).first?.date.day.year
    if let trips, !Task.isCancelled { review.trips = try await trips.trips(touching: days) }
    return review
  }
}

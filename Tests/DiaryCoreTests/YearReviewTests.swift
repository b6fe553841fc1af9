import TestSupport
import Testing

@testable import DiaryCore

@Suite("A year in review")
struct YearReviewTests {
  private func entry(
    _ date: String, words: Int = 1, photos: Int = 0, isStarred: Bool = false
  ) throws -> Entry {
    let time = Timestamp(milliseconds: 0)
    let day = UInt8(date.suffix(2)) ?? 0
    let fields = EntryFields(
      date: try require(EntryDate("\(date)T12:00:00Z")), title: date,
      content: Array(repeating: "word", count: words).joined(separator: " "),
      photos: (0..<photos).map { number in
        Photo(
          asset: AssetID(digest: [day, UInt8(number)] + [UInt8](repeating: 0, count: 30)),
          name: "\(number).jpg", type: MediaType("image/jpeg"))
      }, details: EntryDetails(isStarred: isStarred))
    return Entry(
      id: .random(), fields: fields, author: AuthorID("me"), created: time, modified: time)
  }

  private func review(_ entries: [Entry]) -> YearReview {
    var counting = YearReviewCounting(year: 2025)
    for entry in entries { counting.count(entry) }
    return counting.review
  }

  @Test func `the longest entries come first, of equal ones the earlier`() throws {
    let entries = try (1...9).map { try entry("2025-03-0\($0)", words: $0 == 4 ? 8 : $0) }
    expectEqual(
      review(entries).longest.map(\.title),
      [
        "2025-03-09", "2025-03-04", "2025-03-08", "2025-03-07", "2025-03-06",
      ])
    expectEqual(review([]).longest, [])
  }

  @Test func `films are among the photos where they are shown`() throws {
    var entry = try entry("2025-05-02", isStarred: true)
    entry.attachments = [
      Attachment(
        asset: AssetID(digest: [UInt8](repeating: 7, count: 32)), name: "a.mov",
        type: MediaType("video/quicktime"))
    ]
    for withFilms in [true, false] {
      var counting = YearReviewCounting(year: 2025, withFilms: withFilms)
      counting.count(entry)
      expectEqual(counting.review.photos.map(\.photo.name), (withFilms ? ["a.mov"] : []))
    }
  }

  @Test func `photos are those of starred entries in their order, else the first of each month`()
    throws
  {
    let plain = [
      try entry("2025-05-02", photos: 2), try entry("2025-05-01", photos: 1),
      try entry("2025-02-03", photos: 1),
    ]
    let without = review(plain)
    expect(!without.hasStarredPhotos)
    expectEqual(without.photos.map(\.day.description), ["2025-02-03", "2025-05-01"])
    let with = review(
      plain + [
        try entry("2025-07-07", photos: 1, isStarred: true),
        try entry("2025-06-06", photos: 2, isStarred: true),
      ])
    expect(with.hasStarredPhotos)
    expectEqual(with.photos.map(\.day.month), [6, 6, 7])
    expectEqual(with.starred.map(\.title), ["2025-06-06", "2025-07-07"])
  }

  @Test func `many photos are spread over the whole year`() throws {
    let entries = try (1...9).map { try entry("2025-0\($0)-11", photos: 30, isStarred: true) }
    let photos = review(entries).photos
    expectEqual(photos.count, 40)
    expectEqual(Set(photos.map(\.day.month)).count, 9)
  }

  @Test func `all months of the year stand there`() throws {
    let review = review([try entry("2025-02-03")])
    expectEqual(review.months.map(\.first.month), Array(1...12))
    expectEqual(review.months.map(\.amount.entries), [0, 1] + Array(repeating: 0, count: 10))
  }
}

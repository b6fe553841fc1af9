import TestSupport
import Testing
import Text

@testable import DiaryCore

@Suite struct DiaryStatisticsTests {
  private func day(_ text: String) throws -> CalendarDay { try require(CalendarDay(text)) }

  private func entry(
    _ date: String, _ content: String = "", photos: Int = 0, tags: [String] = [],
    place: String? = nil
  ) throws -> Entry {
    let photos = try (0..<photos).map { number in
      Photo(
        asset: try require(AssetID("\(number)" + String(repeating: "0", count: 63))),
        name: "p.jpg", type: MediaType("image/jpeg"))
    }
    return .made(
      EntryFields(
        date: try require(EntryDate(date)), content: content, photos: photos, tags: tags,
        details: EntryDetails(place: place)))
  }

  private func count(_ entries: [Entry], today: String) throws -> DiaryStatistics {
    var counting = StatisticsCounter()
    for entry in entries { counting.count(entry) }
    return counting.statistics(today: try day(today))
  }

  @Test(
    arguments: [
      // Days with an entry, today, current streak, longest streak.
      ([], "2026-11-21", nil, nil),
      (["2026-11-21"], "2026-11-21", "2026-11-21 1", "2026-11-21 1"),
      // A streak that ended yesterday is still current.
      (["2026-11-19", "2026-11-20"], "2026-11-21", "2026-11-19 2", "2026-11-19 2"),
      (["2026-11-18", "2026-11-19"], "2026-11-21", nil, "2026-11-18 2"),
      // Two entries on one day count once.
      (["2026-11-20", "2026-11-20", "2026-11-21"], "2026-11-21", "2026-11-20 2", "2026-11-20 2"),
      (["2025-12-31", "2026-01-01", "2025-12-30"], "2026-01-01", "2025-12-30 3", "2025-12-30 3"),
      (["2024-02-28", "2024-02-29", "2024-03-01"], "2024-03-01", "2024-02-28 3", "2024-02-28 3"),
      (["2023-02-28", "2023-03-01"], "2023-03-02", "2023-02-28 2", "2023-02-28 2"),
      (["2024-02-28", "2024-03-01"], "2024-03-01", "2024-03-01 1", "2024-03-01 1"),
      // The later of two equal streaks counts; entries dated in the future don't continue one.
      (
        ["2026-01-01", "2026-01-02", "2026-05-01", "2026-05-02"], "2026-11-21", nil, "2026-05-01 2"
      ),
      (["2026-11-21", "2026-11-22", "2026-11-23"], "2026-11-21", "2026-11-21 1", "2026-11-21 3"),
      (["1969-12-31", "1970-01-01"], "2026-11-21", nil, "1969-12-31 2"),
    ] as [([String], String, String?, String?)])
  func `counts streaks`(
    _ days: [String], _ today: String, _ current: String?, _ longest: String?
  ) throws {
    let counted = try count(try days.map { try entry($0 + "T08:00:00+09:00") }, today: today)
    expectEqual(counted.current.map { "\($0.first) \($0.days)" }, current)
    expectEqual(counted.longest.map { "\($0.first) \($0.days)" }, longest)
    expectEqual(counted.days, Set(days).count)
  }

  @Test func `merges names that differ only in case or normal form`() throws {
    let counted = try count(
      [
        try entry("2026-01-01", tags: ["walk"], place: "Seoul"),
        try entry("2026-01-05", "by the #Walk", place: "Busan"),
        try entry("2026-01-03", tags: ["walk", "카페"], place: " seoul "),
        try entry("2026-01-02", tags: ["\u{110F}\u{1161}\u{1111}\u{1166}"], place: "Seoul"),
        try entry("2026-01-09", place: "  "), try entry("2026-01-08"),
      ], today: "2026-01-10")
    expectEqual(counted.tags.map(\.name), ["walk", "카페"])
    expectEqual(counted.tags.map(\.count), [3, 2])
    expectEqual(counted.places.map(\.name), ["Seoul", "Busan"])
    expectEqual(counted.places.map(\.count), [3, 1])
    expectEqual(counted.places.map(\.latest.description), ["2026-01-03", "2026-01-05"])
    let latest = PlaceTally.sorted(counted.places, by: .latest).map(\.name)
    expectEqual(latest, ["Busan", "Seoul"])
  }

  @Test func `lists the twelve months up to a day, including empty ones`() throws {
    let counted = try count(
      [
        try entry("2025-11-30"), try entry("2025-12-01", "a b"), try entry("2026-11-30", photos: 2),
      ], today: "2026-11-21")
    let months = counted.months(upTo: try day("2026-11-21"))
    expectEqual(months.count, 12)
    expectEqual(months.first?.first.description, "2026-11-01")
    expectEqual(months.last?.first.description, "2025-12-01")
    expectEqual(months.map(\.amount.entries), [1] + Array(repeating: 0, count: 10) + [1])
    try expect(months.at(0).amount.photos == 2 && months.at(11).amount.length.words == 2)
  }

  @Test func `agrees with a naive count`() throws {
    var random = SeededGenerator(seed: 366)
    let zones = ["+15:59:59", "-15:59:59", "+14:00", "-12:00", "+09:00", "Z"]
    let words = ["walk", "강가", "![](photo:x)", "![a", "\n", "\t-", "#tag", "#Tag", "é"]
    for size in [0, 1, 40, 300] {
      var entries: [Entry] = []
      for _ in 0..<size {
        let start = try day("2023-12-20").adding(days: Int.random(in: 0...110, using: &random))
        let hour = Int.random(in: 10...23, using: &random)
        let text = (0..<Int.random(in: 0...9, using: &random))
          .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
        entries.append(
          try entry(
            "\(start)T\(hour):59:59" + (zones.randomElement(using: &random) ?? "Z"), text,
            photos: Int.random(in: 0...3, using: &random),
            tags: Bool.random(using: &random) ? ["rain"] : [],
            place: ["", "서울", "부산"].randomElement(using: &random)))
      }
      for today in ["2024-02-29", "2024-03-01", "2024-04-30"] {
        expectCounts(try count(entries, today: today), of: entries)
        let other = try count(entries.shuffled(using: &random), today: today)
        try expectEqual(count(entries, today: today), other)
      }
    }
  }

  private func expectCounts(_ counted: DiaryStatistics, of entries: [Entry]) {
    func amount(_ entries: [Entry]) -> EntryAmount {
      EntryAmount(
        entries: entries.count,
        length: entries.reduce(into: TextLength()) { sum, entry in
          sum += TextLength(of: entry.content)
        }, photos: entries.reduce(0) { $0 + $1.photos.count })
    }
    let days = Set(entries.map(\.date.day))
    expectEqual(counted.total, amount(entries))
    expectEqual(counted.days, days.count)
    expectEqual(counted.months.map(\.first), Set(days.map(\.firstOfMonth)).sorted())
    for month in counted.months {
      expectEqual(month.amount, amount(entries.filter { $0.date.day.firstOfMonth == month.first }))
    }
    for year in counted.years {
      expectEqual(year.amount, amount(entries.filter { $0.date.day.year == year.first.year }))
    }
    for hour in 0..<24 {
      expectEqual(
        counted.hours[hour],
        entries.count { $0.date.secondOfDay > 0 && $0.date.secondOfDay / 3600 == hour })
    }
    for weekday in 0..<7 {
      expectEqual(counted.weekdays[weekday], entries.count { $0.date.day.weekday == weekday })
    }
    for tag in counted.tags { expectEqual(tag.count, entries.count { $0.hasTag(tag.name) }) }
    for place in counted.places {
      let there = entries.filter { EntryPredicate.atPlace(place.name).matches($0) }
      expectEqual(place.count, there.count)
      expectEqual(place.latest, there.map(\.date.day).max())
    }
  }

  @Test func `JSON contains every key, with integers`() throws {
    let counted = try count(
      [try entry("2026-11-20T07:30:00+09:00", "a b", photos: 1, tags: ["t"], place: "Seoul")],
      today: "2026-11-21")
    let text = String(decoding: JSONWriter.bytes(counted.json), as: UTF8.self)
    let hours = Array(repeating: "0", count: 7) + ["1"] + Array(repeating: "0", count: 16)
    expectEqual(
      text,
      """
      {"entries":1,"words":2,"photos":1,"days":1,"first":"2026-11-20","last":"2026-11-20",\
      "streaks":{"current":{"days":1,"first":"2026-11-20","last":"2026-11-20"},\
      "longest":{"days":1,"first":"2026-11-20","last":"2026-11-20"}},\
      "years":[{"year":2026,"entries":1,"words":2,"photos":1}],\
      "months":[{"month":"2026-11","entries":1,"words":2,"photos":1}],\
      "weekdays":{"monday":0,"tuesday":0,"wednesday":0,"thursday":0,"friday":1,"saturday":0,\
      "sunday":0},"hours":[\(hours.joined(separator: ","))],\
      "tags":[{"name":"t","entries":1}],\
      "places":[{"name":"Seoul","entries":1,"latest":"2026-11-20"}],"moods":[]}
      """)
    let onlyDay = try count([try entry("2026-11-20T00:00:00+09:00", "a")], today: "2026-11-21")
    expect(onlyDay.hours.allSatisfy { $0 == 0 } && onlyDay.weekdays[5] == 1)
    let none = String(decoding: JSONWriter.bytes(DiaryStatistics().json), as: UTF8.self)
    expectContains(none, #""first":null,"last":null,"streaks":{"current":null,"longest":null}"#)
  }
}

extension Entry {
  static func made(
    _ fields: EntryFields, id: ID<Entry> = .random(), at milliseconds: Int64 = 0,
    isTrashed: Bool = false
  ) -> Entry {
    let time = Timestamp(milliseconds: milliseconds)
    return Entry(
      id: id, fields: fields, author: AuthorID("me"), created: time, modified: time,
      isTrashed: isTrashed)
  }
}

@Suite struct MoodCourseTests {
  private let scale = MoodScale(["great", "fine", "bad"])

  private func tallies(
    _ entries: [(date: String, mood: String?, tags: [String])]
  ) throws -> [MoodTally] {
    var counting = StatisticsCounter()
    for (date, mood, tags) in entries {
      let fields = EntryFields(
        date: try require(EntryDate("\(date)T12:00:00Z")), tags: tags,
        details: EntryDetails(mood: mood))
      counting.count(.made(fields))
    }
    return counting.statistics(today: try require(CalendarDay("2026-11-26"))).moods
  }

  @Test func `a scale contains each mood once, ignoring case, best first`() {
    let scale = MoodScale(["Great", " fine ", "great", "", "bad"])
    expectEqual(scale.names, ["Great", "fine", "bad"])
    expectEqual(["GREAT", "fine", "bad", "other"].map(scale.level(of:)), [1, 0.5, 0, nil])
    expectEqual([1.2, 0.7, 0.2, -1].map(scale.mood(at:)), ["Great", "fine", "bad", "bad"])
    expectNil(MoodScale(["alone"]).level(of: "alone"))
  }

  @Test func `computes the mean mood of months and tags`() throws {
    let course = MoodTrend(
      try tallies([
        ("2026-01-03", "great", ["Work"]), ("2026-01-20", "Fine ", ["work"]),
        ("2026-03-01", "bad", ["work", "night"]), ("2026-03-02", nil, ["work"]),
        ("2026-03-03", "strange", ["work"]),
      ]), by: scale)
    let (january, march) = (
      try require(CalendarDay("2026-01-01")), try require(CalendarDay("2026-03-01"))
    )
    expectEqual(course.months.mapValues(\.level), [january: 0.75, march: 0])
    expectEqual(course.months.mapValues(\.count), [january: 2, march: 1])
    // A tag needs three moods.
    expectEqual(course.tags.map(\.name), ["work"])
    expectEqual(course.tags.map(\.mean.level), [0.5])
    expectEqual(course.unordered.map(\.name), ["strange"])
  }

  @Test func `counts spellings that differ only in case as one mood`() throws {
    let tallies = try tallies([
      ("2026-01-03", "fine", []), ("2026-01-04", "Fine", []), ("2026-02-04", "Fine", []),
    ])
    expectEqual(tallies.map(\.name), ["Fine"])
    expectEqual(tallies.map(\.count), [3])
  }

  @Test func `matches a mood only by its full name`() {
    func has(_ mood: String?) -> Bool {
      let date = EntryDate(instant: 0, offset: 0)
      return EntryPredicate.withMood("fine").matches(
        .made(EntryFields(date: date, details: EntryDetails(mood: mood))))
    }
    expect(has(" Fine"))
    expect(!has("very fine"))
    expect(!has(nil))
  }
}

@Suite struct YearReviewTests {
  private func entry(
    _ date: String, words: Int = 1, photos: Int = 0, isStarred: Bool = false
  ) throws -> Entry {
    let day = UInt8(date.suffix(2)) ?? 0
    let fields = EntryFields(
      date: try require(EntryDate("\(date)T12:00:00Z")), title: date,
      content: Array(repeating: "word", count: words).joined(separator: " "),
      photos: (0..<photos).map { number in
        Photo(
          asset: AssetID(digest: [day, UInt8(number)] + [UInt8](repeating: 0, count: 30)),
          name: "\(number).jpg", type: MediaType("image/jpeg"))
      }, details: EntryDetails(isStarred: isStarred))
    return .made(fields)
  }

  private func review(_ entries: [Entry]) -> YearReview {
    var counting = YearReviewBuilder(year: 2025)
    for entry in entries { counting.count(entry) }
    return counting.review
  }

  @Test func `sorts the longest entries by length, then date`() throws {
    let entries = try (1...9).map { try entry("2025-03-0\($0)", words: $0 == 4 ? 8 : $0) }
    expectEqual(
      review(entries).longest.map(\.title),
      ["2025-03-09", "2025-03-04", "2025-03-08", "2025-03-07", "2025-03-06"])
    expectEqual(review([]).longest, [])
  }

  @Test func `a year has a longest streak, and no current one`() throws {
    let statistics = try review([entry("2025-12-30"), entry("2025-12-31")]).statistics
    expectEqual(statistics.longest?.days, 2)
    expectNil(statistics.current)
  }

  @Test func `includes videos among the photos on request`() throws {
    var entry = try entry("2025-05-02", isStarred: true)
    entry.attachments = [
      Attachment(
        asset: AssetID(digest: [UInt8](repeating: 7, count: 32)), name: "a.mov",
        type: MediaType("video/quicktime"))
    ]
    for withVideos in [true, false] {
      var counting = YearReviewBuilder(year: 2025, withVideos: withVideos)
      counting.count(entry)
      expectEqual(counting.review.photos.map(\.photo.name), (withVideos ? ["a.mov"] : []))
    }
  }

  @Test func `takes photos from starred entries, or else the first of each month`() throws {
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

  @Test func `spreads many photos over the year`() throws {
    let entries = try (1...9).map { try entry("2025-0\($0)-11", photos: 30, isStarred: true) }
    let photos = review(entries).photos
    expectEqual(photos.count, 40)
    expectEqual(Set(photos.map(\.day.month)).count, 9)
  }

  @Test func `lists all twelve months`() throws {
    let review = review([try entry("2025-02-03")])
    expectEqual(review.months.map(\.first.month), Array(1...12))
    expectEqual(review.months.map(\.amount.entries), [0, 1] + Array(repeating: 0, count: 10))
  }
}

import TestSupport
import Testing

@testable import DiaryCore

@Suite("A diary in numbers")
struct DiaryStatisticsTests {
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
    let time = Timestamp(milliseconds: 0)
    let fields = EntryFields(
      date: try require(EntryDate(date)), content: content, photos: photos, tags: tags,
      details: EntryDetails(place: place))
    return Entry(
      id: .random(), fields: fields, author: AuthorID("me"), created: time, modified: time)
  }

  private func count(_ entries: [Entry], today: String) throws -> DiaryStatistics {
    var counting = DiaryCounting()
    for entry in entries { counting.count(entry) }
    return counting.statistics(today: try day(today))
  }

  @Test func `an entry has a tag once, however often and in whatever case`() throws {
    var tallying = TagTallying()
    tallying.count(try entry("2026-11-20T08:00:00Z", "#upperx", tags: ["UPPERX", "upperx"]))
    expectEqual(tallying.tallies, [TagTally(name: "UPPERX", count: 1)])
  }

  // MARK: Streaks

  @Test(
    arguments: [
      // Days with an entry, today, the current streak and the longest one.
      ([], "2026-11-21", nil, nil),
      (["2026-11-21"], "2026-11-21", "2026-11-21 1", "2026-11-21 1"),
      // Today has none yet, but yesterday has.
      (["2026-11-19", "2026-11-20"], "2026-11-21", "2026-11-19 2", "2026-11-19 2"),
      (["2026-11-18", "2026-11-19"], "2026-11-21", nil, "2026-11-18 2"),
      // Twice on one day is one day.
      (["2026-11-20", "2026-11-20", "2026-11-21"], "2026-11-21", "2026-11-20 2", "2026-11-20 2"),
      (["2025-12-31", "2026-01-01", "2025-12-30"], "2026-01-01", "2025-12-30 3", "2025-12-30 3"),
      (["2024-02-28", "2024-02-29", "2024-03-01"], "2024-03-01", "2024-02-28 3", "2024-02-28 3"),
      (["2023-02-28", "2023-03-01"], "2023-03-02", "2023-02-28 2", "2023-02-28 2"),
      (["2024-02-28", "2024-03-01"], "2024-03-01", "2024-03-01 1", "2024-03-01 1"),
      // Of two as long, the later one; and what is dated ahead doesn't go on yet.
      (
        ["2026-01-01", "2026-01-02", "2026-05-01", "2026-05-02"], "2026-11-21", nil, "2026-05-01 2"
      ),
      (["2026-11-21", "2026-11-22", "2026-11-23"], "2026-11-21", "2026-11-21 1", "2026-11-21 3"),
      (["1969-12-31", "1970-01-01"], "2026-11-21", nil, "1969-12-31 2"),
    ] as [([String], String, String?, String?)])
  func `days in a row`(
    _ days: [String], _ today: String, _ current: String?, _ longest: String?
  ) throws {
    let counted = try count(try days.map { try entry($0 + "T08:00:00+09:00") }, today: today)
    expectEqual(counted.current.map { "\($0.first) \($0.days)" }, current)
    expectEqual(counted.longest.map { "\($0.first) \($0.days)" }, longest)
    expectEqual(counted.days, Set(days).count)
  }

  // MARK: All else

  @Test func `a day and an hour are the writer's own`() throws {
    let counted = try count(
      [
        try entry("2026-01-01T00:30:00+14:00"), try entry("2025-12-31T23:30:00-12:00"),
        try entry("2024-02-29T12:00:00Z"),
      ], today: "2026-01-02")
    expectEqual(counted.years.map(\.first.year), [2024, 2025, 2026])
    expectEqual(
      counted.months.map(\.first.description), ["2024-02-01", "2025-12-01", "2026-01-01"])
    try expect(counted.hours.at(0) == 1 && counted.hours.at(23) == 1 && counted.hours.at(12) == 1)
    // Thursday, Wednesday, Thursday.
    expectEqual(counted.weekdays, [0, 0, 0, 1, 2, 0, 0])
    expectEqual(counted.current?.days, 2)
    expectEqual(counted.firstDay?.description, "2024-02-29")
    expectEqual(counted.lastDay?.description, "2026-01-01")
  }

  @Test func `names that differ in case or normal form alone are one`() throws {
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

  @Test func `twelve months are those up to a day, with nothing where nothing is`() throws {
    let counted = try count(
      [
        try entry("2025-11-30"), try entry("2025-12-01", "a b"), try entry("2026-11-30", photos: 2),
      ],
      today: "2026-11-21")
    let months = counted.months(upTo: try day("2026-11-21"))
    expectEqual(months.count, 12)
    expectEqual(months.first?.first.description, "2026-11-01")
    expectEqual(months.last?.first.description, "2025-12-01")
    expectEqual(months.map(\.amount.entries), [1] + Array(repeating: 0, count: 10) + [1])
    try expect(months.at(0).amount.photos == 2 && months.at(11).amount.words == 2)
  }

  @Test func `what a plain count gives`() throws {
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
        try expectCounts(try count(entries, today: today), of: entries, today: try day(today))
        // Whatever the order.
        let other = try count(entries.shuffled(using: &random), today: today)
        try expectEqual(count(entries, today: today), other)
      }
    }
  }

  private func expectCounts(
    _ counted: DiaryStatistics, of entries: [Entry], today: CalendarDay
  ) throws {
    func amount(_ entries: [Entry]) -> EntryAmount {
      EntryAmount(
        entries: entries.count,
        words: entries.reduce(0) { sum, entry in
          sum + entry.content.split(whereSeparator: \.isWhitespace).count { !$0.hasPrefix("![](") }
        },
        photos: entries.reduce(0) { $0 + $1.photos.count })
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
        entries.count { $0.date.clock.hasPrefix(hour < 10 ? "0\(hour)" : "\(hour)") })
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
    // Day by day, from a day on which nothing was written.
    var (run, longest) = (0, 0)
    var current = 0
    var next = try day("2023-12-01")
    while next < (try day("2024-06-01")) {
      run = days.contains(next) ? run + 1 : 0
      longest = max(longest, run)
      if next == today || next == today.adding(days: -1), run > 0 { current = run }
      if next == today, run == 0, !days.contains(today.adding(days: -1)) { current = 0 }
      next = next.adding(days: 1)
    }
    expectEqual((counted.longest?.days ?? 0), longest)
    expectEqual((counted.current?.days ?? 0), current)
  }

  @Test func `JSON has every key, in whole numbers`() throws {
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
    let none = String(decoding: JSONWriter.bytes(DiaryStatistics().json), as: UTF8.self)
    expectContains(none, #""first":null,"last":null,"streaks":{"current":null,"longest":null}"#)
  }
}

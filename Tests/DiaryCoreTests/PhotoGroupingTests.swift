import DiaryCore
import TestSupport
import Testing

@Suite struct PhotoGroupingTests {
  private func photo(
    _ date: String, _ name: String = "a", place: String? = nil, isDated: Bool = true
  ) throws -> FoundPhoto {
    FoundPhoto(
      path: "/p/\(name).jpg", date: try require(EntryDate(date)), isDated: isDated, place: place)
  }

  private func groups(_ dates: [String], gap: Double? = nil) throws -> [[String]] {
    try PhotoGrouping(gap: gap).groups(of: dates.map { try photo($0) }).map { group in
      group.photos.map { "\($0.date.day.day)T\($0.date.clock)" }
    }
  }

  @Test func `makes an entry for each day, in the order the photos were taken`() throws {
    try expectEqual(
      groups(["2024-05-04T08:00:00Z", "2024-05-03T18:00:00Z", "2024-05-03T07:00:00Z"]),
      [["3T07:00", "3T18:00"], ["4T08:00"]])
    try expectEqual(groups([]), [])
  }

  @Test func `keeps a night together and separates the next morning`() throws {
    try expectEqual(
      groups([
        "2024-05-03T22:00:00Z", "2024-05-03T23:50:00Z", "2024-05-04T02:30:00Z",
        "2024-05-04T05:29:00Z", "2024-05-04T08:29:00Z", "2024-05-04T12:00:00Z",
      ]), [["3T22:00", "3T23:50", "4T02:30", "4T05:29"], ["4T08:29", "4T12:00"]])
    // Three hours count as a gap.
    try expectEqual(
      groups(["2024-05-03T22:00:00Z", "2024-05-04T01:00:00Z"]), [["3T22:00"], ["4T01:00"]])
  }

  @Test func `ends a group at the second midnight`() throws {
    let hours = (0..<72).map { hour in
      "2024-05-0\(3 + hour / 24)T\(hour % 24 < 10 ? "0" : "")\(hour % 24):00:00Z"
    }
    try expectEqual(groups(hours).map(\.count), [48, 24])
  }

  @Test func `splits a day at the requested gap`() throws {
    let day = ["2024-05-03T08:00:00Z", "2024-05-03T10:00:00Z", "2024-05-03T16:01:00Z"]
    try expectEqual(groups(day, gap: 6), [["3T08:00", "3T10:00"], ["3T16:01"]])
    try expectEqual(groups(day, gap: 1.5).count, 3)
  }

  @Test func `uses the camera's local day in any zone`() throws {
    try expectEqual(
      groups(["2024-05-03T23:30:00-08:00", "2024-05-03T01:00:00+09:00"]), [["3T01:00", "3T23:30"]])
  }

  @Test func `the title lists the most frequent places, without a date`() throws {
    func title(_ places: String?...) throws -> String? {
      PhotoGroup(try places.map { try photo("2024-05-03T08:00:00Z", place: $0) })?.title
    }
    try expectEqual(title(nil), "")
    try expectEqual(title("Busan"), "Busan")
    try expectEqual(title("Ulsan", "Busan", nil, "Busan", "Seoul"), "Busan, Ulsan")
    try expectEqual(title("a\u{1B}[31m\nb"), "a␛[31m b")
    try expectEqual(title(" "), "")
    expectNil(PhotoGroup([]))
  }

  @Test func `merges and splits groups`() throws {
    var group = try require(
      PhotoGroup([try photo("2024-05-04T08:00:00Z", "b"), try photo("2024-05-03T08:00:00Z", "a")]))
    expectEqual(group.photos.map(\.name), ["a.jpg", "b.jpg"])
    expectNil(group.split(before: 0))
    expectNil(group.split(before: 2))
    let (first, second) = try require(group.split(before: 1))
    expectEqual([first, second].map { $0.photos.count }, [1, 1])
    group = second
    group.merge(first)
    expectEqual(group.photos.map(\.name), ["a.jpg", "b.jpg"])
    expectEqual(group.date, first.date)
    group.merge(try require(PhotoGroup([try photo("2024-05-05T08:00:00Z", "c", isDated: false)])))
    expect(!group.isDated)
  }
}

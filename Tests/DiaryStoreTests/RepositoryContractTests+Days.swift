import DiaryCore
import DiaryStore
import TestSupport
import Testing

// What every repository must tell of days.
extension RepositoryContractTests {
  /// Texts that look like what is looked for in a line of the index.
  private static let hostile = [
    #","photos":[{"asset":""#, #"],"created":""#, #"{"asset":""#, "\\", "\"", "],", "{", "첫눈",
  ]

  /// The widest offsets, and some days that are another one in UTC.
  private static let zones = [
    "+15:59:59", "-15:59:59", "+14:00", "-12:00", "+09:00", "Z", "-00:30",
  ]

  @Test(arguments: RepositoryKind.allCases)
  func `days have what a plain count gives`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    var random = SeededGenerator(seed: 1582)
    var photos: [Photo] = []
    for number in 0..<3 {
      let path = try diary.folder.write("\(number)", to: "\(number).jpg")
      photos.append(try await diary.service.addPhoto(at: path).photo)
    }
    var model: [ID<Entry>: Entry] = [:]
    func randomFields() throws -> EntryFields {
      let year = [1999, 2000, 2001, 2023, 2024].randomElement(using: &random) ?? 2000
      let date = ["02-28", "02-29", "03-01", "12-31", "01-01", "06-15"].randomElement(
        using: &random)
      let hour = ["00:00:00", "12:30:00", "23:59:59"].randomElement(using: &random) ?? ""
      let zone = Self.zones.randomElement(using: &random) ?? "Z"
      let leap = CalendarDay("\(year)-\(date ?? "")") == nil ? "02-27" : date ?? ""
      let text = (0..<3).map { _ in Self.hostile.randomElement(using: &random) ?? "" }.joined()
      var chosen = photos.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
      for place in chosen.indices { chosen[place].caption = text + "," }
      return try fields(
        text + ".", on: "\(year)-\(leap)T\(hour)\(zone)", content: text + "[",
        photos: Array(chosen), tags: [text + ","])
    }
    // In the tail alone, in an index with a tail, and with entries that left the index.
    for round in 0..<3 {
      for _ in 0..<60 {
        let entry = try await diary.service.add(try randomFields())
        model[entry.id] = entry
      }
      let known = model.keys.sorted().shuffled(using: &random)
      for id in known.prefix(12) {
        _ = try await diary.service.delete(id)
        model[id] = nil
      }
      for id in known.dropFirst(12).prefix(12) {
        model[id] = try await diary.service.update(id, to: try randomFields())
      }
      for service in [diary.service, diary.reopened()] {
        try await expectDays(of: service, Array(model.values), "round \(round)")
      }
      if round < 2 { try await diary.repository.settle() }
    }
  }

  private func expectDays(
    of service: DiaryService, _ entries: [Entry], _ place: String
  ) async throws {
    for (first, last) in [
      ("1999-01-01", "1999-12-31"), ("2000-02-01", "2000-02-29"), ("2000-02-28", "2000-02-28"),
      ("0001-01-01", "9999-12-31"), ("2023-12-31", "2024-01-01"), ("1800-01-01", "1800-12-31"),
    ] {
      let days = try require(CalendarDay(first))...(try require(CalendarDay(last)))
      // Counted in another way than the repositories do.
      var counted: [DayTally] = []
      for day in Set(entries.map(\.date.day)).sorted() where days.contains(day) {
        let those = entries.filter { $0.date.day == day }
        counted.append(
          DayTally(
            day: day, entries: those.count, photos: those.map(\.photos.count).reduce(0, +)))
      }
      try await expectEqual(service.tallies(of: days), counted, "\(place), \(days)")
    }
    for day in ["2024-02-28", "2023-02-28", "2024-02-29", "2001-01-01", "2024-12-31", "1999-06-15"]
    {
      let day = try require(CalendarDay(day))
      let isLastOfShortFebruary = day.month == 2 && day.day == 28 && day.year != 2024
      let wanted = entries.filter { entry in
        let other = entry.date.day
        guard other.year < day.year, other.month == day.month else { return false }
        return other.day == day.day || (isLastOfShortFebruary && other.day == 29)
      }
      let found = try await service.entries(returningOn: day)
      expectEqual(found, EntryQuery().applied(to: wanted), "\(place), \(day)")
      try await expectEqual(
        service.entries(EntryQuery(.on(day))),
        EntryQuery().applied(to: entries.filter { $0.date.day == day }))
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `the ends of the calendar, an empty diary and what a newer program wrote are days as others`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    let all = CalendarDay.earliest...CalendarDay.latest
    try await expectEqual(diary.service.tallies(of: all), [])
    try await expectEqual(diary.service.entries(returningOn: .latest), [])
    var entries: [Entry] = []
    for (number, date) in [
      "0001-01-01T00:00:00Z", "0001-12-31T23:00:00-15:00", "9999-12-31T23:59:59Z",
      "1582-10-15T12:00:00Z",
    ].enumerated() {
      let time = Timestamp(milliseconds: Int64(number))
      entries.append(
        Entry(
          id: .random(), fields: try fields("at \(number)", on: date), author: AuthorID("someone"),
          created: time, modified: time,
          unknownMembers: [
            JSONMember(
              "layers",
              .object([
                JSONMember("x", .null),
                JSONMember("photos", .array([.object([JSONMember("asset", .string("1"))])])),
              ]))
          ]))
    }
    _ = try await diary.service.addImported(entries)
    try await diary.repository.settle()
    let tallies = try await diary.reopened().tallies(of: all)
    expectEqual(tallies.map(\.day), entries.map(\.date.day).sorted())
    expect(tallies.allSatisfy { $0.entries == 1 && $0.photos == 0 })
    let last = try await diary.service.entries(returningOn: .latest)
    expectEqual(last.map(\.title), ["at 1"])
  }
}

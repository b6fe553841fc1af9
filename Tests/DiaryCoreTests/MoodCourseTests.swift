import TestSupport
import Testing

@testable import DiaryCore

@Suite("Moods")
struct MoodCourseTests {
  private let scale = MoodScale(["great", "fine", "bad"])

  private func tallies(
    _ entries: [(date: String, mood: String?, tags: [String])]
  ) throws -> [MoodTally] {
    var counting = DiaryCounting()
    for (date, mood, tags) in entries {
      let time = Timestamp(milliseconds: 0)
      let fields = EntryFields(
        date: try require(EntryDate("\(date)T12:00:00Z")), tags: tags,
        details: EntryDetails(mood: mood))
      counting.count(
        Entry(id: .random(), fields: fields, author: AuthorID("me"), created: time, modified: time))
    }
    return counting.statistics(today: try require(CalendarDay("2026-11-26"))).moods
  }

  @Test func `a scale knows each mood once, in any case, the best first`() {
    let scale = MoodScale(["Great", " fine ", "great", "", "bad"])
    expectEqual(scale.names, ["Great", "fine", "bad"])
    expectEqual(["GREAT", "fine", "bad", "other"].map(scale.level(of:)), [1, 0.5, 0, nil])
    expectEqual([1.2, 0.7, 0.2, -1].map(scale.mood(at:)), ["Great", "fine", "bad", "bad"])
    expectNil(MoodScale(["alone"]).level(of: "alone"))
  }

  @Test func `months and tags have the mean of their moods`() throws {
    let course = MoodCourse(
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
    // Beside fewer than three, a tag says nothing.
    expectEqual(course.tags.map(\.name), ["work"])
    expectEqual(course.tags.map(\.mean.level), [0.5])
    expectEqual(course.unordered.map(\.name), ["strange"])
  }

  @Test func `spellings that differ in case alone are one mood`() throws {
    let tallies = try tallies([
      ("2026-01-03", "fine", []), ("2026-01-04", "Fine", []), ("2026-02-04", "Fine", []),
    ])
    expectEqual(tallies.map(\.name), ["Fine"])
    expectEqual(tallies.map(\.count), [3])
  }

  @Test func `the entries of a mood are those of that name alone`() throws {
    let fields = { EntryFields(date: EntryDate(instant: 0, offset: 0), details: .init(mood: $0)) }
    let time = Timestamp(milliseconds: 0)
    func has(_ mood: String?) -> Bool {
      EntryPredicate.withMood("fine").matches(
        Entry(
          id: .random(), fields: fields(mood), author: AuthorID("me"), created: time,
          modified: time))
    }
    expect(has(" Fine"))
    expect(!has("very fine"))
    expect(!has(nil))
  }
}

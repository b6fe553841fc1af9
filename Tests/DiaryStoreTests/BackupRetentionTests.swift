import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Thinning out backups")
struct BackupRetentionTests {
  struct Rule: Sendable {
    let keep: String
    /// Newest first.
    let dates: [String]
    let kept: Set<Int>
    init(_ keep: String, _ dates: [String], _ kept: Set<Int>) {
      (self.keep, self.dates, self.kept) = (keep, dates, kept)
    }
  }

  @Test(arguments: [
    // The newest of a day, and as many days as there are to be.
    Rule(
      "2d",
      [
        "2026-11-22T20:00:00Z", "2026-11-22T08:00:00Z", "2026-11-21T23:59:59Z",
        "2026-11-21T00:00:00Z", "2026-11-20T12:00:00Z",
      ], [0, 2]),
    // Days without backups don't count.
    Rule(
      "3d", ["2026-11-22T20:00:00Z", "2026-08-01T08:00:00Z", "2025-01-01T00:00:00Z"], [0, 1, 2]),
    // A week begins on Monday; 2026-11-23 is one.
    Rule("2w", ["2026-11-23T01:00:00Z", "2026-11-22T23:00:00Z", "2026-11-16T01:00:00Z"], [0, 1]),
    // Over the end of a year: 28 December 2026 to 3 January 2027 is one week.
    Rule("2w", ["2027-01-03T12:00:00Z", "2026-12-28T12:00:00Z", "2026-12-27T12:00:00Z"], [0, 2]),
    // But two months, as December and January are.
    Rule("2m", ["2027-01-03T12:00:00Z", "2026-12-28T12:00:00Z", "2026-11-30T12:00:00Z"], [0, 1]),
    // A month of another year is another one.
    Rule("2m", ["2027-01-31T12:00:00Z", "2026-01-31T12:00:00Z"], [0, 1]),
    // A day is that of the place: the same in UTC, and two in Seoul.
    Rule("2d", ["2026-11-22T00:30:00+09:00", "2026-11-21T23:30:00+09:00"], [0, 1]),
    Rule("2d", ["2026-11-22T00:30:00+09:00", "2026-11-21T14:30:00Z"], [0, 1]),
    // The same in New York, and two in UTC.
    Rule("2d", ["2026-11-21T20:00:00-05:00", "2026-11-21T18:00:00-05:00"], [0]),
    // 31 December in New York is 1 January in UTC.
    Rule("1m", ["2026-12-31T22:00:00-05:00", "2026-12-01T00:00:00-05:00"], [0]),
    // Several together.
    Rule(
      "1d,2w,3m",
      [
        "2026-11-22T12:00:00Z", "2026-11-21T12:00:00Z", "2026-11-15T12:00:00Z",
        "2026-11-01T12:00:00Z", "2026-10-31T12:00:00Z", "2026-10-01T12:00:00Z",
        "2026-09-30T12:00:00Z", "2026-08-30T12:00:00Z",
      ], [0, 2, 4, 6]),
    Rule("1d", ["2026-11-22T12:00:00Z"], [0]),
  ])
  func `the newest of each period stays`(_ rule: Rule) throws {
    let retention = try require(BackupRetention(rule.keep))
    let dates = try rule.dates.map { try require(EntryDate($0)) }
    expectEqual(retention.kept(of: dates), rule.kept, "\(rule.keep) \(rule.dates)")
  }

  @Test(arguments: [
    "", "7", "d", "7x", "0d", "-1d", "7d,", ",7d", "7d,7d", "7d 4w", "7D", "１d", "1.5w",
    "99999999999999999999d", "+3d",
  ])
  func `anything else is no rule`(_ text: String) {
    expectNil(BackupRetention(text))
  }

  @Test func `only backups of this diary go, and those that nobody named`() async throws {
    let diary = try BackupsOnDisk()
    _ = try await diary.store.service().add(try fields("one"))
    for day in 10...14 { try diary.backUp(at: "2026-11-\(day)T09:00:00Z") }
    let folder = diary.folder
    rename(folder + "/2026-11-10T09-00-00Z", folder + "/before the journey")
    // Called like backups: a folder of someone's, a file, a link, and one that says nothing.
    mkdir(folder + "/2020-01-01T00-00-00Z", 0o700)
    try diary.store.folder.write([1], to: "backups/2020-01-01T00-00-00Z/photo.jpg")
    try diary.store.folder.write([1], to: "backups/2020-01-02T00-00-00Z")
    symlink(folder + "/2026-11-11T09-00-00Z", folder + "/2020-01-03T00-00-00Z")
    let summary = try diary.backUp(at: "2026-11-15T09:00:00Z", keep: "2d")
    expectEqual(
      summary.removed, ["2026-11-11T09-00-00Z", "2026-11-12T09-00-00Z", "2026-11-13T09-00-00Z"])
    try expectEqual(
      diary.names,
      [
        "2020-01-01T00-00-00Z", "2020-01-02T00-00-00Z", "2020-01-03T00-00-00Z",
        "2026-11-14T09-00-00Z", "2026-11-15T09-00-00Z", "before the journey",
      ])
    for name in ["2026-11-14T09-00-00Z", "2026-11-15T09-00-00Z", "before the journey"] {
      try expectEqual(diary.damage(in: folder + "/" + name), [])
    }
  }

  @Test func `the newest stays, and so does the one that was just made`() async throws {
    let diary = try BackupsOnDisk()
    _ = try await diary.store.service().add(try fields("one"))
    // A clock that was wrong.
    try diary.backUp(at: "2036-01-01T00:00:00Z")
    try diary.backUp(at: "2026-11-22T09:00:00Z", keep: "1d")
    try expectEqual(diary.names, ["2026-11-22T09-00-00Z", "2036-01-01T00-00-00Z"])
  }
}

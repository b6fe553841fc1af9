import DiaryCore
import Glibc
import Interchange
import TestSupport
import Testing

/// Photos that are offered for the entry of a day.
@Suite struct PhotosOfDayTests {
  private let diary: Diary
  private let importer: PhotoImporter
  private let day: CalendarDay

  init() throws {
    diary = try Diary(inspector: HaltingInspector())
    importer = PhotoImporter(into: diary.service, localOffset: { _ in 9 * 3600 })
    day = try require(EntryDate("2024-05-03T12:00:00+09:00")).day
  }

  private var folder: String { diary.folder.path("pictures") }

  private func write(_ text: String, _ name: String, modified: Int? = nil) throws {
    let path = try diary.folder.write("photo " + text, to: "pictures/\(name)")
    guard let modified else { return }
    let time = timeval(tv_sec: modified, tv_usec: 0)
    try require(utimes(path, [time, time]) == 0)
  }

  private func names() async -> [String] {
    await importer.photos(takenOn: day, in: folder).map(\.name)
  }

  @Test func `they were taken that day, are new to the diary and come in their order`() async throws
  {
    try write("a taken[2024-05-03T23:59:00]", "late.jpg")
    try write("b taken[2024-05-03T00:00:00+02:00]", "z/early.jpg")
    try write("c taken[2024-05-02T23:59:59]", "before.jpg")
    try write("d taken[2024-05-04T00:00:00]", "after.jpg")
    try write("e taken[2024-05-03T12:00:00]", "notes.txt")
    await expectEqual(names(), ["early.jpg", "late.jpg"])
    let groups = try require(try await importer.proposal(for: folder)).groups
    _ = try await importer.write(groups)
    let left = await names()
    expectEqual(left, [])
  }

  @Test func `a photo without a date is of the day of its file, and older files aren't opened`()
    async throws
  {
    // 12:00 of that day here, and long before.
    try write("undated", "dated.jpg", modified: 1_714_705_200)
    try write("b taken[2024-05-03T12:00:00]", "copied.jpg", modified: 1_000_000_000)
    let names = await names()
    expectEqual(names, ["dated.jpg"])
  }

  @Test func `a folder that can't be looked into has none`() async throws {
    await expectEqual(names(), [])
    try diary.folder.write("", to: "pictures")
    await expectEqual(names(), [])
  }
}

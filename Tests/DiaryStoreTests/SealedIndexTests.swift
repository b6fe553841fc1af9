import DiaryCore
import TestSupport
import Testing

@testable import DiaryStore

/// So many entries that those which are looked at are opened in parts, and gone then.
@Suite("The index of an encrypted store, searched")
struct SealedIndexTests {
  private let store: EncryptedStoreOnDisk
  private static let count = 1200
  /// Entries that hold a rare word stand far apart, and where one part ends.
  private static let rare: Set = [0, 126, 127, 128, 383, 384, 600, 1198, 1199]

  init() async throws {
    store = try EncryptedStoreOnDisk()
    let diary = store.service()
    let text = String(repeating: "강가를 걸었다. We walked home. ", count: 30)
    _ = try await diary.addImported(
      (0..<Self.count).map { number in
        var fields = try fields(
          "entry \(number)", on: "2020-01-01T00:00:00Z",
          content: text + (Self.rare.contains(number) ? "xylophone" : ""))
        fields.date = EntryDate(instant: 1_600_000_000 + Int64(number) * 3600, offset: 0)
        fields.journal = number % 3 == 0 ? "Travel" : EntryFields.defaultJournal
        let now = store.clock.tick()
        return Entry(id: .random(), fields: fields, author: .nobody, created: now, modified: now)
      })
    try await diary.settle()
    await diary.finish()
  }

  /// What a program that begins anew finds.
  private func checkAll() async throws -> DiaryService {
    let diary = store.service()
    let query = EntryQuery(SearchQuery("xylophone", today: .earliest).predicate)
    let titles = Self.rare.sorted(by: >).map { "entry \($0)" }
    try await expectEqual(diary.entries(query).map(\.title), titles)
    try await expectEqual(diary.entries(query).map(\.title), titles)
    try await expectEqual(
      diary.entries().map(\.title), (0..<Self.count).reversed().map { "entry \($0)" })
    try await expectEqual(diary.journals().compactMap(\.count).reduce(0, +), Self.count)
    return diary
  }

  @Test func `everything is found, whatever part it is in`() async throws {
    let diary = try await checkAll()
    try await expect(!diary.wasIndexRemade())
  }

  @Test(arguments: [0, 0.2, 0.5, 0.7, 0.9])
  func `nothing is missed where the index was damaged`(place: Double) async throws {
    var bytes = try store.folder.read("store/index.age")
    // Behind the header, whose loss leaves no index at all.
    bytes[300 + Int(place * Double(bytes.count - 400))] ^= 1
    try store.folder.write(bytes, to: "store/index.age")
    let diary = try await checkAll()
    try await expect(diary.wasIndexRemade())
    await diary.finish()
    let next = try await checkAll()
    try await expect(!next.wasIndexRemade())
  }
}

import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

/// Films beside photos.
@Suite struct FilmImportTests {
  private let diary: Diary
  private let importer: PhotoImporter

  init() throws {
    diary = try Diary(inspector: HaltingInspector())
    importer = PhotoImporter(into: diary.service, localOffset: { _ in 9 * 3600 })
  }

  private var folder: String { diary.folder.path("pictures") }

  private func photo(_ name: String, taken: String) throws {
    try diary.folder.write("photo \(name) taken[\(taken)]", to: "pictures/\(name)")
  }

  private static let apple = "com.apple.quicktime."

  /// One of MP4, with the time in its head and what a phone writes beside it.
  private func film(
    _ name: String, made: Int = 0, phone: String = "", identifier: String? = nil
  ) throws {
    var film = FilmFile(made: made, mark: name)
    if !phone.isEmpty { film.values.append((Self.apple + "creationdate", phone)) }
    if let identifier { film.values.append((Self.apple + "content.identifier", identifier)) }
    try diary.folder.write(film.bytes, to: "pictures/\(name)")
  }

  private func run() async throws -> [Entry] {
    let proposal = try require(try await importer.proposal(for: folder))
    _ = try await importer.write(proposal.groups)
    return try await diary.service.entries(EntryQuery(isAscending: true))
  }

  @Test func `a film comes with the day that it says itself`() async throws {
    try photo("a.jpg", taken: "2024-05-03T12:00:00")
    // 2024-05-03 15:00 here.
    try film("b.mp4", made: 1_714_716_000)
    try film("c.mov", made: 1, phone: "2024-05-04T10:15:00+0200")
    let entries = try await run()
    expectEqual(entries.map { $0.photos.map(\.name) }, [["a.jpg"], []])
    expectEqual(entries.map { $0.attachments.map(\.name) }, [["b.mp4"], ["c.mov"]])
    expectEqual(entries.last?.date.description, "2024-05-04T10:15:00+02:00")
  }

  @Test func `a name says the date of a film that doesn't`() async throws {
    try film("VID_20240506_101500.mp4")
    let entries = try await run()
    expectEqual(entries.first?.date.day.description, "2024-05-06")
  }

  @Test func `a Live Photo stays together, whatever its film says`() async throws {
    try photo("IMG_1.HEIC", taken: "2024-05-03T12:00:00")
    try photo("IMG_2.JPG", taken: "2024-05-07T12:00:00")
    try film("IMG_1.MOV", made: 1_715_000_000)
    let entries = try await run()
    expectEqual(entries.count, 2)
    let live = try require(entries.first)
    expectEqual(live.photos.map(\.name), ["IMG_1.HEIC"])
    expectEqual(live.attachments.map(\.name), ["IMG_1.MOV"])
    expectEqual(live.film(of: live.photos[0])?.name, "IMG_1.MOV")
    expectEqual(live.films, [])
  }

  @Test func `a recording comes with its day, too`() async throws {
    try photo("a.jpg", taken: "2024-05-06T12:00:00")
    try diary.folder.write("sound", to: "pictures/Voice 2024-05-06 10.15.ogg")
    let entries = try await run()
    expectEqual(entries.map { $0.attachments.map(\.name) }, [["Voice 2024-05-06 10.15.ogg"]])
  }

  @Test func `doing it again adds nothing`() async throws {
    try photo("a.jpg", taken: "2024-05-03T12:00:00")
    try film("b.mp4", made: 1_714_716_000)
    _ = try await run()
    let again = try require(try await importer.proposal(for: folder))
    expect(again.groups.isEmpty)
    expectEqual(again.alreadyThere, 2)
    expect(again.passedOver.isEmpty)
  }

  @Test func `the film of a photo that the diary has is left`() async throws {
    try photo("IMG_1.JPG", taken: "2024-05-03T12:00:00")
    _ = try await run()
    try film("IMG_1.MOV", made: 1_715_000_000)
    let again = try require(try await importer.proposal(for: folder))
    expect(again.groups.isEmpty)
    expectEqual(again.passedOver.films, ["IMG_1.MOV"])
  }

  @Test func `films are among the files of a day`() async throws {
    try photo("a.jpg", taken: "2024-05-03T12:00:00")
    try film("b.mp4", made: 1_714_716_000)
    try film("c.mp4", made: 1_715_000_000)
    let day = try require(EntryDate("2024-05-03T12:00:00+09:00")).day
    await expectEqual(importer.photos(takenOn: day, in: folder).map(\.name), ["a.jpg", "b.mp4"])
  }

  @Test func `what Apple's cameras write into both tells a Live Photo whose names don't`()
    async throws
  {
    try diary.folder.write(
      "photo taken[2024-05-03T12:00:00] identifier[ABC-1]", to: "pictures/beach.heic")
    try photo("other.jpg", taken: "2024-05-07T12:00:00")
    try film("clip.MOV", made: 1_715_000_000, identifier: "ABC-1")
    try film("other.mov", made: 1_714_716_000, identifier: "ABC-1")
    try film("third.mov", made: 1_714_716_000, identifier: "ABC-2")
    let entries = try await run()
    expectEqual(entries.map { $0.photos.map(\.name) }, [["beach.heic"], ["other.jpg"]])
    // Its film is called after it, so that they belong together in the entry; names go first.
    expectEqual(
      entries.map { $0.attachments.map(\.name) }, [["beach.MOV", "third.mov"], ["other.mov"]])
    let live = try require(entries.first)
    expectEqual(live.film(of: live.photos[0])?.name, "beach.MOV")
    expectEqual(live.films.map(\.name), ["third.mov"])
  }
}

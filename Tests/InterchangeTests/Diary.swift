import DiaryCore
import Interchange
import MemoryStore
import Synchronization
import TestSupport

/// A diary in memory with a folder for what goes in and out.
struct Diary {
  let service: DiaryService
  let folder: TemporaryFolder
  let author: Author

  init(
    author: Author = Author(id: AuthorID("a1"), name: "Ada"),
    inspector: any PhotoInspector = TextInspector()
  ) throws {
    self.author = author
    let clock = TickingClock()
    service = DiaryService(
      repository: MemoryRepository(author: author, now: clock.now), inspector: inspector,
      now: clock.now)
    folder = try TemporaryFolder()
  }

  var target: String { folder.path + "/out" }

  @discardableResult
  func add(
    _ title: String, on date: String = "2026-11-19T07:30:00+09:00", content: String = "",
    tags: [String] = [], photos: [Photo] = []
  ) async throws -> Entry {
    guard let date = EntryDate(date) else { throw DiaryError.invalidDate(date) }
    return try await service.add(
      EntryFields(date: date, title: title, content: content, photos: photos, tags: tags))
  }

  func photo(_ bytes: String, name: String, caption: String = "") async throws -> Photo {
    let path = try folder.write(bytes.utf8, to: "in/\(name)")
    var photo = try await service.addPhoto(at: path).photo
    photo.caption = caption
    return photo
  }

  @discardableResult
  func export(
    _ format: ExportFormat = .markdown, to place: String? = nil, keepsLocation: Bool = false,
    passphrase: Passphrase? = nil, entries: EntryQuery = EntryQuery(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> ExportSummary {
    try await Exporter(locationRemover: TextLocationRemover()).export(
      entries: entries, of: service, to: place ?? target, format: format,
      options: ExportOptions(keepsLocation: keepsLocation, passphrase: passphrase),
      progress: progress)
  }

}

/// A second later at each look.
final class TickingClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_800_000_000_000)

  @Sendable func now() -> Timestamp {
    milliseconds.withLock { time in
      time += 1000
      return Timestamp(milliseconds: time)
    }
  }
}

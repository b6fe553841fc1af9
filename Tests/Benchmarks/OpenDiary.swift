import DiaryCore
import DiaryStore
import Glibc

/// A diary that is open in this process.
struct OpenDiary: Sendable {
  let service: DiaryService
  let repository: any DiaryRepository

  /// - Parameter cipher: what opens it, if it is encrypted.
  init(_ diary: BenchmarkDiary, _ cipher: StoreCipher = StoreCipher()) throws {
    self.init(
      DiskRepository(
        root: diary.store, cipher: cipher, devicePath: diary.device,
        defaultAuthorName: { "Anyone" }, now: Self.now))
  }

  init(_ repository: any DiaryRepository) {
    self.repository = repository
    service = DiaryService(repository: repository, inspector: NoInspector(), now: Self.now)
  }

  /// How long something takes with it.
  @MainActor
  func time(
    _ body: @MainActor (DiaryService) async throws -> Void
  ) async rethrows -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    try await body(service)
    return clock.now - start
  }

  static let today = EntryDate(instant: now().seconds, offset: 0)

  /// An entry as long as those of the corpus.
  static func sampleFields() -> EntryFields {
    let content = String(repeating: "강가를 걸었다. We walked home by the river. ", count: 12)
    return EntryFields(date: today, title: "A walk by the river", content: content)
  }

  @Sendable
  private static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// For diaries that no photo is added to.
private struct NoInspector: PhotoInspector {
  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    throw .photo(path: path, .notAnImage)
  }
}

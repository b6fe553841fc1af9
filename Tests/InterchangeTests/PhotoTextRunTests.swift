import DiaryCore
import Synchronization
import TestSupport
import Testing

@Suite("Reading the words in photos") struct PhotoTextRunTests {
  /// A reader that reads a word in each photo, or throws the error for its name.
  private final class Reader: Sendable {
    let answers = Mutex<[String: PhotoTextError]>([:])
    let asked = Mutex<[String]>([])

    func read(_ photo: Photo, _ path: String) async throws(PhotoTextError) -> PhotoText {
      asked.withLock { $0.append(photo.name) }
      if let error = answers.withLock({ $0[photo.name] }) { throw error }
      let box = PhotoBox(left: 0, top: 0, right: 10, bottom: 10)
      return PhotoText(photo.name.hasPrefix("empty") ? [] : [[.init("word-\(photo.name)", box)]])
    }

    /// The photos that have been asked for since the last call.
    func takeAsked() -> [String] {
      asked.withLock { names in
        defer { names = [] }
        return names
      }
    }
  }

  private final class Kept: Sendable {
    let texts = Mutex<[AssetID: PhotoText]>([:])
    let version = Mutex<Int64>(0)
    let isLocked = Mutex(false)

    var cache: PhotoTextCache {
      var cache = PhotoTextCache()
      cache.load = { [self] known in
        let version = [self.version.withLock { $0 }]
        return version == known ? nil : (texts.withLock { $0 }, version)
      }
      cache.save = { [self] new in
        texts.withLock { $0 = new }
        version.withLock { $0 += 1 }
        return true
      }
      cache.lock = { [self] in
        let isFree = isLocked.withLock { isLocked in
          defer { isLocked = true }
          return !isLocked
        }
        guard isFree else { return nil }
        return { [self] in isLocked.withLock { $0 = false } }
      }
      return cache
    }
  }

  private let kept = Kept()
  private let reader = Reader()
  private let diary: Diary

  init() throws { diary = try Diary(photoTexts: PhotoTexts(cache: kept.cache)) }

  private var run: PhotoTextRun { PhotoTextRun(service: diary.service, reader: reader.read) }

  private func add(_ names: String...) async throws -> Entry {
    var photos: [Photo] = []
    for name in names { photos.append(try await diary.photo("photo \(name)", name: name)) }
    return try await diary.add(names[0], photos: photos)
  }

  private func found(_ search: String) async throws -> [String] {
    let today = try require(CalendarDay(year: 2026, month: 11, day: 20))
    let query = EntryQuery(SearchQuery(search, today: today).predicate, isAscending: true)
    return try await diary.service.entries(query).map(\.title)
  }

  @Test func `reads each photo once, and finds its words`() async throws {
    _ = try await add("a.jpg", "empty.jpg")
    _ = try await add("b.jpg", "a.jpg")
    let first = try await run.readAll()
    expectEqual([first.read, first.withWords, first.left], [3, 2, 0])
    expectEqual(Set(reader.takeAsked()), ["a.jpg", "b.jpg", "empty.jpg"])
    try await expectEqual(found("text:word-a"), ["a.jpg", "b.jpg"])
    try await expectEqual(found("word-b"), ["b.jpg"])
    try await expectEqual(found("-text:word-b"), ["a.jpg"])
    try await expectEqual(found("text:word-b OR text:word-a"), ["a.jpg", "b.jpg"])
    let again = try await run.readAll()
    expectEqual(again.read, 0)
    let new = try await add("c.jpg", "b.jpg")
    let third = await run.read(new.photos)
    expectEqual(third.read, 1)
    expectEqual(reader.takeAsked(), ["c.jpg"])
    // Another program finds them, too.
    let other = PhotoTexts(cache: kept.cache)
    let phrase = SearchPhrase("word-c")
    await expectEqual(other.photos(containing: [phrase])[phrase], [new.photos[0].asset])
  }

  @Test func `drops the words of photos that are no longer in the diary`() async throws {
    let entry = try await add("a.jpg")
    _ = try await add("b.jpg")
    _ = try await run.readAll()
    _ = try await diary.service.delete(entry.id)
    _ = try await run.readAll()
    expectEqual(kept.texts.withLock { $0.count }, 2)
    _ = try await diary.service.emptyTrash()
    _ = try await run.readAll()
    expectEqual(kept.texts.withLock { $0.count }, 1)
  }

  @Test func `doesn't try damaged photos again, but those at which a program always fails`()
    async throws
  {
    _ = try await add("damaged.jpg", "crash.jpg", "gone.jpg", "good.jpg")
    reader.answers.withLock {
      $0 = [
        "damaged.jpg": .photo(.damaged), "crash.jpg": .program(.crashed), "gone.jpg": .unavailable,
      ]
    }
    let first = try await run.readAll()
    expectEqual([first.read, first.left, first.missing], [1, 0, 1])
    expectEqual(Set(first.problems.map(\.photo.name)), ["damaged.jpg", "crash.jpg"])
    _ = reader.takeAsked()
    _ = try await run.readAll()
    expectEqual(reader.takeAsked(), ["gone.jpg"])

    _ = try await add("1.jpg", "2.jpg", "3.jpg", "4.jpg")
    reader.answers.withLock { answers in
      for number in 1...4 { answers["\(number).jpg"] = .program(.failed) }
    }
    let broken = try await run.readAll()
    expectEqual(broken.endedBy, .failed)
    expectEqual(broken.read, 0)
    expectEqual(broken.left, 5)
    _ = reader.takeAsked()
    reader.answers.withLock { $0 = [:] }
    let repaired = try await run.readAll()
    expectEqual(repaired.read, 5)
  }

  @Test func `only one program reads, and stopping keeps what was read`() async throws {
    _ = try await add("a.jpg", "b.jpg", "c.jpg")
    let end = try require(kept.cache.lock())
    let busy = try await run.readAll()
    expect(busy.isBusy)
    end()
    let run = PhotoTextRun(service: diary.service) {
      [reader] photo, path async throws(PhotoTextError) in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await reader.read(photo, path)
    }
    let stopped = try await Task { try await run.readAll() }.value
    expectEqual([stopped.read, stopped.left], [1, 2])
    expectEqual(kept.texts.withLock { $0.count }, 1)
    try await expectEqual(self.run.readAll().read, 2)
  }
}

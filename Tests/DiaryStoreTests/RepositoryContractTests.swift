import Crypto
import DiaryCore
import DiaryStore
import MemoryStore
import Synchronization
import TestSupport
import Testing

/// The contract of every repository, checked through `DiaryService`.
@Suite("Repository contract") struct RepositoryContractTests {
  @Test(arguments: RepositoryKind.allCases)
  func `starts empty, with an owner and a status`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    try await expect(diary.service.entries().isEmpty)
    try await expectEqual(diary.service.count(), 0)
    try await expect(diary.service.trash().isEmpty)
    let owner = try await diary.service.author()
    try await expectEqual(diary.service.author(), owner)
    await expectEqual(diary.service.status().state, .empty)
    // A renamed author keeps their entries.
    let entry = try await diary.service.add(try fields("before"))
    let renamed = try await diary.service.rename(author: " 홍길동\t")
    expectEqual(renamed, Author(id: owner.id, name: "홍길동"))
    try await expectEqual(diary.service.author(), renamed)
    try await expectEqual(diary.reopened().author(), renamed)
    await expectEqual(diary.reopened().status().author, renamed)
    _ = try await diary.reopened().update(entry.id, to: try fields("after"))
    for name in ["", " \n", "two\nlines", "\u{1B}[31m"] {
      await expectThrows(DiaryError.invalidName(name)) {
        try await diary.service.rename(author: name)
      }
    }
    try await expectEqual(diary.reopened().author(), renamed)
    _ = try await diary.service.add(try fields("two"))
    let deleted = try await diary.service.delete(entry.id)
    let status = await diary.service.status()
    expectEqual(status.state, .available)
    expectNil(status.problem)
    expectEqual(status.entries, 1)
    expectEqual(status.trashed, 1)
    expectEqual(status.assets, 0)
    expectEqual(status.author, renamed)
    try expectAtLeast(require(status.saved), deleted.modified)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `keeps entries as written, newest first`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    for (title, date) in [
      ("b", "2026-01-02T00:00:00Z"), ("first c", "2026-01-03T00:00:00Z"),
      ("second c", "2026-01-03T09:00:00+09:00"), ("a", "2026-01-01T00:00:00Z"),
    ] { _ = try await diary.service.add(try fields(title, on: date)) }
    let titles = try await diary.service.entries().map(\.title)
    expectEqual(titles, ["second c", "first c", "b", "a"])
    let oldest = try await diary.service.entries(EntryQuery(isAscending: true, limit: 2))
    expectEqual(oldest.map(\.title), ["a", "b"])
    let middle = try await diary.service.entries(EntryQuery(offset: 1, limit: 2))
    expectEqual(middle.map(\.title), ["first c", "b"])
    // An update keeps id, date and author, and replaces the rest.
    let added = try await diary.service.add(try fields("before", tags: ["#산책", "산책", "Up", "up"]))
    expectEqual(added.tags, ["산책", "Up"])
    var changed = added.fields
    changed.title = "after"
    changed.content = "text\nof two lines"
    let updated = try await diary.service.update(added.id, to: changed)
    expectEqual(updated.id, added.id)
    expectEqual(updated.date, added.date)
    expectEqual(updated.created, added.created)
    expectGreater(updated.modified, added.modified)
    expectEqual(updated.heads.count, 1)
    expectNotEqual(updated.heads, added.heads)
    try await expectEqual(diary.service.entries().first, updated)
    var noted = try fields("noted")
    noted.details = EntryDetails(isStarred: true, mood: " 🙂 ", place: "서울\n", weather: " ")
    let entry = try await diary.service.add(noted)
    let kept = EntryDetails(isStarred: true, mood: "🙂", place: "서울")
    expectEqual(entry.details, kept)
    try await expectEqual(diary.reopened().entry(entry.id).details, kept)
    _ = try await diary.service.delete(entry.id)
    try await expectEqual(diary.reopened().trash().map(\.details), [kept])
    _ = try await diary.service.restore(entry.id)
    noted.details = EntryDetails(weather: "rain")
    _ = try await diary.service.update(entry.id, to: noted)
    let states = try await diary.reopened().history(of: entry.id).map(\.entry.details)
    expectEqual(states, [EntryDetails(weather: "rain"), kept, kept, kept])
    try await expectEqual(diary.reopened().entries().first?.details, EntryDetails(weather: "rain"))
    // Unknown members are kept, even if named like a line's members.
    var foreign = imported(try fields("with more"))
    foreign.unknownMembers = [
      JSONMember("rating", .string("good")), JSONMember("trashed", .bool(true)),
      JSONMember("entry", .string("x")), JSONMember("heads", .array([])),
      JSONMember("prev", .string(String(repeating: "a", count: 32))),
      JSONMember("append", .string("x")),
    ]
    _ = try await diary.service.addImported([foreign])
    try await diary.everywhere { service in
      let read = try await service.entry(foreign.id)
      expect(!read.isTrashed)
      expectEqual(read.title, "with more")
      expectEqual(read.heads.count, 1)
      expectEqual(Set(read.unknownMembers), Set(foreign.unknownMembers))
    }
    // An entry needs a title, text or a photo.
    await expectThrows(DiaryError.emptyEntry) {
      try await diary.service.add(try fields(" \t ", content: "\n"))
    }
    let untitled = try await diary.service.add(try fields("  ", content: "\n# 첫 줄 \nmore"))
    expectEqual(untitled.title, "  ")
    expectEqual(untitled.displayTitle, "첫 줄")
  }

  @Test(arguments: RepositoryKind.allCases)
  func `keeps every revision and version`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let base = try await diary.service.add(try fields("base"))
    let here = try await diary.service.update(base.id, to: try fields("here"), basedOn: base.heads)
    let there = try await diary.service.update(
      base.id, to: try fields("there"), basedOn: base.heads)
    expectEqual(there.title, "there")
    expectEqual(Set(there.heads), Set(here.heads + [try require(there.heads.first)]))
    let unaware = try await diary.service.update(base.id, to: try fields("there again"))
    try expect(unaware.heads.count == 2 && unaware.heads.contains(here.heads.at(0)))
    let merged = try await diary.service.update(
      base.id, to: try fields("merged"), basedOn: unaware.heads)
    expectEqual(merged.heads.count, 1)
    // Reverting to a version ends both, even if it is already shown.
    let beside = try await diary.service.update(
      base.id, to: try fields("beside"), basedOn: base.heads)
    try await expectEqual(
      diary.service.versions(of: base.id).map(\.entry.title), ["beside", "merged"])
    let kept = try await diary.service.revert(base.id, to: beside.heads[0])
    expectEqual(kept.title, "beside")
    expectEqual(kept.heads.count, 1)
    try await expectEqual(diary.service.history(of: base.id).count, 7)
    try await expectEqual(diary.service.versions(of: base.id).map(\.entry), [kept])
    try await expectEqual(diary.service.revert(base.id, to: here.heads[0]).title, "here")
    // Every saved revision stays, and can be restored.
    let first = try await diary.service.add(try fields("첫 판"))
    let second = try await diary.service.update(first.id, to: try fields("둘째 판"))
    _ = try await diary.service.delete(first.id)
    let restored = try await diary.service.restore(first.id)
    let history = try await diary.service.history(of: first.id)
    expectEqual(history.map(\.entry.title), ["둘째 판", "둘째 판", "둘째 판", "첫 판"])
    expectEqual(history.map(\.entry.isTrashed), [false, true, false, false])
    expectEqual(history.dropLast().map(\.parents), history.dropFirst().map { [$0.id] })
    try expectEqual(history.map(\.id), history.map { try $0.entry.heads.at(0) })
    expectEqual(history.first?.id, restored.heads.first)

    let digits = String(try require(first.heads.first).description.prefix(16))
    try await expectEqual(diary.service.revision(withPrefix: digits, of: first.id).entry, first)
    let reverted = try await diary.service.revert(first.id, to: first.heads[0])
    expectEqual(reverted.title, "첫 판")
    expectEqual(reverted.id, first.id)
    expectNotEqual(reverted.heads, first.heads)
    let whole = try await diary.reopened().history(of: first.id)
    try expect(whole.count == 5 && whole.at(0).parents == restored.heads)
    try expectEqual(whole.at(3).entry.heads, second.heads)
    await expectThrows(DiaryError.noSuchRevision("zz", title: "첫 판")) {
      try await diary.service.revision(withPrefix: "zz", of: first.id)
    }
    let unknown = ID<Entry>.random()
    await expectThrows(DiaryError.noSuchEntry(unknown.description)) {
      try await diary.service.history(of: unknown)
    }
    // Every version is restored from the trash.
    let last = try await diary.service.add(try fields("base"))
    for title in ["one", "two", "three"] {
      _ = try await diary.service.update(last.id, to: try fields(title), basedOn: last.heads)
    }
    let deleted = try await diary.service.delete(last.id)
    expectEqual(deleted.heads.count, 1)
    try await diary.repository.flush()
    let back = try await diary.reopened().restore(last.id)
    expectEqual(back.title, "three")
    expect(!back.isTrashed)
    let versions = try await diary.service.versions(of: last.id)
    expectEqual(versions.map(\.entry.title), ["three", "two", "one"])
    expectEqual(versions.map(\.id), back.heads)
    // An edit made on another device beside the deletion is restored too.
    let again = try await diary.service.delete(last.id)
    expect(again.isTrashed)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `empties the trash, protects entries, reports changes`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let kept = try await diary.service.add(try fields("kept"))
    let back = try await diary.service.add(try fields("back"))
    let gone = try await diary.service.add(try fields("gone"))
    _ = try await diary.service.delete(back.id)
    _ = try await diary.service.delete(gone.id)
    try await expectEqual(diary.service.entries().map(\.id), [kept.id])
    try await expectEqual(diary.service.trash().map(\.title), ["gone", "back"])
    try await expect(diary.service.entry(withPrefix: gone.id.description).isTrashed)
    let restored = try await diary.service.restore(back.id)
    expect(!restored.isTrashed)
    try await expectEqual(diary.service.emptyTrash(), 1)
    try await expect(diary.service.trash().isEmpty)
    expectEqual(Set(try await diary.service.entries().map(\.id)), [kept.id, back.id])
    await expectThrows(DiaryError.noSuchEntry(gone.id.description)) {
      try await diary.service.entry(gone.id)
    }
    // Only the author edits and deletes.
    let foreign = imported(try fields("theirs"))
    try await expectEqual(diary.service.addImported([foreign]).count, 1)
    await expectThrows(DiaryError.notTheAuthor(title: "theirs")) {
      try await diary.service.update(foreign.id, to: try fields("mine"))
    }
    await expectThrows(DiaryError.notTheAuthor(title: "theirs")) {
      try await diary.service.delete(foreign.id)
    }
    let read = try await diary.service.entry(foreign.id)
    expectEqual(read.created, foreign.created)
    expectEqual(read.modified, foreign.modified)
    try await expect(diary.service.addImported([foreign]).isEmpty)
    var changes = await diary.service.changes().makeAsyncIterator()
    let entry = try await diary.service.add(try fields("new"))
    await expectEqual(changes.next(), DiaryChange(.added, entry))
    let updated = try await diary.service.update(entry.id, to: try fields("newer"))
    await expectEqual(changes.next(), DiaryChange(.updated, updated))
    let deleted = try await diary.service.delete(entry.id)
    await expectEqual(changes.next(), DiaryChange(.deleted, deleted))
    let returned = try await diary.service.restore(entry.id)
    await expectEqual(changes.next(), DiaryChange(.restored, returned))
    let again = try await diary.service.delete(entry.id)
    _ = try await diary.service.emptyTrash()
    await expectEqual(changes.next(), DiaryChange(.deleted, again))
    await expectEqual(changes.next(), DiaryChange(.purged, again))
    // A unique prefix finds an entry.
    for number in 0..<40 { _ = try await diary.service.add(try fields("\(number)")) }
    let newest = try require(try await diary.service.entries().first)
    let text = newest.id.description
    try await expectEqual(diary.service.entry(withPrefix: String(text.prefix(12))), newest)
    try await expectEqual(diary.service.entry(withPrefix: text.uppercased()), newest)
    await expectThrows(DiaryError.self) { try await diary.service.entry(withPrefix: "") }
    await expectThrows(DiaryError.noSuchEntry("xyz")) {
      try await diary.service.entry(withPrefix: "xyz")
    }
    // 40 ids start with 16 digits, so some share one.
    let digits = try await diary.service.entries().map { String($0.id.description.prefix(1)) }
    let shared = try require(Dictionary(grouping: digits) { $0 }.first { $1.count > 1 })
    await expectThrows(DiaryError.ambiguousID(shared.key, count: shared.value.count)) {
      try await diary.service.entry(withPrefix: shared.key)
    }
  }
}

enum RepositoryKind: CaseIterable {
  case memory, disk, encrypted
  /// Three combined, in memory and on disk.
  case together, togetherOnDisk
}

/// A repository in a temporary folder, with a clock that advances a second per read.
struct RepositoryUnderTest {
  let folder: TemporaryFolder
  let repository: any DiaryRepository
  let service: DiaryService
  private let clock: TestClock
  /// The diary as a new program opens it, or `nil` if it can't be reopened.
  private let open: (() -> any DiaryRepository)?

  /// - Parameter spreads: puts entries into all combined diaries, not only the first.
  init(_ kind: RepositoryKind, spreads: Bool = true) throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    let keyring = Keyring()
    self.folder = folder
    self.clock = clock
    func onDisk(_ name: String) -> DiskRepository {
      DiskRepository(
        root: "\(folder.path)/\(name)", cipher: StoreCipher(keyring),
        devicePath: "\(folder.path)/state/\(name)/device", defaultAuthorName: { "Author" },
        now: clock.tick)
    }
    switch kind {
    case .memory:
      open = nil
      repository = MemoryRepository(now: clock.tick)
    case .disk, .encrypted:
      open = { onDisk("store") }
      repository = onDisk("store")
    case .together:
      open = nil
      repository = Self.together(spreads) { _ in MemoryRepository(now: clock.tick) }
    case .togetherOnDisk:
      open = { Self.together(spreads, onDisk) }
      repository = Self.together(spreads, onDisk)
    }
    if kind == .encrypted {
      try folder.write("PhotoDiary store, format 3\n", to: "store/FORMAT.txt")
    }
    service = DiaryService(repository: repository, inspector: AnyFileInspector(), now: clock.tick)
  }

  /// The contents of a file, or `nil` if unreadable.
  func bytes(of file: AssetFile) -> [UInt8]? {
    var bytes: [UInt8] = []
    return service.assetOpener.read(service.path(of: file)) { bytes += $0 } ? bytes : nil
  }

  /// The diary as a new program reads it from disk.
  func reopened() -> DiaryService {
    guard let open else { return service }
    return DiaryService(repository: open(), inspector: AnyFileInspector(), now: clock.tick)
  }

  /// Checks an open and a new program, before and after the index is updated.
  func everywhere(_ look: (DiaryService) async throws -> Void) async throws {
    for isSettled in [false, true] {
      if isSettled { try await repository.flush() }
      for service in [service, reopened()] { try await look(service) }
    }
  }

  /// Three diaries combined; entries with files or a journal are saved to the first.
  private static func together(
    _ spreads: Bool, _ make: (String) -> any DiaryRepository
  ) -> CombinedRepository {
    let names = ["store", "Family", "Friends"]
    let parts = names.map { CombinedRepository.Part(DiaryName($0), make($0)) }
    return CombinedRepository(parts[0], Array(parts[1...])) { entry in
      let isPlain = entry.files.isEmpty && entry.journal == EntryFields.defaultJournal
      guard spreads, isPlain, let digit = entry.id.description.unicodeScalars.last else { return 0 }
      return Int(digit.value) % names.count
    }
  }
}

final class TestClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_795_000_000_000)

  @Sendable func tick() -> Timestamp {
    milliseconds.withLock { value in
      value += 1000
      return Timestamp(milliseconds: value)
    }
  }
}

/// Accepts every readable file as a JPEG.
struct AnyFileInspector: PhotoInspector {
  func facts(ofPhotoAt path: String) async throws -> PhotoFacts {
    PhotoFacts(type: MediaType("image/jpeg"), width: 4, height: 3)
  }
}

func imported(
  _ fields: EntryFields, _ id: ID<Entry> = .random(), by author: AuthorID = AuthorID("someone"),
  at milliseconds: Int64 = 1
) -> Entry {
  let time = Timestamp(milliseconds: milliseconds)
  return Entry(
    id: id, fields: fields, author: author, created: time,
    modified: Timestamp(milliseconds: milliseconds + 1))
}

func fields(
  _ title: String, on date: String = "2026-11-19T07:30:00+09:00", content: String = "",
  photos: [Photo] = [], tags: [String] = [], journal: String = EntryFields.defaultJournal,
  attachments: [DiaryCore.Attachment] = []
) throws -> EntryFields {
  EntryFields(
    date: try require(EntryDate(date)), title: title, content: content, photos: photos, tags: tags,
    journal: journal, attachments: attachments)
}

import Crypto
import DiaryCore
import System
import TestSupport
import Testing

@testable import DiaryStore

/// Enough entries that candidates are decrypted in several parts.
@Suite("Searching an encrypted index") struct SealedIndexTests {
  private let store: StoreOnDisk
  private static let count = 1200
  /// Entries with a rare word, far apart and at the ends of parts.
  private static let rare: Set = [0, 126, 127, 128, 383, 384, 600, 1198, 1199]

  init() async throws {
    store = try StoreOnDisk(isEncrypted: true)
    let diary = store.service()
    let text = String(repeating: "강가를 걸었다. We walked home. ", count: 30)
    _ = try await diary.addImported(
      (0..<Self.count).map { number in
        var fields = try fields(
          "entry \(number)", on: "2020-01-01T00:00:00Z",
          content: text + (Self.rare.contains(number) ? "xylophone" : ""))
        fields.date = EntryDate(instant: 1_600_000_000 + Int64(number) * 3600, offset: 0)
        fields.journal = number % 3 == 0 ? "Travel" : EntryFields.defaultJournal
        return imported(fields, by: .unassigned)
      })
    try await diary.flush()
    await diary.finish()
  }

  /// Checks the results of a new program.
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

  @Test(arguments: [0, 0.2, 0.5, 0.7, 0.9])
  func `finds everything despite a damaged index`(place: Double) async throws {
    let index = store.root + "/index.age"
    // After the header, without which there is no index.
    try store.flip(300 + Int(place * Double(store.folder.read(index).count - 400)), of: index)
    let diary = try await checkAll()
    try await expect(diary.wasIndexRebuilt())
    await diary.finish()
    let next = try await checkAll()
    try await expect(!next.wasIndexRebuilt())
  }
}

@Suite("Files prepared for the next save of an encrypted diary") struct SparePieceTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk(isEncrypted: true) }

  private var layout: StoreLayout { StoreLayout(root: store.root, cipher: store.cipher) }

  private func logFolder() throws -> String {
    Path.join(layout.logs, try require(try FileSystem.names(in: layout.logs).first))
  }

  private func spares() throws -> [String] {
    let folder = try logFolder()
    return try FileSystem.names(in: folder).filter { SparePiece.Place($0) != nil }
      .map { Path.join(folder, $0) }
  }

  private func titles() async throws -> [String] {
    let diary = store.service()
    SparePieces(in: layout).adoptIfUnlocked()
    return try await diary.entries().map(\.title).sorted()
  }

  /// Saves an entry and waits for the next spare file.
  private func saveAndWait(_ diary: DiaryService, _ title: String) async throws -> String {
    _ = try await diary.add(try fields(title))
    try await expect(eventually { try !spares().isEmpty })
    return try require(try spares().first)
  }

  @Test func `the next save uses the file, and finishing removes it`() async throws {
    let diary = store.service()
    let spare = try await saveAndWait(diary, "one")
    let waiting = try require(FileSystem.status(of: spare))
    expectLess(waiting.size, layout.storedSize(of: 0))
    try expectEqual(store.findings(), [])
    _ = try await diary.add(try fields("two"))
    let last = try require(try store.pieces().last)
    expectEqual(FileSystem.status(of: Path.join(store.root, last))?.inode, waiting.inode)
    await diary.finish()
    try expectEqual(spares(), [])
    try expectEqual(store.findings(), [])
    try await expectEqual(titles(), ["one", "two"])
  }

  @Test func `discards the file after another save, or once locked`() async throws {
    let diary = store.service()
    let spare = try await saveAndWait(diary, "one")
    _ = try await store.service().add(try fields("two"))
    _ = try await diary.add(try fields("three"))
    expectNil(FileSystem.status(of: spare))
    try await expectEqual(titles(), ["one", "three", "two"])

    let cipher = store.cipher
    let log = layout.log(try require(try LogReader(layout: layout).logs().first?.name))
    cipher.keep(try SparePiece(for: log))
    try expectEqual(spares().count, 1)
    cipher.lock()
    try expectEqual(spares(), [])
  }

  /// Renames the last save back to its spare name, as after a power cut.
  private func leaveLastSaveWaiting() throws -> (path: String, bytes: [UInt8]) {
    let name = try require(try store.pieces().last)
    let piece = try require(LogPiece(Path.name(name)))
    let place = SparePiece.Place(
      log: piece.log, version: piece.version, start: piece.range.lowerBound)
    let bytes = try store.folder.read("store/" + name)
    try FileSystem.remove(Path.join(store.root, name))
    return (Path.join(try logFolder(), place.name), bytes)
  }

  @Test func `adopts a save interrupted by a power cut completely or not at all`() async throws {
    for title in ["one", "two"] { _ = try await store.service().add(try fields(title)) }
    let sound = try store.pieces()
    let (path, bytes) = try leaveLastSaveWaiting()
    store.forgetMark()
    for count in Array(stride(from: 0, to: bytes.count, by: 7)) + [bytes.count - 1, bytes.count] {
      try store.folder.write(Array(bytes.prefix(count)), to: relative(path))
      let isWhole = count == bytes.count
      try await expectEqual(titles(), (isWhole ? ["one", "two"] : ["one"]), "\(count) bytes")
      try expectEqual(store.findings(), [], "\(count) bytes")
    }
    try expectEqual(store.pieces(), sound)
    // An unreadable file is set aside.
    try expect(!store.files("set-aside").isEmpty)
    _ = try await store.service().add(try fields("three"))
    try await expectEqual(titles(), ["one", "three", "two"])
  }

  @Test func `sets aside no interrupted save that can't be read`() async throws {
    let diary = store.service()
    for title in ["one", "two"] { _ = try await diary.add(try fields(title)) }
    await diary.finish()
    let (path, bytes) = try leaveLastSaveWaiting()
    store.forgetMark()
    // A link to itself, longer than the header of an encrypted file.
    let link = Path.parent(path) + String(repeating: "/.", count: 400) + "/" + Path.name(path)
    try FileSystem.symbolicLink(to: link, at: path)
    let open = store.service()
    await expectThrows(SystemError(.opening, path, .tooManyLinks)) {
      try await open.add(try fields("three"))
    }
    try FileSystem.remove(path)
    try store.folder.write(bytes, to: relative(path))
    _ = try await open.add(try fields("three"))
    try await expectEqual(titles(), ["one", "three", "two"])
  }

  private func relative(_ path: String) -> String { "store/" + layout.relative(path) }

  @Test func `the next save first adopts an interrupted one`() async throws {
    let diary = store.service()
    for title in ["one", "two"] { _ = try await diary.add(try fields(title)) }
    await diary.finish()
    let open = store.service()
    let (path, bytes) = try leaveLastSaveWaiting()
    try await expectEqual(open.entries().map(\.title), ["one"])
    try store.folder.write(bytes, to: relative(path))
    _ = try await open.add(try fields("three"))
    try await expectEqual(open.entries().map(\.title).sorted(), ["one", "three", "two"])
    try await expectEqual(titles(), ["one", "three", "two"])
    try expectEqual(store.findings(), [])
  }

  @Test func `rolls back a save that can't be renamed`() async throws {
    _ = try await store.service().add(try fields("one"))
    let log = layout.log(try require(try LogReader(layout: layout).logs().first?.name))
    let size = try require(log.end?.size)
    let spare = try SparePiece(for: log)
    guard var output = spare.take(for: spare.place, of: layout) else {
      fail("it isn't there")
      return
    }
    let line = Array("{}\n".utf8)
    try output.write(line)
    let piece = LogPiece(
      log: spare.place.log, version: 0, range: size..<size + line.count,
      mark: TailChecksum.of(line))
    // A folder can't be replaced by a file.
    try FileSystem.makeFolder(EncryptedLog.path(of: piece, of: log))
    do {
      try output.commit()
      fail("a folder was replaced")
    } catch is SystemError {}
    try expectEqual(spares(), [])
  }
}

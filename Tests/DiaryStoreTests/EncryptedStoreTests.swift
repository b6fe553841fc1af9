import DiaryCore
import DiaryKeys
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("A store whose files are encrypted")
struct EncryptedStoreTests {
  private let folder: TemporaryFolder
  private let clock = TestClock()
  private let keyring = Keyring()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("PhotoDiary store, format 3\n", to: "store/FORMAT.txt")
  }

  private func service(_ keyring: Keyring?) -> DiaryService {
    let repository = DiskRepository(
      root: folder.path("store"), cipher: StoreCipher(keyring),
      devicePath: folder.path("state/device"), defaultAuthorName: { "Author-7f41" },
      now: clock.tick)
    return DiaryService(repository: repository, inspector: AnyFileInspector(), now: clock.tick)
  }

  private func files(_ folder: String) throws -> [String] {
    try DiaryStore.FileSystem.files(below: self.folder.path(folder))
  }

  @Test func `while it is locked, it says so and is left alone`() async throws {
    _ = try await service(keyring).add(try fields("kept"))
    let before = try files("store")
    let expected = DiaryError.store(path: folder.path("store"), .encrypted)
    await expectThrows(expected) { try await service(nil).entries() }
    await expectThrows(expected) { try await service(nil).add(try fields("new")) }
    await expectThrows(expected) { try await service(nil).emptyTrash() }
    try expectEqual(files("store"), before)
    try await expectEqual(service(keyring).entries().map(\.title), ["kept"])
  }

  @Test func `another diary's key opens nothing and harms nothing`() async throws {
    let diary = service(keyring)
    _ = try await diary.add(try fields("kept"))
    try await diary.settle()
    try await expect(service(Keyring()).entries().isEmpty)
    try await expectEqual(service(keyring).entries().map(\.title), ["kept"])
  }

  @Test func `no file has a word of what was written`() async throws {
    let diary = service(keyring)
    let entry = try await diary.add(
      try fields("title-51c9", content: "content-8e02", tags: ["tag-c37d"]))
    _ = try await diary.update(entry.id, to: try fields("later-title-aa10", content: "한글 내용"))
    try await diary.settle()
    await diary.finish()
    let words = ["title-51c9", "content-8e02", "tag-c37d", "later-title-aa10", "한글", "Author-7f41"]
    let names = try files("store")
    expectContains(names, "index.age")
    expectContains(names, "owner.age")
    for name in names where name != "FORMAT.txt" {
      let bytes = try folder.read("store/" + name)
      for word in words {
        expectNil(bytes.withUnsafeBytes { $0.range(of: Array(word.utf8), from: 0) }, "\(name)")
      }
    }
  }

  @Test func `many saves leave few files, and every one of them is there`() async throws {
    let diary = service(keyring)
    for number in 0..<70 { _ = try await diary.add(try fields("entry \(number)")) }
    await diary.finish()
    try expectLess(files("store/log").count, 20)
    let found = try await service(keyring).entries()
    expectEqual(Set(found.map(\.title)), Set((0..<70).map { "entry \($0)" }))
  }

  @Test func `a photo is opened in memory alone, under a name that tells nothing`() async throws {
    let diary = service(keyring)
    let bytes = Array("picture-90ab".utf8) + (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let path = try folder.write(bytes, to: "photo.jpg")
    let photo = try await diary.addPhoto(at: path).photo
    _ = try await diary.add(try fields("with a photo", photos: [photo]))
    try await expect(diary.addPhoto(at: path).wasThere)
    let stored = diary.path(of: photo.file)
    expectSuffix(stored, ".age")
    expectLacks(stored, photo.asset.description)
    let sealed = try folder.read(stored)
    expectNil(sealed.withUnsafeBytes { $0.range(of: Array("picture-90ab".utf8), from: 0) })

    let opened = try diary.assetOpener.open(stored)
    defer { opened.close() }
    try expectEqual(opened.rest(), bytes)
    var read: [UInt8] = []
    expect(diary.assetOpener.read(stored) { read += $0 })
    expectEqual(read, bytes)
    let locked = service(nil)
    expectThrows(ErrorNumber.self) { try locked.assetOpener.open(stored) }
  }

  @Test func `a check tells of every changed byte of a photo, and of nothing else`() async throws {
    let diary = service(keyring)
    let photo = try await diary.addPhoto(at: try folder.write("photo", to: "photo.jpg")).photo
    let entry = try await diary.add(try fields("with a photo", photos: [photo]))
    try await diary.settle()
    await diary.finish()
    func findings() throws -> [StoreIssue] {
      var found: [StoreIssue] = []
      let store = StoreVerifier(root: folder.path("store"), cipher: StoreCipher(keyring))
      _ = try store.run { found.append($0) }
      return found.filter { $0.kind != .openToOthers }
    }
    try folder.write("", to: "store/keys/1.recovery.age")
    try expectEqual(findings(), [])
    let path = diary.path(of: photo.file)
    let sound = try folder.read(path)
    for place in sound.indices {
      var bytes = sound
      bytes[place] ^= 1
      try bytes.withUnsafeBytes { try overwrite(path, $0) }
      let found = try findings()
      expect(found.count == 1 && found.first?.entry == entry.id, "byte \(place)")
    }
  }

  private func overwrite(_ path: String, _ bytes: UnsafeRawBufferPointer) throws {
    let file = try DiaryStore.OpenFile(path, [.writeOnly, .truncate])
    try file.write(bytes)
  }

  @Test(arguments: [0, 30, 250, -1])
  func `a piece that was changed is lost alone`(place: Int) async throws {
    let diary = service(keyring)
    for title in ["first", "second", "third"] { _ = try await diary.add(try fields(title)) }
    let pieces = try files("store/log").sorted { one, other in
      let starts = [one, other].map { LogPiece(Path.name($0))?.range.lowerBound ?? 0 }
      return starts[0] < starts[1]
    }
    expectEqual(pieces.count, 3)
    var bytes = try folder.read("store/log/" + pieces[1])
    bytes[place < 0 ? bytes.count - 1 : place] ^= 1
    try folder.write(bytes, to: "store/log/" + pieces[1])
    try DiaryStore.FileSystem.remove(folder.path("store/index.age"))
    try await expectEqual(service(keyring).entries().map(\.title).sorted(), ["first", "third"])
  }

  @Test func `a damaged index is made again`() async throws {
    let diary = service(keyring)
    for title in ["first", "second"] { _ = try await diary.add(try fields(title)) }
    try await diary.settle()
    await diary.finish()
    var bytes = try folder.read("store/index.age")
    bytes[bytes.count / 2] ^= 0x10
    try folder.write(bytes, to: "store/index.age")
    try await expectEqual(service(keyring).entries().map(\.title).sorted(), ["first", "second"])
  }

  @Test func `no line is taken from a copy that is encrypted, which is told`() async throws {
    _ = try await service(keyring).add(try fields("one"))
    let path = folder.path("store")
    expect(DiaryCopy.isOne(path))
    expectThrows(DiaryError.store(path: path, .encryptedCopy)) {
      try DiaryCopy(at: path, now: clock.tick())
    }
  }
}

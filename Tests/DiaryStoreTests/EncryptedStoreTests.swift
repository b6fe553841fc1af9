import DiaryCore
import DiaryKeys
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("A store whose files are encrypted")
struct EncryptedStoreTests {
  private let store: StoreOnDisk
  private var folder: TemporaryFolder { store.folder }
  private var keyring: Keyring { store.keyring }

  init() throws { store = try StoreOnDisk(isEncrypted: true) }

  private func service(_ keyring: Keyring?) -> DiaryService {
    store.service(cipher: StoreCipher(keyring))
  }

  private func files(_ folder: String) throws -> [String] {
    try DiaryStore.FileSystem.files(below: self.folder.path(folder))
  }

  @Test func `says that it is locked, and gives no lines to a copy`() async throws {
    _ = try await service(keyring).add(try fields("kept"))
    let before = try files("store")
    let expected = DiaryError.store(path: folder.path("store"), .encrypted)
    await expectThrows(expected) { try await service(nil).entries() }
    await expectThrows(expected) { try await service(nil).add(try fields("new")) }
    await expectThrows(expected) { try await service(nil).emptyTrash() }
    try expectEqual(files("store"), before)
    try await expectEqual(service(keyring).entries().map(\.title), ["kept"])
    // No line is taken from a copy that is encrypted, which is told.
    _ = try await service(keyring).add(try fields("one"))
    let path = folder.path("store")
    expect(DiaryCopy.isOne(path))
    expectThrows(DiaryError.store(path: path, .encryptedCopy)) {
      try DiaryCopy(at: path, now: store.clock.tick())
    }
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
    try expectEqual(store.findings(), [])
    let path = diary.path(of: photo.file)
    let sound = try folder.read(path)
    for place in stride(from: 0, to: sound.count, by: max(1, 4 / RandomRounds.usually(1))) {
      var bytes = sound
      bytes[place] ^= 1
      try bytes.withUnsafeBytes { try overwrite(path, $0) }
      let found = try store.findings()
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
    let pieces = try store.pieces()
    expectEqual(pieces.count, 3)
    var bytes = try folder.read("store/" + pieces[1])
    bytes[place < 0 ? bytes.count - 1 : place] ^= 1
    try folder.write(bytes, to: "store/" + pieces[1])
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
}

@Suite("Checking and repairing an encrypted store")
struct EncryptedCheckTests {
  private let diary: StoreOnDisk
  private var folder: TemporaryFolder { diary.folder }

  init() throws { diary = try StoreOnDisk(isEncrypted: true) }

  private func faults() throws -> [StoreIssue] {
    try diary.findings().filter { $0.severity == .fault }
  }

  private func titles() async throws -> [String] {
    try await diary.service().entries().map(\.title).sorted()
  }

  private func fill() async throws {
    for title in ["one", "two", "three"] { _ = try await diary.service().add(try fields(title)) }
    let service = diary.service()
    _ = try await service.entries()
    try await service.settle()
    await service.finish()
  }

  @Test func `what belongs to it is no finding`() async throws {
    _ = try await diary.addPhotoFile("one", [1, 2, 3])
    try await fill()
    try expectContains(diary.files("keys"), "recipient")
    try expectEqual(diary.findings(), [])
    try expectEqual(diary.repair(), [])
  }

  @Test func `without a file for the passphrase or the words it is told`() async throws {
    try await fill()
    try DiaryStore.FileSystem.remove(folder.path("store/keys/1.recovery.age"))
    let found = try faults()
    expectEqual(found.map(\.kind), [.missingKeys])
    expectEqual(found.map(\.file), ["keys"])
    try folder.write("x", to: "store/keys/1.passphrase.age")
    try expectEqual(faults().map(\.kind), [.damagedKeys])
    try folder.write("age-encryption.org/v1\n-> scrypt x", to: "store/keys/1.passphrase.age")
    try expectEqual(faults(), [])
    try folder.write("age1somebodyelse\n", to: "store/keys/recipient")
    try expectEqual(faults().map(\.kind), [.foreignRecipient])
  }

  @Test func `a damaged piece is named, and a repair keeps it as it is`() async throws {
    try await fill()
    let piece = try diary.pieces().at(1)
    try diary.damage("store/" + piece)
    let damaged = try folder.read("store/" + piece)
    let found = try faults()
    expect(found.contains { $0.kind == .damagedPiece && $0.file == piece })
    expect(found.contains { $0.kind == .damagedLine })

    let actions = try diary.repair()
    expectContains(actions, .indexRebuilt("index.age"))
    let kept = "set-aside/" + piece.dropFirst("log/".count)
    expect(
      actions.contains { action in
        if case .linesSetAside(_, 1, to: kept) = action { true } else { false }
      })
    try expectEqual(folder.read("store/" + kept), damaged)
    expect(!DiaryStore.FileSystem.exists(folder.path("store/" + piece)))
    expect(DiaryStore.FileSystem.exists(folder.path("store/set-aside/index.age")))
    try await expectEqual(titles(), ["one", "three"])
    _ = try await diary.service().add(try fields("later"))
    try await expectEqual(titles(), ["later", "one", "three"])
    try expect(faults().allSatisfy { $0.kind == .lostText })
  }

  @Test func `a missing piece is named, and takes no line of the next one with it`() async throws {
    try await fill()
    try DiaryStore.FileSystem.remove(folder.path("store/" + (try diary.pieces().at(1))))
    try DiaryStore.FileSystem.remove(folder.path("store/index.age"))
    try expect(faults().contains { $0.kind == .missingPiece })
    try await expectEqual(titles(), ["one", "three"])
    _ = try diary.repair()
    try expectEqual(faults(), [])
    try await expectEqual(titles(), ["one", "three"])
  }

  @Test func `lines that can be opened and aren't sound are set aside sealed`() async throws {
    try await fill()
    let device = Path.parent(try diary.pieces().at(0).dropFirst("log/".count).description)
    let name = try LogPiece(Path.name(diary.pieces().at(0))).map { "\(device)/\($0.log)" }
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    var output = try LogOutput(layout.log(try require(name)))
    try output.write(Array("secret-line-66de\n".utf8))
    try output.commit()
    try expectEqual(faults().map(\.kind), [.damagedLine])
    _ = try diary.repair()
    let kept = "store/set-aside/\(try require(name)).age"
    try expectEqual(layout.clearBytes(of: folder.path(kept)), Array("secret-line-66de\n".utf8))
    for file in try diary.files("") {
      let bytes = try folder.read("store/" + file)
      expectNil(bytes.withUnsafeBytes { $0.range(of: Array("line-66de".utf8), from: 0) })
    }
    try expectEqual(faults().filter { $0.kind != .lostText }, [])
    try await expectEqual(titles(), ["one", "three", "two"])
  }

  @Test func `index, owner and photo that are damaged are mended or set aside`() async throws {
    let photo = try await diary.addPhotoFile("one", [1, 2, 3])
    for name in ["index.age", "owner.age", photo] { try diary.damage("store/" + name) }
    try expectEqual(Set(faults().map(\.file)), ["index.age", "owner.age", photo])
    let actions = try diary.repair()
    for name in ["index.age", "owner.age", photo] {
      expectContains(actions, .fileSetAside(name, to: "set-aside/" + name))
    }
    expectContains(actions, .indexRebuilt("index.age"))
    try expectEqual(faults().map(\.kind), [.missingAsset])
    try await expectEqual(diary.service().identity().name, "Author-7f41")
    // The next one of that name keeps its ending.
    try diary.damage("store/index.age")
    try expectContains(diary.repair(), .fileSetAside("index.age", to: "set-aside/index.2.age"))
  }

  @Test func `a photo that something which can't be read may name isn't removed`() async throws {
    try await fill()
    let names = ["sealed", "piece"]
    var photos: [Photo] = []
    for (number, name) in names.enumerated() {
      let path = try folder.write([UInt8(number), 9], to: name + ".jpg")
      photos.append(try await diary.service().addPhoto(at: path).photo)
    }
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    try DiaryStore.FileSystem.makeFolders(layout.quarantine)
    try layout.write(
      Array("a line with \(photos[0].asset)".utf8), to: layout.quarantine + "/old.jsonl.age")
    var references = AssetReferences(layout: layout, orphans: Set(photos.map(\.asset)))
    try references.update()
    expect(references.mayName(photos[0].asset) && !references.mayName(photos[1].asset))
    try diary.damage("store/" + (try diary.pieces().at(1)))
    references = AssetReferences(layout: layout, orphans: Set(photos.map(\.asset)))
    try references.update()
    expect(references.mayName(photos[1].asset))
    _ = try diary.repair()
    references = AssetReferences(layout: layout, orphans: Set(photos.map(\.asset)))
    try references.update()
    expect(references.mayName(photos[1].asset))
  }
}

import DiaryCore
import DiaryKeys
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Encrypting a store and decrypting it")
struct ConversionTests {
  private let folder: TemporaryFolder
  private let clock = TestClock()
  private let keyring = Keyring()
  private let passphrase: Passphrase

  init() throws {
    folder = try TemporaryFolder()
    passphrase = try require(Passphrase("암호 four words".utf8))
  }

  private var root: String { folder.path("store") }

  private func repository(_ cipher: StoreCipher = StoreCipher()) -> DiskRepository {
    DiskRepository(
      root: root, cipher: cipher, devicePath: folder.path("state/device"),
      defaultAuthorName: { "Author-7f41" }, now: clock.tick)
  }

  private func service(_ repository: DiskRepository) -> DiaryService {
    DiaryService(repository: repository, inspector: AnyFileInspector(), now: clock.tick)
  }

  private func encrypt(_ repository: DiskRepository) async throws {
    let (keyring, passphrase) = (keyring, passphrase)
    let putKeys: @Sendable (StoreKeys) throws(DiaryError) -> Void = { keys throws(DiaryError) in
      try keys.keep(keyring, under: passphrase)
    }
    try await repository.encrypt(with: keyring, progress: { _ in }, putKeys)
  }

  /// Every file below the folder of the test, with its bytes.
  private func bytes(in place: String = "store") throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try DiaryStore.FileSystem.files(below: folder.path(place)) {
      files[name] = try folder.read(place + "/" + name)
    }
    return files
  }

  private func logs() throws -> [String: [UInt8]] {
    try bytes().filter { $0.key.hasPrefix("log/") }
  }

  /// A diary with a photo, an entry that was changed, one in the trash and what others have put there.
  private func fill(_ diary: DiaryService) async throws -> Photo {
    let picture = Array("picture-90ab".utf8) + (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    let photo = try await diary.addPhoto(at: try folder.write(picture, to: "photo.jpg")).photo
    _ = try await diary.add(try fields("title-51c9", content: "한글 내용-8e02", photos: [photo]))
    let other = try await diary.add(try fields("other"))
    _ = try await diary.update(other.id, to: try fields("later-aa10"))
    let gone = try await diary.add(try fields("gone-1177"))
    _ = try await diary.delete(gone.id)
    try folder.write("line-66de\n", to: "store/set-aside/log/old.jsonl")
    try folder.write("mine", to: "store/notes.txt")
    try folder.write("mine, too", to: "store/.stfolder/mark")
    try folder.write("mine, hidden", to: "store/assets/.stversions/old")
    return photo
  }

  @Test func `all of it is there afterwards, and no file tells a word of it`() async throws {
    let repository = repository()
    let diary = service(repository)
    let photo = try await fill(diary)
    let before = try await diary.entries()
    try await encrypt(repository)
    try await expectEqual(diary.entries(), before)

    let locked = service(self.repository())
    await expectThrows(DiaryError.store(path: root, .encrypted)) { try await locked.entries() }
    let keys = try StoreKeys(of: repository.layout).keyring(with: passphrase)
    let opened = service(self.repository(StoreCipher(keys)))
    try await expectEqual(opened.entries(), before)
    try await expectEqual(opened.trash().map(\.title), ["gone-1177"])
    var picture: [UInt8] = []
    expect(opened.assetOpener.read(opened.path(of: photo.file)) { picture += $0 })
    try expectEqual(picture, folder.read("photo.jpg"))
    _ = try await opened.add(try fields("after-4be0"))

    let words = [
      "title-51c9", "8e02", "later-aa10", "gone-1177", "picture-90ab", "line-66de", "Author-7f41",
      "after-4be0", photo.asset.description,
    ]
    for (name, bytes) in try bytes() {
      for word in words {
        expectLacks(name, word)
        expectNil(bytes.withUnsafeBytes { $0.range(of: Array(word.utf8), from: 0) }, "\(name)")
      }
    }
    try expectEqual(folder.text("store/notes.txt"), "mine")
    try expectEqual(folder.text("store/.stfolder/mark"), "mine, too")
    try expectEqual(folder.text("store/assets/.stversions/old"), "mine, hidden")
  }

  @Test func `decrypted, it is byte for byte what it was`() async throws {
    let repository = repository()
    let diary = service(repository)
    _ = try await fill(diary)
    try await diary.settle()
    let (before, shown) = (try bytes(), try await diary.entries())
    try await encrypt(repository)
    try await repository.decrypt { _ in }
    try await expectEqual(diary.entries(), shown)
    let isKept = { (name: String) in name != "index.json" }
    try expectEqual(bytes().filter { isKept($0.key) }, before.filter { isKept($0.key) })
    try expectEqual(DiaryStore.FileSystem.names(in: folder.path).filter { $0.hasPrefix(".") }, [])
    var findings: [StoreIssue] = []
    _ = try StoreVerifier(root: root).run { findings.append($0) }
    expectEqual(findings.filter { $0.severity == .fault }, [])
  }

  @Test func `a diary that has no entry yet, and no folder, is encrypted from its first one on`()
    async throws
  {
    let repository = repository()
    try await encrypt(repository)
    let entry = try await service(repository).add(try fields("first-3d52"))
    try await expectEqual(
      service(self.repository(StoreCipher(keyring))).entries().map(\.id), [entry.id])
    try expect(logs().keys.allSatisfy { $0.hasSuffix(".age") })
  }

  @Test func `a diary of version 0.1.0 is founded and encrypted`() async throws {
    try OldStore.copy(to: root, device: folder.path("state/device"))
    let repository = repository()
    try await encrypt(repository)
    let opened = service(self.repository(StoreCipher(keyring)))
    try await expectEqual(opened.entries().map(\.title), OldStore.titles)
    try await expectEqual(opened.journals().map(\.name), ["Diary", "Books", "Travel"])
  }

  @Test func `stopped, it leaves the diary as it was`() async throws {
    let repository = repository()
    _ = try await fill(service(repository))
    let before = try bytes()
    let encrypting = Task { try await encrypt(repository) }
    encrypting.cancel()
    let expected = DiaryError.store(path: root, .notConverted(.cancelled))
    await expectThrows(expected) { try await encrypting.value }
    try expectEqual(bytes(), before)
    try expectEqual(DiaryStore.FileSystem.names(in: folder.path).filter { $0.hasPrefix(".") }, [])
    try await expectEqual(service(repository).entries().count, 2)
  }

  @Test func `what can't be opened isn't decrypted, and is named`() async throws {
    let repository = repository()
    let diary = service(repository)
    let photo = try await fill(diary)
    try await encrypt(repository)
    let path = diary.path(of: photo.file)
    var sealed = try folder.read(path)
    sealed[sealed.count / 2] ^= 1
    let name = repository.layout.relative(path)
    try folder.write(sealed, to: "store/" + name)
    let before = try bytes()
    let expected = DiaryError.store(path: root, .notConverted(.damaged(name)))
    await expectThrows(expected) { try await repository.decrypt { _ in } }
    try expectEqual(bytes(), before)
  }

  @Test func `a program that had it open reads nothing wrong and saves nothing`() async throws {
    let repository = repository()
    _ = try await fill(service(repository))
    let other = service(self.repository())
    try await expectEqual(other.entries().count, 2)
    try await encrypt(repository)
    let before = try bytes()
    let expected = DiaryError.store(path: root, .converted)
    await expectThrows(expected) { try await other.entries() }
    await expectThrows(expected) { try await other.add(try fields("lost")) }
    try expectEqual(bytes(), before)
  }

  @Test func `the keys follow a new epoch that began while nobody typed the passphrase`() throws {
    let layout = StoreLayout(root: root, cipher: StoreCipher(keyring, isEncrypted: true))
    let keys = StoreKeys(of: layout)
    let words = RecoveryWords()
    try keys.keep(keyring, under: passphrase)
    try keys.keep(keyring, under: words)
    let next = keyring.advanced()
    try keys.keepFollowing(next)
    try expectEqual(keys.keyring(with: passphrase).current.epoch, 2)
    try expectEqual(keys.keyring(with: words).current.epoch, 2)
    expectEqual(keys.recipient, next.current.identity.recipient)
    try keys.keep(next, under: passphrase)
    expectEqual(keys.passphraseEpoch, 2)
    try expectEqual(keys.keyring(with: passphrase).current.epoch, 2)
    // Who types the words in the place of the passphrase is let in, too.
    let typed = try require(Passphrase(words.text.uppercased().utf8))
    try expectEqual(keys.keyring(with: typed).keys.count, 1)
    let wrong = try require(Passphrase("wrong".utf8))
    expectThrows(KeyError.age(name: "keys/2.passphrase.age", .wrongPassphrase)) {
      try keys.keyring(with: wrong)
    }
  }
}

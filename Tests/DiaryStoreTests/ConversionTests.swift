import Crypto
import DiaryCore
import Glibc
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Encrypting and decrypting a store") struct ConversionTests {
  private let store: StoreOnDisk
  private let words = RecoveryWords()
  private let passphrase: Passphrase
  private var folder: TemporaryFolder { store.folder }
  private var keyring: Keyring { store.keyring }
  private var root: String { store.root }

  init() throws {
    store = try StoreOnDisk()
    passphrase = try require(Passphrase("암호 four words".utf8))
  }

  private func repository(_ cipher: StoreCipher = StoreCipher()) -> DiskRepository {
    store.repository(cipher: cipher, author: "Author-7f41")
  }

  private func service(_ repository: DiskRepository) -> DiaryService { store.service(repository) }

  private func encrypt(
    _ repository: DiskRepository, under passphrase: Passphrase? = nil
  ) async throws {
    let (keyring, words) = (keyring, words)
    let putKeys: @Sendable (StoreKeys) throws -> Void = { keys in
      if let passphrase { return try keys.write(keyring, under: passphrase) }
      try keys.write(keyring, under: words)
    }
    try await AgePassphrase.$costLimit.withValue(4) {
      try await repository.encrypt(with: keyring, progress: { _ in }, putKeys)
    }
  }

  private func bytes() throws -> [String: [UInt8]] {
    try store.files("").reduce(into: [:]) { $0[$1] = try folder.read("store/" + $1) }
  }

  /// A diary with a photo, a changed entry, a trashed entry and foreign files.
  private func fill(_ diary: DiaryService) async throws -> Photo {
    let picture = Array("picture-90ab".utf8) + (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    let photo = try await diary.addPhoto(at: try folder.write(picture, to: "photo.jpg")).photo
    _ = try await diary.add(
      try fields("title-51c9", content: "한글 내용-8e02", photos: [photo], tags: ["tag-c37d"]))
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

  @Test func `encrypts all content, and leaves no plain text in files`() async throws {
    let repository = repository()
    let diary = service(repository)
    let photo = try await fill(diary)
    let before = try await diary.entries()
    try await encrypt(repository, under: passphrase)
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
    try await opened.flush()
    await opened.finish()
    try expectContains(store.files(""), "index.age")

    let words = [
      "title-51c9", "한글", "8e02", "tag-c37d", "later-aa10", "gone-1177", "picture-90ab",
      "line-66de", "Author-7f41", "after-4be0", photo.asset.description,
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

  @Test func `decrypting restores all bytes, or changes nothing if it fails`() async throws {
    let repository = repository()
    let diary = service(repository)
    let photo = try await fill(diary)
    try await diary.flush()
    let (before, shown) = (try bytes(), try await diary.entries())
    try await encrypt(repository)
    // The error names the file.
    let name = repository.layout.relative(diary.path(of: photo.file))
    try store.damage("store/" + name)
    let damaged = try bytes()
    let expected = DiaryError.store(path: root, .notConverted(.damaged(name)))
    await expectThrows(expected) { try await repository.decrypt { _ in } }
    try expectEqual(bytes(), damaged)
    try store.damage("store/" + name)
    try await repository.decrypt { _ in }
    try await expectEqual(diary.entries(), shown)
    let isKept = { (name: String) in name != "index.json" }
    try expectEqual(bytes().filter { isKept($0.key) }, before.filter { isKept($0.key) })
    try expectEqual(FileSystem.names(in: folder.path).filter { $0.hasPrefix(".") }, [])
    try expectEqual(store.faults, [])
  }

  @Test func `encrypts an empty diary from its first entry`() async throws {
    let repository = repository()
    try await encrypt(repository)
    let entry = try await service(repository).add(try fields("first-3d52"))
    try await expectEqual(
      service(self.repository(StoreCipher(keyring))).entries().map(\.id), [entry.id])
    try expect(store.files("log").allSatisfy { $0.hasSuffix(".age") })
  }

  @Test func `founds and encrypts a diary of version 0_1_0`() async throws {
    try OldStore.copy(to: root, device: store.devicePath())
    let repository = repository()
    try await encrypt(repository)
    let opened = service(self.repository(StoreCipher(keyring)))
    try await expectEqual(opened.entries().map(\.title), OldStore.titles)
    try await expectEqual(opened.journals().map(\.name), ["Diary", "Books", "Travel"])
  }

  @Test func `cancelling changes nothing, and open programs stop saving`() async throws {
    let repository = repository()
    _ = try await fill(service(repository))
    var before = try bytes()
    let encrypting = Task { try await encrypt(repository) }
    encrypting.cancel()
    await expectThrows(DiaryError.store(path: root, .notConverted(.cancelled))) {
      try await encrypting.value
    }
    try expectEqual(bytes(), before)
    try expectEqual(FileSystem.names(in: folder.path).filter { $0.hasPrefix(".") }, [])
    let other = service(self.repository())
    try await expectEqual(other.entries().count, 2)
    try await encrypt(repository)
    before = try bytes()
    let expected = DiaryError.store(path: root, .converted)
    await expectThrows(expected) { try await other.entries() }
    await expectThrows(expected) { try await other.add(try fields("lost")) }
    try expectEqual(bytes(), before)
  }

  @Test func `an open program leaves nothing in clear in an encrypted store`() async throws {
    let repository = repository()
    let photo = try await fill(service(repository))
    let open = self.repository()
    let other = service(open)
    _ = try await other.add(try fields("known"))
    let batch = try await open.assetBatch()
    let picture = try folder.write("picture", to: "other.jpg")
    try await encrypt(repository)
    let before = try bytes()
    let expected = DiaryError.store(path: root, .converted)
    await expectThrows(expected) { try await other.add(try fields("lost")) }
    await expectThrows(expected) { try await other.addPhoto(at: picture) }
    await expectThrows(expected) {
      try await batch.add(from: picture, type: photo.file.type, isExclusive: false)
    }
    expectThrows(expected) { try open.layout.write([1], to: open.layout.index) }
    try expectEqual(bytes(), before)
  }

  @Test func `drafts stay encrypted while the disk of the diary is detached`() async throws {
    let (repository, _) = try await encryptedAndOpened()
    expect(repository.layout.isEncrypted)
    try FileSystem.rename(root, to: folder.path("away"))
    let (state, draft) = (folder.path("drafts"), ID<Draft>.random())
    let drafts = DraftFolder(folder: state, of: repository.layout, now: store.clock.tick)
    try await drafts.save(
      Draft(id: draft, entry: nil, base: [], fields: try fields("Late"), dateText: ""))
    try expectEqual(
      Set(FileSystem.names(in: state)), ["\(draft).age", "\(draft).lock"])
    try FileSystem.rename(folder.path("away"), to: root)
    try await repository.decrypt { _ in }
    try await drafts.save(
      Draft(id: draft, entry: nil, base: [], fields: try fields("Later"), dateText: ""))
    expect(FileSystem.exists(state + "/\(draft).json"))
  }

  /// Encrypts a diary with one entry. Returns it, and another program that has opened it.
  private func encryptedAndOpened() async throws -> (DiskRepository, DiaryService) {
    let repository = repository()
    try await encrypt(repository, under: passphrase)
    _ = try await service(repository).add(try fields("first"))
    let other = service(self.repository(StoreCipher(keyring)))
    try await expectEqual(other.entries().count, 1)
    return (repository, other)
  }

  @Test func `an open program adopts a new key that it can open, and no other`() async throws {
    let (repository, other) = try await encryptedAndOpened()
    let keys = StoreKeys(of: repository.layout)
    let second = keyring.withNextEpoch()
    try keys.add(second)
    repository.layout.cipher.unlock(with: second)
    _ = try await service(repository).add(try fields("second"))
    try await expectEqual(other.entries().count, 2)
    let third = second.withNextEpoch()
    try AgePassphrase.$costLimit.withValue(4) { try keys.write(third, under: passphrase) }
    let expected = DiaryError.store(path: root, .converted)
    await expectThrows(expected) { try await other.entries() }
    await expectThrows(expected) { try await other.add(try fields("lost")) }
    repository.layout.cipher.unlock(with: third)
    let last = service(self.repository(StoreCipher(third)))
    try await expectEqual(last.entries().count, 2)
    let fourth = third.withNextEpoch()
    try await AgePassphrase.$costLimit.withValue(4) {
      try await repository.reencrypt(with: fourth, progress: { _ in }) {
        [passphrase] keys in try keys.write(fourth, under: passphrase)
      }
    }
    await expectThrows(expected) { try await last.entries() }
  }

  @Test func `decrypting keeps a key that another program adds in the meantime`() async throws {
    let (repository, _) = try await encryptedAndOpened()
    let (keys, keyring) = (StoreKeys(of: repository.layout), keyring)
    let next = keyring.withNextEpoch()
    let addKey: @Sendable (Progress) -> Void = { _ in _ = try? keys.add(next) }
    try await repository.decrypt(progress: addKey) { _ in
      try expectEqual(keys.updated(keyring).current.epoch, 2)
    }
  }

  @Test func `keeps entries added while locked that can't be opened`() async throws {
    let (repository, _) = try await encryptedAndOpened()
    let file = "waiting/\(ID<Entry>.random())/entry.age"
    try folder.write("for someone else", to: "store/" + file)
    // Added after the program opened the diary and imported the others.
    let pending = PendingEntries(of: StoreLayout(root: root))
    _ = try pending.add(try fields("late"), try pending.batch(), at: store.clock.tick())
    let next = keyring.withNextEpoch()
    try await AgePassphrase.$costLimit.withValue(4) {
      try await repository.reencrypt(with: next, progress: { _ in }) {
        [passphrase] keys in try keys.write(next, under: passphrase)
      }
    }
    try expectEqual(folder.text("store/" + file), "for someone else")
    let opened = self.repository(StoreCipher(next))
    let refused = DiaryError.store(path: root, .notConverted(.entryAdded))
    await expectThrows(refused) { try await opened.decrypt { _ in } }
    await expectEqual(PendingEntries(of: opened.layout).importAll(into: service(opened)), 1)
    try await expectEqual(Set(service(opened).entries().map(\.title)), ["late", "first"])
    try await opened.decrypt { _ in }
    try expectEqual(folder.text("store/set-aside/" + file), "for someone else")
  }

  @Test func `an entry added while locked that can be imported stops decrypting`() async throws {
    let (repository, _) = try await encryptedAndOpened()
    let pending = PendingEntries(of: repository.layout)
    let id = try pending.add(try fields("late"), try pending.batch(), at: store.clock.tick())
    expectEqual(pending.issues, [])
    // All of its files can be opened.
    await expectEqual(pending.importAll(into: service(self.repository())), 0)
    expectEqual(
      pending.issues, [StoreIssue(.unopenedEntry, "waiting/\(id)/entry.age", entry: id)])
    let refused = DiaryError.store(path: root, .notConverted(.entryAdded))
    await expectThrows(refused) { try await repository.decrypt { _ in } }
    await expectEqual(pending.importAll(into: service(repository)), 1)
    try await expectEqual(Set(service(repository).entries().map(\.title)), ["late", "first"])
    try await repository.decrypt { _ in }
  }

  @Test func `decrypting sets aside a text that the diary refuses, decrypted`() async throws {
    let (repository, _) = try await encryptedAndOpened()
    let pending = PendingEntries(of: repository.layout)
    let batch = try pending.batch()
    let source = try folder.write("photo", to: "late.jpg")
    let photo = try await service(repository).addPhoto(at: source, header: nil, to: batch).photo
    // A file that isn't in the list: the entry can be opened, but never imported.
    let id = try pending.add(
      try fields("late", content: "kept", photos: [photo]), batch, at: store.clock.tick())
    let file = "waiting/\(id)/entry.age"
    let bytes = try repository.layout.decryptedBytes(of: root + "/" + file)
    let json = String(decoding: bytes, as: UTF8.self)
    expectContains(json, #""files":[1]"#)
    let changed = json.replacing(#""files":[1]"#, with: #""files":[]"#)
    try repository.layout.write(Array(changed.utf8), to: root + "/" + file)
    await expectEqual(pending.importAll(into: service(repository)), 0)
    expectEqual(pending.issues, [StoreIssue(.unopenedEntry, file, entry: id)])
    try await repository.decrypt { _ in }
    try expectContains(folder.text("store/set-aside/waiting/\(id)/entry"), "kept")
  }

  @Test func `an entry isn't added to a locked store that is being replaced`() async throws {
    _ = try await encryptedAndOpened()
    let layout = StoreLayout(root: root)
    let pending = PendingEntries(of: layout)
    let (batch, fields, now) = (try pending.batch(), try fields("new"), store.clock.tick())
    try folder.write("", to: "new/.lock")
    let lock = try FileLock(layout.lock)
    async let adding = Result { try pending.add(fields, batch, at: now) }
    try FileSystem.rename(root, to: folder.path("old"))
    try FileSystem.rename(folder.path("new"), to: root)
    _ = consume lock
    let added = await adding
    expectThrows(DiaryError.store(path: root, .converted)) { try added.get() }
  }

  @Test func `an unreadable key file is reported, rather than treated as missing`() async throws {
    let (repository, other) = try await encryptedAndOpened()
    let keys = StoreKeys(of: repository.layout)
    try keys.add(keyring.withNextEpoch())
    let path = root + "/keys/2.age"
    try FileSystem.remove(path)
    try FileSystem.symbolicLink(to: path, at: path)
    let expected = SystemError(.opening, path, .tooManyLinks)
    // Without the new key, they would write with the old one.
    await expectThrows(expected) { try await other.add(try fields("second")) }
    expectThrows(KeyError.file(expected)) { try keys.keyring(with: passphrase) }
  }

  @Test func `keys follow a new epoch without the passphrase`() throws {
    let layout = StoreLayout(root: root, cipher: StoreCipher(keyring, isEncrypted: true))
    let keys = StoreKeys(of: layout)
    let words = RecoveryWords()
    try keys.write(keyring, under: passphrase)
    try AgePassphrase.$costLimit.withValue(4) { try keys.write(keyring, under: words) }
    let next = keyring.withNextEpoch()
    try keys.add(next)
    try expectEqual(keys.keyring(with: passphrase).current.epoch, 2)
    try expectEqual(keys.keyring(with: words).current.epoch, 2)
    expectEqual(keys.recipient, next.current.identity.recipient)
    try keys.write(next, under: passphrase)
    try expectEqual(keys.passphraseEpoch, 2)
    try expectEqual(keys.keyring(with: passphrase).current.epoch, 2)
    // Recovery words unlock as well.
    let typed = try require(Passphrase(words.text.uppercased().utf8))
    try expectEqual(keys.keyring(with: typed).keys.count, 1)
    let wrong = try require(Passphrase("wrong".utf8))
    expectThrows(KeyError.age(name: "keys/2.passphrase.age", .wrongPassphrase)) {
      try keys.keyring(with: wrong)
    }
    // Two epochs that arrive together, then another key of the newest one.
    let last = next.withNextEpoch().withNextEpoch()
    try keys.add(last)
    try expectEqual(keys.keyring(with: passphrase).keys.count, 4)
    try keys.write(last, under: passphrase)
    layout.cipher.unlock(with: last)
    try keys.add(last)
    try expectEqual(keys.files().map(\.path).filter { $0 == "keys/4.age" }, [])
    let twin = last.merged(with: next.withNextEpoch().withNextEpoch())
    try keys.add(twin)
    try expectEqual(keys.keyring(with: passphrase).keys.count, twin.keys.count)
    // A program that doesn't know these adds others.
    let third = last.merged(with: next.withNextEpoch().withNextEpoch())
    try keys.add(third)
    let all = twin.merged(with: third)
    try expectEqual(keys.keyring(with: passphrase).keys.count, all.keys.count)
    let other = StoreLayout(root: root, cipher: StoreCipher(all, isEncrypted: true))
    var faults: [StoreIssue] = []
    KeysCheck(layout: other).run { faults.append($0) }
    expectEqual(faults, [])
  }

  @Test func `recovery words stay in the store until they were shown`() throws {
    let layout = StoreLayout(root: root, cipher: StoreCipher(keyring, isEncrypted: true))
    let keys = StoreKeys(of: layout)
    func write(_ words: RecoveryWords) throws {
      try AgePassphrase.$costLimit.withValue(4) { try keys.write(keyring, under: words) }
    }
    try write(words)
    expectEqual(keys.unseenWords, words)
    let locked = StoreKeys(
      of: StoreLayout(root: root, cipher: StoreCipher(isEncrypted: true)))
    expect(locked.hasUnseenWords)
    expectNil(locked.unseenWords)
    // Words count only once they open the diary.
    let others = RecoveryWords()
    let recovery = try AgePassphrase.$costLimit.withValue(4) { try keyring.sealed(under: others) }
    try keys.keepUnseen(others, opening: recovery)
    expectEqual(keys.unseenWords, words)
    try keys.write(recovery: recovery, ofEpoch: 1)
    expectEqual(keys.unseenWords, others)
    // Anyone can seal words with the public key. They aren't shown unless they open the diary.
    try keys.keepUnseen(words, opening: recovery)
    expectNil(keys.unseenWords)
    keys.removeUnseenWords()
    expect(!keys.hasUnseenWords)
    try expectEqual(keys.files().map(\.path), ["keys/1.recovery.age"])
  }

  @Test func `a passphrase also opens keys that another program has just added`() throws {
    let layout = StoreLayout(root: root, cipher: StoreCipher(keyring, isEncrypted: true))
    let keys = StoreKeys(of: layout)
    func write(_ keyring: Keyring) throws {
      try AgePassphrase.$costLimit.withValue(4) { try keys.write(keyring, under: passphrase) }
    }
    func opened() throws -> Set<AgeRecipient> {
      Set(try keys.keyring(with: passphrase).keys.map(\.identity.recipient))
    }
    try write(keyring)
    let (arrived, own) = (keyring.withNextEpoch(), keyring.withNextEpoch())
    try keys.add(arrived)
    try write(own)
    var all = arrived.merged(with: own)
    try expectEqual(opened(), Set(all.keys.map(\.identity.recipient)))
    try expectEqual(keys.files().map(\.path), ["keys/2.passphrase.age", "keys/recipient"])
    // Another key of an earlier epoch.
    let twin = keyring.merged(with: Keyring())
    try folder.write(try twin.sealedToItself(), to: "store/keys/1.age")
    try write(all)
    all = all.merged(with: twin)
    try expectEqual(opened(), Set(all.keys.map(\.identity.recipient)))
    try expectEqual(keys.files().map(\.path), ["keys/2.passphrase.age", "keys/recipient"])
    // A file that can't be opened may have a key.
    try folder.write(try Keyring().sealedToItself(), to: "store/keys/1.age")
    try write(all)
    try expectContains(keys.files().map(\.path), "keys/1.age")
    // The other program's passphrase is needed.
    try write(all.withNextEpoch())
    expectThrows(DiaryError.store(path: root, .converted)) { try write(all) }
  }

  @Test func `keys that arrive are kept with those that another program added`() throws {
    let layout = StoreLayout(root: root, cipher: StoreCipher(keyring, isEncrypted: true))
    let other = StoreLayout(root: root, cipher: StoreCipher(keyring, isEncrypted: true))
    let arrived = keyring.withNextEpoch()
    try StoreKeys(of: other).add(arrived)
    let all = try StoreKeys(of: layout).add(keyring.withNextEpoch())
    expectEqual(all.keys.count, 3)
    expectEqual(all.merged(with: arrived).keys.count, 3)
  }
}

@Suite("Folders of a conversion") struct ConversionFoldersTests {
  private let folder: TemporaryFolder
  private let folders: ConversionFolders

  init() throws {
    folder = try TemporaryFolder()
    folders = ConversionFolders(of: folder.path("diary"))
  }

  /// Makes stores that contain their original name.
  private func make(_ paths: String...) throws {
    for path in paths {
      let name = String(path.dropFirst(folder.path.count + 1))
      try folder.write("", to: name + "/.lock")
      try folder.write(name, to: name + "/name")
    }
  }

  /// The original name of each folder, by its current name.
  private func originalNames() throws -> [String: String] {
    var names: [String: String] = [:]
    for name in try FileSystem.names(in: folder.path) {
      names[name] = try folder.text(name + "/name")
    }
    return names
  }

  @Test func `the copy replaces the store, and the old one is removed`() throws {
    try make(folders.store, folders.copy)
    try folders.exchange()
    try expectEqual(originalNames()["diary"], ".diary.photodiary-conversion")
    try expectEqual(originalNames().count, 2)
    try folders.clear()
    try expectEqual(originalNames(), ["diary": ".diary.photodiary-conversion"])
    // Even before it has the copy's name.
    try make(folders.replaced)
    try StoreLayout(root: folders.store).restoreReplacedStore()
    try expectEqual(originalNames().count, 2)
    try folders.clear()
    try expectEqual(originalNames(), ["diary": ".diary.photodiary-conversion"])
  }

  @Test(arguments: ["diary", "link"])
  func `restores a store moved away, even through a symlink`(_ name: String) throws {
    try make(folders.replaced, folders.copy)
    if name == "link" { expectEqual(symlink(folders.store, folder.path(name)), 0) }
    try StoreLayout(root: folder.path(name)).restoreReplacedStore()
    try expectEqual(folder.text(name + "/name"), ".diary.photodiary-replaced")
    unlink(folder.path("link"))
    try folders.clear()
    try expectEqual(originalNames(), ["diary": ".diary.photodiary-replaced"])
  }

  @Test func `keeps all three folders if another store was created in between`() throws {
    try make(folders.store, folders.replaced, folders.copy)
    let before = try originalNames()
    expectThrows(DiaryError.self) { try folders.clear() }
    expectThrows(DiaryError.self) { try folders.clear() }
    try StoreLayout(root: folders.store).restoreReplacedStore()
    try expectEqual(originalNames(), before)
  }

  @Test func `waits for a program that is about to move the copy into place`() async throws {
    try make(folders.replaced, folders.copy)
    let lock = try FileLock(StoreLayout(root: folders.replaced).lock)
    async let restored: Void = StoreLayout(root: folders.store).restoreReplacedStore()
    try FileSystem.rename(folders.copy, to: folders.store)
    try FileSystem.rename(folders.replaced, to: folders.copy)
    _ = consume lock
    try await restored
    try expectEqual(originalNames()["diary"], ".diary.photodiary-conversion")
  }
}

@Suite("Diaries of version 0.1.0") struct UpgradeTests {
  private let store: StoreOnDisk

  init() throws {
    store = try StoreOnDisk()
    try OldStore.copy(to: store.root, device: store.devicePath())
  }

  private func bytes() throws -> [String: [UInt8]] {
    try store.tree().filter { !store.isFolder($0) }
      .reduce(into: [:]) { $0[$1] = try store.folder.read("store/" + $1) }
  }

  private func format() throws -> String {
    try String(store.folder.text("store/FORMAT.txt").prefix { $0 != "\n" })
  }

  @Test func `reading changes only the index, and the first save founds it`() async throws {
    let name = "index.json"
    let before = try bytes().filter { $0.key != name }
    let owner = try await store.service().author()
    let reader = store.service()
    try await expectEqual(reader.entries().map(\.title), OldStore.titles)
    try await expectEqual(reader.trash().count, 1)
    try await expectEqual(reader.journals().map(\.name), ["Diary", "Books", "Travel"])
    expectEqual(owner.name, "홍길동")
    await expectEqual(reader.status().format, 1)
    try expectEqual(store.faults, [])
    try expectEqual(bytes().filter { $0.key != name }, before)
    // The first save vouches for existing logs.
    let logs = before.filter { $0.key.hasPrefix("log/") }
    _ = try await store.service().add(try fields("new"))
    try expectEqual(format(), "PhotoDiary store, format 2")
    let after = try bytes()
    for (name, bytes) in logs { expectEqual(after[name], bytes) }
    let added = after.filter { $0.key.hasPrefix("log/") && logs[$0.key] == nil }
    let lines = try require(added.values.first).split(separator: 0x0A).map {
      try JSONParser.parse(Array($0))
    }
    expectEqual(added.count, 1)
    expectEqual(lines.map { $0["record"]?.string }, ["founding", "journal", "journal", nil])
    let founding = try lines.at(0)
    expectEqual(founding["owner"]?["id"]?.string, owner.id.description)
    expectEqual(founding["owner"]?["name"]?.string, "홍길동")
    expectEqual(
      founding["logs"]?.array?.map { $0["lines"]?.integer },
      logs.sorted { $0.key < $1.key }.map { $0.value.count { $0 == 0x0A } })
    expectEqual(founding["prev"], .null)
    // Lines replace the journals file.
    expectEqual(after.keys.filter { $0.hasPrefix("journals/") }, [])
    let service = store.service()
    try await expectEqual(service.journals().map(\.name), ["Diary", "Books", "Travel"])
    try await expectEqual(service.journals().last?.color, .red)
    try await expectEqual(service.author(), owner)
    try await expectEqual(service.entries().count, 3)
    try expectEqual(store.findings(), [])
    unlink(store.indexPath)
    try await expectEqual(store.service().entries().count, 3)
    try expectEqual(store.findings(), [])
  }

  enum First: CaseIterable { case edit, delete, restore, emptyTrash, journal, rename, importing }

  @Test(arguments: First.allCases) func `any first save founds it`(_ first: First) async throws {
    let service = store.service()
    let entry = try require(try await service.entries().first)
    switch first {
    case .edit: _ = try await service.update(entry.id, to: try fields("changed"))
    case .delete: _ = try await service.delete(entry.id)
    case .restore: _ = try await service.restore(try require(try await service.trash().first).id)
    case .emptyTrash: try await expectEqual(service.emptyTrash(), 1)
    case .journal: _ = try await service.change(.add("New", nil))
    case .rename: _ = try await service.rename(author: "Another")
    case .importing:
      _ = try await service.addImported(
        ["a", "b"].map { imported(try fields($0), by: entry.author) })
    }
    try expectEqual(format(), "PhotoDiary store, format 2")
    let findings = try store.findings()
    expectEqual(findings, [], "\(findings)")
    _ = try await store.service().add(try fields("more"))
    try expectEqual(store.findings(), [])
    try await expect(store.service().journals().contains { $0.name == "Travel" })
    try await expectEqual(store.service().author().name, (first == .rename ? "Another" : "홍길동"))
  }

  @Test func `finds changed old lines, unless the trash was emptied`() async throws {
    _ = try await store.service().add(try fields("new"))
    let log = try require(try store.tree().first { $0.hasSuffix("2025-05.jsonl") })
    let path = store.root + "/" + log
    let whole = try store.folder.read(path)
    // Changed text with a matching checksum.
    let lines = try whole.split(separator: 0x0A).map { try JSONParser.parse(Array($0)) }
    var members = try require(try lines.at(1).members).filter { $0.name != "sum" }
    let title = try require(members.firstIndex { $0.name == "title" })
    members[title].value = .string("forged")
    let end = try require(whole.firstIndex(of: 0x0A))
    try store.write(whole[...end] + OldLine(members).bytes, to: path)
    try expectContains(store.faults, .changedLog)
    try store.write(whole, to: path)
    try expectEqual(store.findings(), [])

    let service = store.service()
    for entry in try await service.entries() where entry.title != "첫눈 🙂" {
      _ = try await service.delete(entry.id)
    }
    try await expectEqual(service.emptyTrash(), 3)
    try expectLess(store.folder.read(path).count, whole.count)
    try expectEqual(store.findings(), [])
    // Lines appended by version 0.1.0 later are unproven.
    try store.append(Array(whole[...end]), to: log)
    try expectEqual(store.findings().map(\.kind), [.unprovenLine])
  }
}

import Crypto
import DiaryCore
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Encrypted stores") struct EncryptedStoreTests {
  private let store: StoreOnDisk
  private var folder: TemporaryFolder { store.folder }
  private var keyring: Keyring { store.keyring }

  init() throws { store = try StoreOnDisk(isEncrypted: true) }

  private func service(_ keyring: Keyring?) -> DiaryService {
    store.service(cipher: StoreCipher(keyring))
  }

  @Test func `reports that it is locked, and exports no lines`() async throws {
    _ = try await service(keyring).add(try fields("kept"))
    let before = try store.files("")
    let expected = DiaryError.store(path: folder.path("store"), .encrypted)
    await expectThrows(expected) { try await service(nil).entries() }
    await expectThrows(expected) { try await service(nil).add(try fields("new")) }
    await expectThrows(expected) { try await service(nil).emptyTrash() }
    try expectEqual(store.files(""), before)
    try await expectEqual(service(keyring).entries().map(\.title), ["kept"])
    // Another diary's key opens nothing and changes nothing.
    try await service(keyring).flush()
    try await expect(service(Keyring()).entries().isEmpty)
    try await expectEqual(service(keyring).entries().map(\.title), ["kept"])
    // An encrypted copy is rejected as a source of lines.
    _ = try await service(keyring).add(try fields("one"))
    let path = folder.path("store")
    expect(DiaryCopy.isDiary(path))
    expectThrows(DiaryError.store(path: path, .encryptedCopy)) {
      try DiaryCopy(at: path, now: store.clock.tick())
    }
  }

  @Test func `opens a photo only in memory, under an opaque name`() async throws {
    let diary = service(keyring)
    let bytes = Array("picture-90ab".utf8) + (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let path = try folder.write(bytes, to: "photo.jpg")
    let photo = try await diary.addPhoto(at: path).photo
    _ = try await diary.add(try fields("with a photo", photos: [photo]))
    try await expect(diary.addPhoto(at: path).existed)
    let stored = diary.path(of: photo.file)
    expectSuffix(stored, ".age")
    expectLacks(stored, photo.asset.description)
    let sealed = try folder.read(stored)
    expectNil(sealed.withUnsafeBytes { $0.range(of: Array("picture-90ab".utf8), from: 0) })

    let opened = try diary.assetOpener.open(stored)
    defer { opened.close() }
    try expectEqual(opened.readToEnd(), bytes)
    var read: [UInt8] = []
    expect(diary.assetOpener.read(stored) { read += $0 })
    expectEqual(read, bytes)
    let locked = service(nil)
    expectThrows(ErrorNumber.self) { try locked.assetOpener.open(stored) }
  }

  @Test func `a check finds each changed byte of a photo, and nothing else`() async throws {
    let diary = service(keyring)
    let photo = try await diary.addPhoto(at: try folder.write("photo", to: "photo.jpg")).photo
    let entry = try await diary.add(try fields("with a photo", photos: [photo]))
    try await diary.flush()
    await diary.finish()
    try expectEqual(store.findings(), [])
    let path = diary.path(of: photo.file)
    let sound = try folder.read(path)
    for place in stride(from: 0, to: sound.count, by: max(1, 4 / RandomRounds.usually(1))) {
      try store.write(sound, to: path)
      try store.flip(place, of: path)
      let found = try store.findings()
      expect(found.count == 1 && found.first?.entry == entry.id, "byte \(place)")
    }
  }

  @Test(arguments: [0, 30, 250, -1])
  func `a changed piece doesn't affect others`(place: Int) async throws {
    let diary = service(keyring)
    for title in ["first", "second", "third"] { _ = try await diary.add(try fields(title)) }
    let pieces = try store.pieces()
    expectEqual(pieces.count, 3)
    let path = folder.path("store/" + pieces[1])
    try store.flip(place < 0 ? folder.read(path).count - 1 : place, of: path)
    try FileSystem.remove(folder.path("store/index.age"))
    try await expectEqual(service(keyring).entries().map(\.title).sorted(), ["first", "third"])
  }

  @Test func `a known public key that can't be read isn't an unknown one`() throws {
    let path = folder.path("pins.json")
    let pins = KeyPins(path: path)
    try pins.pin(recipient: keyring.current.identity.recipient.description)
    let layout = StoreLayout(root: store.root, cipher: StoreCipher(pins: pins))
    try folder.write(
      "\(Keyring().current.identity.recipient)\n", to: "store/keys/recipient")
    let foreign = DiaryError.store(path: store.root + "/keys/recipient", .foreignRecipient)
    expectThrows(foreign) { try layout.encryptionKey() }
    try FileSystem.rename(path, to: folder.path("away"))
    try FileSystem.symbolicLink(to: path, at: path)
    let expected = SystemError(.opening, path, .tooManyLinks)
    expectThrows(expected) { try layout.encryptionKey() }
    expectThrows(expected) { try pins.pin("keys/1.passphrase.age", [1]) }
    try FileSystem.rename(folder.path("away"), to: path)
    expectThrows(foreign) { try layout.encryptionKey() }
  }

  @Test func `a program that is killed while the store is replaced leaves known keys`() throws {
    let pins = KeyPins(path: folder.path("pins.json"))
    try pins.pin(recipient: keyring.current.identity.recipient.description)
    try pins.pin("keys/1.passphrase.age", [1])
    let (next, foreign) = (keyring.withNextEpoch(), Keyring())
    try pins.prepareExchange(with: next)
    try expectEqual(pins.names, [])
    for (keys, isAccepted) in [(keyring, true), (next, true), (foreign, false)] {
      try expectEqual(pins.accepts(keys.current.identity.recipient), isAccepted)
    }
    try pins.pin(recipient: next.current.identity.recipient.description)
    try expectEqual(pins.accepts(keyring.current.identity.recipient), false)
  }

  @Test func `sealing a file in clear keeps one that can't be read`() async throws {
    _ = try await service(keyring).add(try fields("one"))
    let path = folder.path("draft.json")
    try FileSystem.symbolicLink(to: path, at: path)
    let layout = StoreLayout(root: store.root, cipher: StoreCipher(keyring))
    expect(!ExternalFile(path, of: layout).seal())
    try expect(FileSystem.isPresent(path))
  }
}

@Suite("Checking and repairing encrypted stores") struct EncryptedCheckTests {
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
    try await service.flush()
    await service.finish()
  }

  @Test func `reports missing key files`() async throws {
    try await fill()
    try FileSystem.remove(folder.path("store/keys/1.recovery.age"))
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

  @Test func `a repair replaces a damaged key of this device`() async throws {
    try await fill()
    try diary.damage("store/keys/device.age")
    await expectThrows(DiaryError.self) { try await diary.service().add(try fields("four")) }
    let found = try faults()
    expectEqual(found.map(\.kind), [.damagedKeys])
    expectEqual(diary.storeRepair().remedies(for: found), [.repair])
    var actions: [RepairAction] = []
    try diary.storeRepair().run { actions.append($0) }
    expectEqual(
      actions, [.fileSetAside("keys/device.age", to: "set-aside/keys/device.age")])
    _ = try await diary.service().add(try fields("four"))
    try await expectEqual(titles(), ["four", "one", "three", "two"])
    try expectEqual(faults(), [])
  }

  @Test(arguments: ["9.passphrase.age", "9.recovery.age", "9.age"])
  func `a repair sets aside a key file of a newer key that no one made`(name: String) async throws {
    try await fill()
    let stray = "keys/" + name
    try folder.write(folder.read("store/keys/1.recovery.age"), to: "store/" + stray)
    let found = try faults()
    expectEqual(found, [StoreIssue(.strayKeys, stray)])
    expectEqual(diary.storeRepair().remedies(for: found), [.repair])
    // If a file can't be opened, the key may be needed.
    try diary.damage("store/index.age")
    try diary.storeRepair().run { _ in }
    expect(FileSystem.exists(folder.path("store/" + stray)))
    var actions: [RepairAction] = []
    try diary.storeRepair().run { actions.append($0) }
    expectContains(actions, .fileSetAside(stray, to: "set-aside/" + stray))
    try expectEqual(faults(), [])
    let keys = StoreKeys(of: StoreLayout(root: diary.root))
    try expectEqual(keys.keyring(with: diary.words).keys.count, 1)
  }

  @Test func `reports an entry added while locked that can't be opened`() async throws {
    try await fill()
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    let pending = PendingEntries(of: layout)
    let batch = try pending.batch()
    let source = try folder.write("photo", to: "photo.jpg")
    let photo = try await diary.service().addPhoto(at: source, header: nil, to: batch).photo
    let id = try pending.add(
      try fields("while locked", photos: [photo]), batch, at: diary.clock.tick())
    try expectEqual(faults(), [])
    let foreign = try AgeWriter.seal([1], to: Keyring().current.encryptionKey)
    for name in ["entry.age", "1.age"] {
      let file = "waiting/\(id)/\(name)"
      let bytes = try folder.read("store/" + file)
      let expected = StoreIssue(.unopenedEntry, file, entry: id)
      for changed in [foreign, Array(bytes.dropLast())] {
        try folder.write(changed, to: "store/" + file)
        try expectEqual(faults(), [expected])
        expectEqual(diary.storeRepair().remedies(for: [expected]), [])
        // While the diary is locked, nothing is known.
        expectEqual(PendingEntries(of: StoreLayout(root: diary.root)).issues, [])
      }
      try FileSystem.remove(folder.path("store/" + file))
      try expectEqual(faults(), [expected])
      try folder.write(bytes, to: "store/" + file)
    }
    // A check imports nothing.
    expectEqual(pending.count, 1)
    await expectEqual(pending.importAll(into: diary.service()), 1)
    try await expectEqual(titles(), ["one", "three", "two", "while locked"])
  }

  @Test func `an entry added while locked is imported without its damaged photo`() async throws {
    try await fill()
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    let pending = PendingEntries(of: layout)
    let batch = try pending.batch()
    // Several chunks, of which the one in the middle is damaged.
    let source = try folder.write([UInt8](repeating: 7, count: 200_000), to: "photo.jpg")
    let photo = try await diary.service().addPhoto(at: source, header: nil, to: batch).photo
    let sound = try await diary.service().addPhoto(
      at: folder.write("sound", to: "sound.jpg"), header: nil, to: batch
    ).photo
    let id = try pending.add(
      try fields("while locked", content: "text", photos: [photo, sound]), batch,
      at: diary.clock.tick())
    let file = "waiting/\(id)/1.age"
    try diary.damage("store/" + file)
    let damaged = try folder.read("store/" + file)
    let expected = StoreIssue(.unopenedEntry, file, entry: id)
    try expectEqual(faults(), [expected])
    await expectEqual(pending.importAll(into: diary.service()), 1)
    expectEqual(pending.warnings.count, 1)
    expectContains(pending.warnings.first ?? "", "added without photo.jpg, which can't be read.")
    expectContains(pending.warnings.first ?? "", "\(diary.root)/set-aside/waiting/\(id).")
    let entry = try await diary.service().entry(id)
    expectEqual(entry.photos.map(\.asset), [sound.asset])
    expectEqual(entry.content, "text")
    try expectEqual(folder.read("store/set-aside/" + file), damaged)
    try expectEqual(diary.files(in: diary.root + "/set-aside/waiting/\(id)").count, 3)
    expectEqual(pending.count, 0)
    try expectEqual(faults(), [])
  }

  @Test func `reports a damaged piece, and a repair keeps it`() async throws {
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
    expect(!FileSystem.exists(folder.path("store/" + piece)))
    expect(FileSystem.exists(folder.path("store/set-aside/index.age")))
    try await expectEqual(titles(), ["one", "three"])
    _ = try await diary.service().add(try fields("later"))
    try await expectEqual(titles(), ["later", "one", "three"])
    try expect(faults().allSatisfy { $0.kind == .lostText })
  }

  @Test func `emptying the trash replaces no log with an unreadable piece`() async throws {
    try await fill()
    let entry = try require(await diary.service().entries().first { $0.title == "three" })
    _ = try await diary.service().delete(entry.id)
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    let name = try require(LogReader(layout: layout).logs().first).name
    let piece = "store/" + (try diary.pieces().at(1))
    let whole = try folder.read(piece)
    try diary.damage(piece)
    try await expectEqual(diary.service().emptyTrash(), 1)
    try await expect(!diary.repository().finishPurges())
    try folder.write(whole, to: piece)
    try FileSystem.remove(folder.path("store/index.age"))
    try await expectEqual(titles(), ["one", "two"])
    // The next purge cuts the line.
    func text() throws -> String {
      try String(decoding: layout.log(name).bytes(from: 0), as: UTF8.self)
    }
    try expectContains(text(), "\"title\":\"three\"")
    _ = try await diary.service().emptyTrash()
    try expectLacks(text(), "\"title\":\"three\"")
    try await expectEqual(titles(), ["one", "two"])
  }

  @Test func `reports a received text whose log has an unreadable piece`() async throws {
    try await fill()
    let repository = diary.repository()
    let (device, _) = (try await repository.deviceID(), try await repository.lineCounts())
    let segments = try await repository.outgoingSegments(of: device, excluding: [])
    let arrived = try segments.map { segment in
      LineSegment(device: device, numbers: segment.numbers, bytes: try segment.bytes())
    }
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    let reader = LogReader(layout: layout)
    let name = try require(reader.logs().first).name
    var log = try LogReplacement(of: layout.log(name))
    try reader.forEachLine(of: name) { line in
      guard RevisionLine.decode(line.bytes)?.entry.title == "two",
        let cut = RevisionLine.cut(line.bytes)
      else { return try log.add(line) }
      try log.write(cut + [0x0A])
    }
    try log.commit()
    try FileSystem.remove(folder.path("store/index.age"))
    let service = diary.service()
    _ = try await service.add(try fields("four"))
    await service.finish()
    let piece = "store/" + (try require(diary.pieces().last))
    let whole = try folder.read(piece)
    try diary.damage(piece)
    FileSystem.unlink(folder.path("store/index.age"))
    let bare = try await diary.repository().receive(arrived, oldLogs: [], .everyone)
    expectEqual(bare.unrestored.count, 1)
    try folder.write(whole, to: piece)
    FileSystem.unlink(folder.path("store/index.age"))
    try await expectEqual(titles(), ["four", "one", "three"])
    let restored = try await diary.repository().receive(arrived, oldLogs: [], .everyone)
    expectEqual(restored.unrestored, [])
    try await expectEqual(titles(), ["four", "one", "three", "two"])
  }

  @Test func `a piece that can't be opened isn't a damaged one`() async throws {
    try await fill()
    let path = folder.path("store/" + (try diary.pieces().at(1)))
    try FileSystem.rename(path, to: folder.path("moved"))
    try FileSystem.symbolicLink(to: path, at: path)
    try FileSystem.remove(folder.path("store/index.age"))
    await expectThrows(SystemError(.opening, path, .tooManyLinks)) { try await titles() }
    try FileSystem.rename(folder.path("moved"), to: path)
    try await expectEqual(titles(), ["one", "three", "two"])
  }

  @Test func `reports a missing piece, and reads the next one`() async throws {
    try await fill()
    try FileSystem.remove(folder.path("store/" + (try diary.pieces().at(1))))
    try FileSystem.remove(folder.path("store/index.age"))
    try expect(faults().contains { $0.kind == .missingPiece })
    try await expectEqual(titles(), ["one", "three"])
    _ = try diary.repair()
    try expectEqual(faults(), [])
    try await expectEqual(titles(), ["one", "three"])
  }

  @Test func `sets invalid lines aside encrypted`() async throws {
    try await fill()
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    let name = try LogReader(layout: layout).logs().first?.name
    var output = try LogOutput(layout.log(try require(name)))
    try output.write(Array("secret-line-66de\n".utf8))
    try output.commit()
    try expectEqual(faults().map(\.kind), [.damagedLine])
    _ = try diary.repair()
    let kept = "store/set-aside/\(try require(name)).age"
    try expectEqual(layout.decryptedBytes(of: folder.path(kept)), Array("secret-line-66de\n".utf8))
    for file in try diary.files("") {
      let bytes = try folder.read("store/" + file)
      expectNil(bytes.withUnsafeBytes { $0.range(of: Array("line-66de".utf8), from: 0) })
    }
    try expectEqual(faults().filter { $0.kind != .lostText }, [])
    try await expectEqual(titles(), ["one", "three", "two"])
  }

  @Test func `repairs or sets aside a damaged index, owner and photo`() async throws {
    let photo = try await diary.addPhotoFile("one", [1, 2, 3])
    try expectContains(diary.files("keys"), "recipient")
    try expectEqual(diary.findings(), [])
    try expectEqual(diary.repair(), [])
    for name in ["index.age", "owner.age", photo] { try diary.damage("store/" + name) }
    try expectEqual(Set(faults().map(\.file)), ["index.age", "owner.age", photo])
    let actions = try diary.repair()
    for name in ["index.age", "owner.age", photo] {
      expectContains(actions, .fileSetAside(name, to: "set-aside/" + name))
    }
    expectContains(actions, .indexRebuilt("index.age"))
    try expectEqual(faults().map(\.kind), [.missingAsset])
    try await expectEqual(diary.service().author().name, "Author-7f41")
    // A second file of that name keeps its extension.
    try diary.damage("store/index.age")
    try expectContains(diary.repair(), .fileSetAside("index.age", to: "set-aside/index.2.age"))
  }

  @Test func `keeps photos that unreadable data may name`() async throws {
    try await fill()
    var photos: [AssetID] = []
    for number in 0..<2 {
      let path = try folder.write([UInt8(number), 9], to: "photo.jpg")
      photos.append(try await diary.service().addPhoto(at: path).photo.asset)
    }
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    func mayBeNamed() throws -> [Bool] {
      var references = AssetReferences(layout: layout, orphans: Set(photos))
      try references.update()
      return photos.map { references.mayName($0) }
    }
    try FileSystem.makeFolders(layout.quarantine)
    try layout.write(
      Array("a line with \(photos[0])".utf8), to: layout.quarantine + "/old.jsonl.age")
    try expectEqual(mayBeNamed(), [true, false])
    try diary.damage("store/" + (try diary.pieces().at(1)))
    try expectEqual(mayBeNamed().last, true)
    _ = try diary.repair()
    try expectEqual(mayBeNamed().last, true)
  }
}

@Suite("Backups of encrypted stores") struct EncryptedBackupTests {
  private let backups: BackupsOnDisk
  private var diary: StoreOnDisk { backups.store }
  private var folder: TemporaryFolder { diary.folder }

  init() throws { backups = try BackupsOnDisk(isEncrypted: true) }

  private func backUp(_ day: Int = 22, keep: String? = nil) throws -> BackupSummary {
    try backups.backUp(at: "2026-11-\(day)T10:00:00Z", keep: keep)
  }

  private func name(_ backup: BackupSummary) -> String { "backups/" + Path.name(backup.path) }

  @Test func `copies encrypted files unchanged`() async throws {
    let photo = try await diary.addPhotoFile("title-51c9", Array("picture-90ab".utf8))
    try folder.write("not to be read", to: "store/set-aside/log/old.jsonl.age")
    let backup = try backUp()
    expectEqual(backup.findings, [])
    expectEqual(backup.photos, 1)
    let names = try FileSystem.files(below: backup.path)
    expectEqual(Set(names), Set(try diary.files("")).union(["backup.json"]).subtracting([".lock"]))
    for name in names where name != "backup.json" {
      try expectEqual(folder.read("\(self.name(backup))/\(name)"), folder.read("store/" + name))
    }
    expectContains(names, photo)
    expectContains(names, "index.age")
    expectContains(names, "owner.age")
    for name in names {
      let bytes = try folder.read("\(self.name(backup))/\(name)")
      for word in ["title-51c9", "picture-90ab", "Author-7f41"] {
        expectNil(bytes.withUnsafeBytes { $0.range(of: Array(word.utf8), from: 0) }, "\(name)")
      }
    }
    // A check needs no key.
    try expectEqual(backups.damage(), [])
    for file in [photo, try diary.pieces().at(0), "keys/1.recovery.age", "owner.age"] {
      try diary.damage("\(name(backup))/\(file)")
      try expect(backups.damage().count == 1 && backups.damage().at(0).contains(file))
      try diary.damage("\(name(backup))/\(file)")
    }
    try await expectEqual(diary.service(of: name(backup)).entries().map(\.title), ["title-51c9"])
    try expectEqual(diary.findings(in: name(backup)), [])
    let expected = DiaryError.store(path: diary.root, .encrypted)
    expectThrows(expected) {
      try StoreBackup(root: diary.root).run(
        to: backups.folder, at: require(EntryDate("2026-11-23T10:00:00Z")))
    }
  }

  @Test func `restores an entry that was added while the diary was locked`() async throws {
    _ = try await diary.addPhotoFile("one", [1, 2, 3])
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    let pending = PendingEntries(of: layout)
    let batch = try pending.batch()
    let source = try folder.write("photo", to: "photo.jpg")
    let photo = try await diary.service().addPhoto(at: source, header: nil, to: batch).photo
    _ = try pending.add(try fields("late", photos: [photo]), batch, at: diary.clock.tick())
    let backup = try backUp()
    expectEqual(backup.findings, [])
    try expectEqual(backups.damage(), [])
    // Opening the backup in place doesn't change it.
    let opened = PendingEntries(of: StoreLayout(root: backup.path, cipher: diary.cipher))
    await expectEqual(opened.importAll(into: diary.service(of: name(backup))), 0)
    try expectEqual(backups.damage(), [])
    // A backup that is being made starts again, so that the entry is in its logs.
    let snapshot = try StoreSnapshot(of: layout)
    try expect(snapshot.isCurrent())
    await expectEqual(pending.importAll(into: diary.service()), 1)
    try expect(!snapshot.isCurrent())
    try backups.restore(backup.path)
    let restored = PendingEntries(
      of: StoreLayout(root: folder.path("restored"), cipher: diary.cipher))
    let service = diary.service(of: "restored")
    await expectEqual(restored.importAll(into: service), 1)
    try await expectEqual(Set(service.entries().map(\.title)), ["one", "late"])
  }

  @Test(arguments: [StoreIssue.Kind.damagedPiece, .missingPiece, .missingKeys, .missingAsset])
  func `a damaged diary removes no backup`(_ loss: StoreIssue.Kind) async throws {
    let photo = try await diary.addPhotoFile("one", [1, 2, 3])
    for title in ["two", "three"] { _ = try await diary.service().add(try fields(title)) }
    try expectEqual(backUp(20).findings, [])
    let piece = try diary.pieces().at(1)
    switch loss {
    case .damagedPiece: try diary.damage("store/" + piece)
    case .missingPiece: try FileSystem.remove(folder.path("store/" + piece))
    case .missingKeys: try FileSystem.remove(folder.path("store/keys/1.recovery.age"))
    default: try FileSystem.remove(folder.path("store/" + photo))
    }
    let later = try backUp(20, keep: "1d")
    expect(later.findings.contains { $0.kind == loss })
    expectEqual(later.removed, [])
  }

  @Test(arguments: [true, false, nil])
  func `restores a backup unlocked, locked or with other keys`(isUnlocked: Bool?) async throws {
    let photo = try await diary.addPhotoFile("one", [1, 2, 3])
    let backup = try backUp()
    _ = try await diary.service().add(try fields("later"))
    let own = isUnlocked.map { $0 ? diary.cipher : StoreCipher() }
    try backups.restore(backup.path, cipher: own ?? StoreCipher(Keyring()))
    // Other keys can't create an index.
    let hasIndex = FileSystem.exists(folder.path("restored/index.age"))
    expectEqual(hasIndex, isUnlocked == true)
    let layout = StoreLayout(root: folder.path("restored"))
    let keyring = try StoreKeys(of: layout).keyring(with: diary.words)
    expectEqual(keyring.current.identity.recipient, diary.keyring.current.identity.recipient)
    try expectEqual(folder.read("restored/" + photo), folder.read("store/" + photo))
    try await expectEqual(diary.service(of: "restored").entries().map(\.title), ["one"])
    try expectEqual(diary.findings(in: "restored"), [])
    _ = try await diary.service(of: "restored").add(try fields("there"))
    try await expectEqual(diary.service(of: "restored").entries().count, 2)
  }
}

import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Backups") struct BackupTests {
  private let diary: BackupsOnDisk
  private var store: StoreOnDisk { diary.store }

  init() throws { diary = try BackupsOnDisk() }

  private func asset(_ entry: Entry, in root: String) -> String {
    let asset = entry.photos[0].asset.description
    return "\(root)/assets/\(asset.prefix(2))/\(asset).jpg"
  }

  @Test func `a backup is a complete diary in a folder named by its time`() async throws {
    let entry = try await store.addPhotoEntry("with a photo", [1, 2, 3])
    let summary = try diary.backUp()
    expectEqual(summary.path, diary.folder + "/2026-11-22T02-19-34Z")
    expectEqual(summary.photos, 1)
    expectEqual(summary.shared, 0)
    try await expectEqual(diary.service(of: summary.path).entries(), [entry])
    try expectEqual(store.folder.read(asset(entry, in: summary.path)), [1, 2, 3])
    expectEqual(store.mode(of: summary.path), 0o700)
    expectEqual(store.mode(of: asset(entry, in: summary.path)), 0o600)
    try expectEqual(store.findings(in: summary.path), [])
    try expectEqual(diary.damage(), [])
    // A second backup within the same second gets another name.
    try expectEqual(diary.names, ["2026-11-22T02-19-34Z"])
    try diary.backUp()
    try expectEqual(diary.names, ["2026-11-22T02-19-34Z", "2026-11-22T02-19-34Z-2"])
  }

  @Test(arguments: [false, true])
  func `links files of the previous backup, not of the diary`(isEncrypted: Bool) async throws {
    let diary = try BackupsOnDisk(isEncrypted: isEncrypted)
    let first = try await diary.store.addPhotoFile("first", Array(repeating: 7, count: 5000))
    let earlier = try diary.backUp().path
    let second = try await diary.store.addPhotoFile("second", [4, 4])
    let summary = try diary.backUp(at: "2026-11-23T09:00:00Z")
    expectEqual(summary.photos, 2)
    expectAtLeast(summary.shared, 5000)
    let later = summary.path
    let inodes = try [earlier, later].map { try BackupsOnDisk.information("\($0)/\(first)").st_ino }
    try expectEqual(inodes.at(0), inodes.at(1))
    // Texts are always copied.
    let copied =
      isEncrypted ? [] : ["owner.json", "index.json", "FORMAT.txt"].map { "\(later)/\($0)" }
    for path in ["\(diary.store.root)/\(first)", "\(later)/\(second)"] + copied {
      try expectEqual(BackupsOnDisk.information(path).st_nlink, 1)
    }
    try expectEqual(diary.damage(), [])
  }

  @Test(arguments: [false, true])
  func `backs up while the diary is in use`(isEncrypted: Bool) async throws {
    let diary = try BackupsOnDisk(isEncrypted: isEncrypted)
    let service = diary.store.service()
    let path = try diary.store.folder.write([9, 9, 9], to: "photo.jpg")
    let photo = try await service.addPhoto(at: path).photo
    _ = try await service.add(try fields("before", photos: [photo]))
    // Enough saves to merge pieces. A backup waits for the lock on a thread that others share.
    let adding = Task(executorPreference: OwnThread()) {
      for number in 1...60 {
        _ = try await service.add(try fields("entry \(number)", photos: [photo]))
      }
    }
    var backups: [BackupSummary] = []
    for day in 10...15 {
      backups.append(try diary.backUp(at: "2026-11-\(day)T09:00:00Z"))
      await Task.yield()
    }
    try await adding.value
    await service.finish()
    try expectLess(diary.store.files("log").count, 20)
    backups.append(try diary.backUp(at: "2026-11-16T09:00:00Z"))
    var counts: [Int] = []
    for backup in backups {
      expectEqual(backup.findings, [])
      try expectEqual(diary.store.findings(in: backup.path), [])
      counts.append(try await diary.service(of: backup.path).entries().count)
    }
    expectEqual(counts, counts.sorted())
    expectEqual(counts.last, 61)
    try expectEqual(diary.damage(), [])
  }

  enum Loss: CaseIterable { case line, lines, logs, photo }

  @Test(arguments: Loss.allCases)
  func `a damaged diary removes no backup`(_ loss: Loss) async throws {
    let entry = try await store.addPhotoEntry("one", [1, 2, 3])
    let service = store.service()
    _ = try await service.add(try fields("two"))
    try await service.flush()
    let sound = try diary.backUp()
    expectEqual(sound.findings, [])
    let log = try store.logPath()
    let lines = try store.folder.read(log)
    switch loss {
    case .line: try store.write(lines.map { $0 == UInt8(ascii: "o") ? 0x30 : $0 }, to: log)
    case .lines: try store.write([], to: log)
    case .logs: unlink(log)
    case .photo: unlink(asset(entry, in: store.root))
    }
    let later = try diary.backUp(at: "2026-11-22T23:00:00Z", keep: "1d")
    expect(!later.findings.isEmpty)
    expectEqual(later.removed, [])
    try expectEqual(diary.names.count, 2)
    // After a manual repair, the rule applies again.
    try store.write(lines, to: log)
    try store.write([1, 2, 3], to: asset(entry, in: store.root))
    let mended = try diary.backUp(at: "2026-11-22T23:30:00Z", keep: "1d")
    expectEqual(mended.findings, [])
    expectEqual(mended.removed.count, 2)
  }

  @Test(arguments: [false, true])
  func `copies a damaged photo, or takes the last backup's`(isEncrypted: Bool) async throws {
    let diary = try BackupsOnDisk(isEncrypted: isEncrypted)
    let folder = diary.store.folder
    let photo = try await diary.store.addPhotoFile("one", [1, 2, 3])
    let sound = try folder.read("store/" + photo)
    try diary.store.damage("store/" + photo)
    let earlier = try diary.backUp()
    expectEqual(earlier.findings.map(\.kind), [.damagedAsset])
    try expectEqual(folder.read("\(earlier.path)/\(photo)"), folder.read("store/" + photo))
    try expectEqual(diary.damage(), [])
    // The damaged copy isn't linked again, although it has the same size.
    try folder.write(sound, to: "store/" + photo)
    let later = try diary.backUp(at: "2026-11-23T09:00:00Z")
    try expectEqual(folder.read("\(later.path)/\(photo)"), sound)
    expectEqual(later.findings, [])
    try folder.write(sound.dropLast(), to: "store/" + photo)
    let last = try diary.backUp(at: "2026-11-24T09:00:00Z")
    expectEqual(last.findings.map(\.kind), [.damagedAsset])
    try expectEqual(folder.read("\(last.path)/\(photo)"), sound)
    try expectEqual(diary.damage(), [])
  }

  @Test func `reports damage to a backup file by file`() async throws {
    let entry = try await store.addPhotoEntry("one", [1, 2, 3])
    let earlier = try diary.backUp()
    let later = try diary.backUp(at: "2026-11-23T09:00:00Z")
    let name = asset(entry, in: "").dropFirst()
    // Both backups share this file.
    try store.write([3, 2, 1], to: asset(entry, in: later.path))
    unlink(later.path + "/owner.json")
    unlink(earlier.path + "/FORMAT.txt")
    mkdir(earlier.path + "/FORMAT.txt", 0o700)
    try expectEqual(
      diary.damage().sorted(),
      [
        "2026-11-22T02-19-34Z/FORMAT.txt: it isn't a regular file",
        "2026-11-22T02-19-34Z/\(name): it doesn't match what was backed up",
        "2026-11-23T09-00-00Z/\(name): it doesn't match what was backed up",
        "2026-11-23T09-00-00Z/owner.json: it's missing",
      ])
    try expectEqual(diary.damage(in: later.path).count, 2)
    unlink(later.path + "/backup.json")
    try expectEqual(
      diary.damage(in: later.path),
      ["2026-11-23T09-00-00Z/backup.json: it's missing, so the backup's contents are unknown"])
  }

  @Test func `rejects invalid places and changes nothing`() async throws {
    let missing = store.folder.path("none")
    expectThrows(DiaryError.store(path: missing, .missing)) {
      try StoreBackup(root: missing).run(to: diary.folder, at: EntryDate(instant: 0, offset: 0))
    }
    _ = try await store.service().add(try fields("one"))
    let file = try store.folder.write([1], to: "file")
    let (inside, around) = (store.root + "/assets/backups", store.folder.path)
    let nowhere = store.folder.path("no/such/folder")
    for (index, failure) in [
      (file, BackupError.notAFolder), (inside, .insideStore), (store.root, .insideStore),
      (around, .containsStore), (nowhere, .noParent),
    ] { expectThrows(DiaryError.backup(path: index, failure)) { try diary.backUp(to: index) } }
    let link = store.folder.path("link")
    symlink(store.root, link)
    expectThrows(DiaryError.backup(path: link, .insideStore)) { try diary.backUp(to: link) }
    let backup = try diary.backUp().path
    expectThrows(DiaryError.backup(path: backup, .isDiary)) { try diary.backUp(to: backup) }
    let other = try BackupsOnDisk()
    _ = try await other.store.service().add(try fields("another's"))
    expectThrows(DiaryError.backup(path: diary.folder, .otherDiary)) {
      try other.backUp(to: diary.folder)
    }
    try expectEqual(diary.names, ["2026-11-22T02-19-34Z"])
    try expectEqual(diary.damage(), [])
    try expectEqual(store.findings(), [])
  }

  @Test func `removes the files of an interrupted or failed backup`() async throws {
    _ = try await store.addPhotoEntry("one", [1, 2, 3])
    // Leftovers of a killed program are removed.
    for name in [".photodiary-backup/log/x/2026-01.jsonl", ".photodiary-removed-1a/owner.json"] {
      for part in ["", ".photodiary-backup", ".photodiary-backup/log", ".photodiary-removed-1a"] {
        mkdir(diary.folder + "/" + part, 0o700)
      }
      try store.folder.write([1], to: "backups/" + name)
    }
    let summary = try diary.backUp()
    try expectEqual(diary.names, ["2026-11-22T02-19-34Z"])
    expectNotEqual(access(summary.path + "/log/x", F_OK), 0)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try diary.backUp(at: "2026-11-23T09:00:00Z")
    }
    await expectThrows(DiaryError.backup(path: diary.folder, .cancelled)) { try await task.value }
    try expectEqual(diary.names, ["2026-11-22T02-19-34Z"])
    // Root may write anywhere, so a file blocks the name of the unfinished backup.
    try store.folder.write([1], to: "backups/.photodiary-backup")
    let error = expectThrows(DiaryError.self) { try diary.backUp() }
    guard case .backup(diary.folder, .failed) = error else {
      fail("\(String(describing: error))")
      return
    }
    try expectEqual(diary.damage(), [])
    // Backups don't run in parallel.
    unlink(diary.folder + "/.photodiary-backup")
    mkdir(diary.folder + "/.photodiary-backup", 0o700)
    let lock = try HeldLock(diary.folder + "/.photodiary-backup/.lock")
    let refused = expectThrows(DiaryError.self) { try diary.backUp() }
    guard case .store(_, .locked) = refused else {
      fail("\(String(describing: refused))")
      return
    }
    withExtendedLifetime(lock) {}
  }
}

@Suite("Removing old backups") struct BackupRetentionTests {
  @Test func `parses a rule, and keeps the newest backup of each period`() throws {
    for (keep, dates, kept) in [
      (
        "2d",
        "2026-11-22T20:00Z 2026-11-22T08:00Z 2026-11-21T23:59Z 2026-11-21T00:00Z 2026-11-20T12:00Z",
        [0, 2]
      ),
      // Days without backups don't count.
      ("3d", "2026-11-22T20:00Z 2026-08-01T08:00Z 2025-01-01T00:00Z", [0, 1, 2]),
      // Weeks start on Monday, here November 23.
      ("2w", "2026-11-23T01:00Z 2026-11-22T23:00Z 2026-11-16T01:00Z", [0, 1]),
      // A week across the end of the year.
      ("2w", "2027-01-03T12:00Z 2026-12-28T12:00Z 2026-12-27T12:00Z", [0, 2]),
      // December and January.
      ("2m", "2027-01-03T12:00Z 2026-12-28T12:00Z 2026-11-30T12:00Z", [0, 1]),
      // The same month of another year.
      ("2m", "2027-01-31T12:00Z 2026-01-31T12:00Z", [0, 1]),
      // Days are local: one in UTC, two in Seoul.
      ("2d", "2026-11-22T00:30+09:00 2026-11-21T23:30+09:00", [0, 1]),
      ("2d", "2026-11-22T00:30+09:00 2026-11-21T14:30Z", [0, 1]),
      // The same day in New York, two in UTC.
      ("2d", "2026-11-21T20:00-05:00 2026-11-21T18:00-05:00", [0]),
      // December 31 in New York is January 1 in UTC.
      ("1m", "2026-12-31T22:00-05:00 2026-12-01T00:00-05:00", [0]),
      ("1d", "2026-11-22T12:00Z", [0]),
      (
        "1d,2w,3m",
        "2026-11-22T12:00Z 2026-11-21T12:00Z 2026-11-15T12:00Z 2026-11-01T12:00Z 2026-10-31T12:00Z "
          + "2026-10-01T12:00Z 2026-09-30T12:00Z 2026-08-30T12:00Z", [0, 2, 4, 6]
      ),
    ] as [(String, String, Set<Int>)] {
      let retention = try require(BackupRetention(keep))
      let times = try dates.split(separator: " ").map { date in
        try require(EntryDate(date.prefix(16) + ":00" + date.dropFirst(16)))
      }
      expectEqual(retention.indicesToKeep(of: times), kept, "\(keep) \(dates)")
    }
    for text in [
      "", "7", "d", "7x", "0d", "-1d", "7d,", ",7d", "7d,7d", "7d 4w", "7D", "１d", "1.5w",
      "99999999999999999999d", "+3d",
    ] { expectNil(BackupRetention(text)) }
  }

  @Test func `removes only this diary's backups, never the newest`() async throws {
    let diary = try BackupsOnDisk()
    _ = try await diary.store.service().add(try fields("one"))
    for day in 10...14 { try diary.backUp(at: "2026-11-\(day)T09:00:00Z") }
    let folder = diary.folder
    rename(folder + "/2026-11-10T09-00-00Z", folder + "/before the journey")
    // Named like backups: a user's folder, an invalid file and a link.
    mkdir(folder + "/2020-01-01T00-00-00Z", 0o700)
    try diary.store.folder.write([1], to: "backups/2020-01-01T00-00-00Z/photo.jpg")
    try diary.store.folder.write([1], to: "backups/2020-01-02T00-00-00Z")
    symlink(folder + "/2026-11-11T09-00-00Z", folder + "/2020-01-03T00-00-00Z")
    let summary = try diary.backUp(at: "2026-11-15T09:00:00Z", keep: "2d")
    expectEqual(
      summary.removed, ["2026-11-11T09-00-00Z", "2026-11-12T09-00-00Z", "2026-11-13T09-00-00Z"])
    try expectEqual(
      diary.names,
      [
        "2020-01-01T00-00-00Z", "2020-01-02T00-00-00Z", "2020-01-03T00-00-00Z",
        "2026-11-14T09-00-00Z", "2026-11-15T09-00-00Z", "before the journey",
      ])
    for name in ["2026-11-14T09-00-00Z", "2026-11-15T09-00-00Z", "before the journey"] {
      try expectEqual(diary.damage(in: folder + "/" + name), [])
    }
    // Keeps the newest and the one just made.
    let other = try BackupsOnDisk()
    _ = try await other.store.service().add(try fields("one"))
    // A clock that was ahead.
    try other.backUp(at: "2036-01-01T00:00:00Z")
    try other.backUp(at: "2026-11-22T09:00:00Z", keep: "1d")
    try expectEqual(other.names, ["2026-11-22T09-00-00Z", "2036-01-01T00-00-00Z"])
  }
}

/// A diary with a folder of backups next to it.
struct BackupsOnDisk {
  let store: StoreOnDisk

  init(isEncrypted: Bool = false) throws { store = try StoreOnDisk(isEncrypted: isEncrypted) }

  var folder: String { store.folder.path("backups") }

  @discardableResult func backUp(
    at time: String = "2026-11-22T11:19:34+09:00", to folder: String? = nil, keep: String? = nil
  ) throws -> BackupSummary {
    try StoreBackup(root: store.root, cipher: store.cipher).run(
      to: folder ?? self.folder, at: require(EntryDate(time)),
      keeping: keep.map { try require(BackupRetention($0)) })
  }

  /// The issues that a check finds, one line each.
  func damage(in path: String? = nil) throws -> [String] {
    var found: [String] = []
    let summary = try BackupCheck(path: path ?? folder).run { found.append($0.text) }
    expectEqual(summary.faults, found.count)
    return found
  }

  @discardableResult func restore(
    _ backup: String, to name: String = "restored", cipher: StoreCipher? = nil
  ) throws -> BackupSummary {
    let restoring = BackupRestore(
      backup: backup, to: store.folder.path(name), cipher: cipher ?? store.cipher)
    return try restoring.run(at: require(EntryDate("2026-11-23T00:00:00Z"))) { _ in }
  }

  var names: [String] { get throws { try store.files(in: folder) } }

  func service(of root: String) -> DiaryService { store.service(of: root) }

  static func information(_ path: String) throws -> stat {
    var found = stat()
    try require(lstat(path, &found) == 0, "\(path)")
    return found
  }
}

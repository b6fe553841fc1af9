import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Unreferenced photos") struct PruneTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  /// Sets a file's modification time, in seconds from now.
  private func setTime(of path: String, to seconds: Int) {
    let then = timespec(tv_sec: time(nil) + seconds, tv_nsec: 0)
    expectEqual(utimensat(AT_FDCWD, path, [then, then], 0), 0)
  }

  private func prune() throws -> [RepairAction] {
    try store.repair(prunes: true, later: 2 * StoreOnDisk.day)
  }

  /// Adds an unreferenced photo. Returns it and its path within the store.
  private func orphan(_ bytes: [UInt8]) async throws -> (photo: Photo, file: String) {
    let source = try store.folder.write(bytes, to: "orphan.jpg")
    let photo = try await store.service().addPhoto(at: source).photo
    return (photo, store.relative(store.service().file(of: photo)))
  }

  @Test func `removes them only on request, after a day, and reports each`() async throws {
    let named = try await store.addPhotoEntry("named", [1, 1])
    let old = try await orphan([2, 2, 2])
    let young = try await orphan([3, 3])
    setTime(of: store.root + "/" + young.file, to: 2 * StoreOnDisk.day)
    try expectEqual(store.repair(), [])
    expectEqual(Set(try store.findings().map(\.kind)), [.orphanAsset])
    expectEqual(
      Set(try prune()), [.orphanRemoved(old.file, bytes: 3), .orphanKept(young.file, .recent)])
    try expectEqual(store.findings().map(\.file), [young.file])
    try expectEqual(store.folder.read(store.service().file(of: named.photos.at(0))), [1, 1])
    // A file just copied is recent, even if its modification time is old.
    setTime(of: store.root + "/" + young.file, to: -9 * StoreOnDisk.day)
    try expectEqual(store.repair(prunes: true), [.orphanKept(young.file, .recent)])
    try expectEqual(prune(), [.orphanRemoved(young.file, bytes: 2)])
  }

  @Test func `keeps photos added again, in old revisions or in the trash`() async throws {
    let again = try await orphan([4])
    setTime(of: store.root + "/" + again.file, to: -2 * StoreOnDisk.day)
    // Allows for file times slightly behind the clock.
    let before = time(nil) - 1
    _ = try await store.service().addPhoto(at: store.folder.path("orphan.jpg"))
    var found = stat()
    expectEqual(stat(store.root + "/" + again.file, &found), 0)
    expectAtLeast(found.st_mtim.tv_sec, before)
    setTime(of: store.root + "/" + again.file, to: 2 * StoreOnDisk.day)

    let entry = try await store.addPhotoEntry("old state", [5])
    var without = entry.fields
    without.photos = []
    _ = try await store.service().update(entry.id, to: without)
    let deleted = try await store.addPhotoEntry("trash", [6])
    _ = try await store.service().delete(deleted.id)
    try expectEqual(prune(), [.orphanKept(again.file, .recent)])
    try expectEqual(store.faults, [])
  }

  /// Damages the line of an entry with a photo. Returns the photo's path within the store.
  private func damagedEntry(on machine: String, isTorn: Bool) async throws -> String {
    let source = try store.folder.write([1, 2, 3], to: "named.jpg")
    let service = store.service(on: machine)
    let photo = try await service.addPhoto(at: source).photo
    _ = try await service.add(try fields("names it", photos: [photo]))
    let log = try store.logPath(of: machine)
    var bytes = try store.folder.read(log)
    if isTorn { bytes.removeLast(40) } else { bytes[bytes.count - 5] ^= 1 }
    try store.write(bytes, to: log)
    return store.relative(service.file(of: photo))
  }

  @Test(arguments: [("laptop", false), ("laptop", true), ("desktop", false)])
  func `keeps a photo named only by a damaged line`(_ machine: String, isTorn: Bool) async throws {
    _ = try await store.service().add(try fields("sound"))
    let file = try await damagedEntry(on: machine, isTorn: isTorn)
    // The second time, a line of this device is in set-aside.
    for _ in 1...2 {
      try expectContains(prune(), .orphanKept(file, .inUnreadableFile))
      expectEqual(access(store.root + "/" + file, F_OK), 0)
    }
    try expect(!store.faults.contains(.damagedBody))
  }

  @Test func `finds a name among other digits in a large file`() async throws {
    let orphan = try await orphan([4, 4])
    let other = try await self.orphan([5, 5])
    var bytes = [UInt8](repeating: 0xFF, count: 100_001)
    bytes += Array("0fA".utf8) + Array(orphan.photo.asset.description.utf8) + Array("7".utf8)
    bytes += Array(other.photo.asset.description.utf8.dropLast())
    try store.write(bytes, to: store.root + "/set-aside/assets/ab/x.jpg")
    // A pipe must not block it.
    expectEqual(mkfifo(store.root + "/set-aside/pipe", 0o600), 0)
    expectEqual(
      Set(try prune()),
      [.orphanKept(orphan.file, .inUnreadableFile), .orphanRemoved(other.file, bytes: 2)])
  }

  @Test func `removes nothing if a draft is unreadable`() async throws {
    let orphan = try await orphan([7, 8])
    let draft = try await store.keepDraft(orphan.photo)
    try store.folder.write("no draft", to: "drafts/beside")
    let whole = try store.folder.read(draft)
    try store.write(whole.dropLast(9), to: draft)
    expectThrows(DiaryError.draft(path: draft)) { try prune() }
    expectEqual(access(store.root + "/" + orphan.file, F_OK), 0)
    try store.write(whole, to: draft)
    try expectEqual(prune(), [.orphanKept(orphan.file, .inDraft)])
    expectEqual(access(store.root + "/" + orphan.file, F_OK), 0)
  }

  @Test func `keeps a photo that is used while the repair waits for the lock`() async throws {
    let orphan = try await orphan([8, 8])
    _ = try await store.service().add(try fields("first"))
    // Another program holds the lock and saves an entry with the photo.
    let log = try store.logPath()
    let (before, index) = (try store.folder.read(log), try store.folder.read(store.indexPath))
    let service = store.service()
    _ = try await service.add(try fields("names it", photos: [orphan.photo]))
    await service.finish()
    let after = try store.folder.read(log)
    try store.write(before, to: log)
    try store.write(index, to: store.indexPath)
    store.forgetMark()
    let lock = try HeldLock(store.root + "/.lock")
    let store = store
    let repairing = Task(executorPreference: OwnThread()) {
      try store.repair(prunes: true, later: 2 * StoreOnDisk.day)
    }
    // The photos are hashed by now. Blocks the thread, because the repair waits only briefly.
    usleep(200_000)
    try store.append(Array(after.dropFirst(before.count)), to: store.relative(log))
    lock.release()
    try await expectEqual(repairing.value, [])
    try expectEqual(store.findings(), [])
  }

  /// Trashes an entry with a photo. Returns the photo and its path.
  private func trashed(_ bytes: [UInt8]) async throws -> (photo: Photo, path: String) {
    let entry = try await store.addPhotoEntry("trashed", bytes)
    _ = try await store.service().delete(entry.id)
    return (entry.photos[0], store.service().file(of: entry.photos[0]))
  }

  @Test func `emptying the trash keeps photos of drafts and damaged lines`() async throws {
    let drafted = try await trashed([1, 1])
    let gone = try await trashed([2, 2])
    try await store.keepDraft(drafted.photo)
    try await expectEqual(store.service().emptyTrash(), 2)
    try expectEqual(store.folder.read(drafted.path), [1, 1])
    expectNotEqual(access(gone.path, F_OK), 0)
    _ = try await store.service().add(try fields("saved", photos: [drafted.photo]))
    try expectEqual(store.findings(), [])
    // A photo removed from its entry earlier is deleted with it.
    let edited = try await store.addPhotoEntry("edited", [5, 5])
    let old = store.service().file(of: edited.photos[0])
    _ = try await store.service().update(edited.id, to: try fields("edited"))
    _ = try await store.service().delete(edited.id)
    try await expectEqual(store.service().emptyTrash(), 1)
    expectNotEqual(access(old, F_OK), 0)
    // An unreadable draft keeps everything.
    do {
      let drafted = try await trashed([7, 7])
      let draft = try await store.keepDraft(drafted.photo)
      try store.write("{".utf8, to: draft)
      await expectThrows(DiaryError.draft(path: draft)) { try await store.service().emptyTrash() }
      try await expectEqual(store.service().trash().count, 1)
      unlink(draft)
      try await expectEqual(store.service().emptyTrash(), 1)
      expectNotEqual(access(drafted.path, F_OK), 0)
    }
    // A photo that a damaged line names stays.
    let kept = try await store.addPhotoEntry("damaged", [3, 3])
    try store.flip(30, of: store.logPath())
    unlink(store.indexPath)
    let shared = try await trashed([3, 3])
    try expectEqual(shared.photo.asset, kept.photos.at(0).asset)
    try await expectEqual(store.service().emptyTrash(), 1)
    try expectEqual(store.folder.read(shared.path), [3, 3])
  }
}

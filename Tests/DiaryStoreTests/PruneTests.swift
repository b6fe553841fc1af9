import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Photos that nothing refers to")
struct PruneTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  private func makeOld(_ path: String) {
    let past = timespec(tv_sec: time(nil) - 2 * 86_400, tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, path, [past, past], 0) == 0)
  }

  /// Adds a photo that no entry names, two days ago. Returns it and its path within the store.
  private func orphan(_ bytes: [UInt8]) async throws -> (photo: Photo, file: String) {
    let source = try store.folder.write(bytes, to: "orphan.jpg")
    let photo = try await store.service().addPhoto(at: source).photo
    let path = store.service().file(of: photo)
    makeOld(path)
    return (photo, String(path.dropFirst(store.root.count + 1)))
  }

  @Test func `they go only when asked for, after a day, and are told one by one`() async throws {
    let named = try await store.addPhotoEntry("named", [1, 1])
    makeOld(store.service().file(of: named.photos[0]))
    let old = try await orphan([2, 2, 2])
    let young = try await orphan([3, 3])
    #expect(utimensat(AT_FDCWD, store.root + "/" + young.file, nil, 0) == 0)
    #expect(try store.repair() == [])
    #expect(Set(try store.findings().map(\.kind)) == [.orphanAsset])
    #expect(
      Set(try store.repair(prunes: true)) == [
        .orphanRemoved(old.file, bytes: 3), .orphanKept(young.file, .young),
      ])
    #expect(try store.findings().map(\.file) == [young.file])
    #expect(try store.folder.read(store.service().file(of: named.photos[0])) == [1, 1])
  }

  @Test func `what is added again, or stands in an old state or the trash, stays`() async throws {
    let again = try await orphan([4])
    _ = try await store.service().addPhoto(at: store.folder.path("orphan.jpg"))
    #expect(try store.repair(prunes: true) == [.orphanKept(again.file, .young)])

    let entry = try await store.addPhotoEntry("old state", [5])
    makeOld(store.service().file(of: entry.photos[0]))
    var without = entry.fields
    without.photos = []
    _ = try await store.service().update(entry.id, to: without)
    let deleted = try await store.addPhotoEntry("trash", [6])
    makeOld(store.service().file(of: deleted.photos[0]))
    _ = try await store.service().delete(deleted.id)
    #expect(try store.repair(prunes: true) == [.orphanKept(again.file, .young)])
    #expect(try store.faults == [])
  }

  @Test func `a draft's photos stay`() async throws {
    let drafted = try await orphan([7, 7])
    let drafts = DraftFolder(folder: store.folder.path("drafts/some-store"))
    try await drafts.keep(
      Draft(
        id: .random(), entry: nil, base: [],
        fields: try fields("draft", photos: [drafted.photo]), dateText: ""))
    #expect(try store.repair(prunes: true) == [.orphanKept(drafted.file, .inDraft)])
    #expect(access(store.root + "/" + drafted.file, F_OK) == 0)
  }

  @Test func `one that an entry names while the repair waits for the lock stays`() async throws {
    let orphan = try await orphan([8, 8])
    _ = try await store.service().add(try fields("first"))
    // Another program that holds the lock, and saves an entry with the photo meanwhile.
    let lock = try HeldLock(store.root + "/.lock")
    let log = try store.logPath()
    let before = try store.folder.read(log)
    let copy = try StoreOnDisk()
    try copy.write(before, to: copy.root + "/" + String(log.dropFirst(store.root.count + 1)))
    try copy.folder.write(
      try store.folder.read(store.devicePath()), to: "state-laptop/device")
    for file in ["owner.json", "FORMAT.txt", orphan.file] {
      try copy.write(try store.folder.read("\(store.root)/\(file)"), to: "\(copy.root)/\(file)")
    }
    _ = try await copy.service().add(try fields("names it", photos: [orphan.photo]))
    let after = try copy.folder.read(try copy.logPath())
    let store = store
    let repairing = Task.detached { try store.repair(prunes: true) }
    // By now the repair has hashed the photos, or will find the line at once.
    try await Task.sleep(for: .milliseconds(200))
    try store.append(
      Array(after.dropFirst(before.count)), to: String(log.dropFirst(store.root.count + 1)))
    lock.release()
    #expect(try await repairing.value == [])
    #expect(try store.findings() == [])
  }
}

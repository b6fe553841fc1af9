import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("Photos of an emptied trash")
struct EmptyTrashTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  /// An entry in the trash. Returns its photo and where that is.
  private func trashed(_ bytes: [UInt8]) async throws -> (photo: Photo, path: String) {
    let entry = try await store.addPhotoEntry("trashed", bytes)
    _ = try await store.service().delete(entry.id)
    return (entry.photos[0], store.service().file(of: entry.photos[0]))
  }

  @Test func `what a draft has as well stays, to be saved`() async throws {
    let drafted = try await trashed([1, 1])
    let gone = try await trashed([2, 2])
    try await store.keepDraft(drafted.photo)
    try await expectEqual(store.service().emptyTrash(), 2)
    try expectEqual(store.folder.read(drafted.path), [1, 1])
    expectNotEqual(access(gone.path, F_OK), 0)
    _ = try await store.service().add(try fields("saved", photos: [drafted.photo]))
    try expectEqual(store.findings(), [])
  }

  @Test func `a draft that can't be read keeps everything`() async throws {
    let drafted = try await trashed([1, 1])
    let draft = try await store.keepDraft(drafted.photo)
    try store.write("{".utf8, to: draft)
    await expectThrows(DiaryError.draft(path: draft)) {
      try await store.service().emptyTrash()
    }
    try await expectEqual(store.service().trash().count, 1)
    unlink(draft)
    try await expectEqual(store.service().emptyTrash(), 1)
    expectNotEqual(access(drafted.path, F_OK), 0)
  }

  @Test func `what a damaged line names as well stays`() async throws {
    let kept = try await store.addPhotoEntry("damaged", [3, 3])
    let log = try store.logPath()
    var bytes = try store.folder.read(log)
    bytes[30] ^= 1
    try store.write(bytes, to: log)
    unlink(store.indexPath)
    let shared = try await trashed([3, 3])
    try expectEqual(shared.photo.asset, kept.photos.at(0).asset)
    try await expectEqual(store.service().emptyTrash(), 1)
    try expectEqual(store.folder.read(shared.path), [3, 3])
  }
}

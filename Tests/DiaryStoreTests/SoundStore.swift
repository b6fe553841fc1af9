import DiaryCore
import DiaryStore
import TestSupport
import Testing

/// A sound store with two entries, a photo, and a change.
func soundStore() async throws -> (store: StoreOnDisk, photo: String) {
  let store = try StoreOnDisk()
  let entry = try await store.addPhotoEntry("with a photo", Array(0..<200))
  let other = try await store.service().add(try fields("other", content: "text"))
  _ = try await store.service().update(other.id, to: try fields("other", content: "changed"))
  try expectEqual(store.findings(), [])
  let photo = try require(entry.photos.first)
  return (store, store.service().file(of: photo))
}

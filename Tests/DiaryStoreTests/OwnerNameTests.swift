import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("The author's name before the first entry")
struct OwnerNameTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  /// A program whose settings say that name.
  private func service(_ name: String) -> DiaryService {
    let repository = DiskRepository(
      root: store.root, devicePath: store.devicePath(), defaultAuthorName: { name },
      now: store.clock.tick)
    return DiaryService(
      repository: repository, inspector: AnyFileInspector(), now: store.clock.tick)
  }

  /// What a first save leaves that was cut short.
  private func cutShort() async throws -> AuthorID {
    let id = try await service("First").identity().id
    try expectEqual(store.files(in: store.root + "/log"), [])
    return id
  }

  @Test func `it follows the settings until an entry is saved`() async throws {
    let id = try await cutShort()
    let second = service("Second")
    try await expectEqual(second.knownIdentity()?.name, "Second")
    await expectEqual(second.status().author?.name, "Second")
    // Nothing is written by looking.
    try expectContains(store.folder.text("store/owner.json"), "First")
    let third = service("Third")
    try await expectEqual(third.add(try fields("first entry")).author, id)
    try expectContains(store.folder.text("store/owner.json"), "Third")
    try await expectEqual(service("Fourth").identity(), Author(id: id, name: "Third"))
  }

  @Test func `one that was chosen stays`() async throws {
    let id = try await cutShort()
    _ = try await service("Second").rename(author: "Chosen")
    try await expectEqual(service("Third").identity(), Author(id: id, name: "Chosen"))
    _ = try await service("Third").add(try fields("first entry"))
    try await expectEqual(service("Third").identity(), Author(id: id, name: "Chosen"))
  }
}

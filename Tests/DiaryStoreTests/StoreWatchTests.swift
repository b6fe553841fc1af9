import DiaryCore
import DiaryStore
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@Suite("The watch of a store")
final class StoreWatchTests: Sendable {
  private let ticks = Mutex(0)

  private var count: Int { ticks.withLock { $0 } }

  @Test func `it goes on in a copy that takes the place of the store`() async throws {
    let store = try StoreOnDisk()
    _ = try await store.service().add(try fields("one"))
    let stream = StoreWatch.ticks(of: StoreLayout(root: store.root))
    let watching = Task {
      for await _ in stream { ticks.withLock { $0 += 1 } }
    }
    defer { watching.cancel() }
    for old in ["old", "older"].map(store.folder.path) {
      expectEqual(rename(store.root, old), 0)
      try expectEqual(ProgramResult.run("/bin/cp", ["-a", old, store.root]).status, 0)
      // What was done up to here has been told.
      try await Task.sleep(for: .milliseconds(Facility.inotify.isAvailable ? 300 : 1500))
      let known = count
      _ = try await store.service().add(try fields("two"))
      await expect(eventually { count > known })
    }
  }
}

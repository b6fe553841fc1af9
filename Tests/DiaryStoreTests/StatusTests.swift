import DiaryCore
import DiaryStore
import Dispatch
import Glibc
import TestSupport
import Testing

@Suite("The state of a diary")
struct StatusTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  private func status() async -> DiaryStatus { await store.service().status() }

  @Test func `missing, then empty, then available, with what is known`() async throws {
    var status = await status()
    expectEqual(status.state, .missing)
    expectEqual(status.problem, .store(path: store.root, .missing))
    expectNil(status.entries)
    expectNil(status.author)
    expectNil(status.device)
    expectNotEqual(access(store.root, F_OK), 0)
    expectNotEqual(access(store.devicePath(), F_OK), 0)

    let owner = try await store.service().identity()
    status = await self.status()
    expectEqual(status.state, .empty)
    expectNil(status.problem)
    expectEqual(status.author, owner)
    expectEqual(status.entries, 0)
    expectNil(status.saved)

    let entry = try await store.addPhotoEntry("one", [1, 2, 3])
    _ = try await store.service().add(try fields("two"))
    _ = try await store.service().delete(entry.id)
    status = await self.status()
    expectEqual(status.state, .available)
    expectNil(status.problem)
    expectEqual(status.entries, 1)
    expectEqual(status.trashed, 1)
    expectEqual(status.assets, 1)
    expectEqual(status.format, 2)
    expectEqual(status.path, store.root)
    expect(status.device != nil)
    let trash = try await store.service().trash()
    try expectAtLeast(require(status.saved), trash.at(0).modified)
    let sizes = try store.tree().map { path -> Int in
      var found = stat()
      return lstat(store.root + "/" + path, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
        ? Int(found.st_size) : 0
    }
    expectEqual(status.size, sizes.reduce(0, +))
  }

  @Test func `a file in its place, and a newer format`() async throws {
    try store.folder.write("text", to: "store")
    await expectEqual(status().problem, .store(path: store.root, .notAFolder))
    await expectEqual(status().state, .missing)
    unlink(store.root)
    try store.write("PhotoDiary store, format 7\n".utf8, to: store.root + "/FORMAT.txt")
    let status = await status()
    expectEqual(status.state, .newerFormat)
    expectEqual(status.format, 7)
    expectEqual(status.problem, .store(path: store.root, .newerFormat(7)))
  }

  @Test func `locked while another program writes, and no longer`() async throws {
    _ = try await store.service().add(try fields("one"))
    let lock = try HeldLock(store.root + "/.lock")
    let status = await status()
    expectEqual(status.state, .locked)
    expectEqual(status.entries, 1)
    expectEqual(status.problem, .store(path: store.root, .locked))
    lock.release()
    await expectEqual(self.status().state, .available)
  }

  @Test func `damaged when nobody owns it or nothing of it can be read`() async throws {
    _ = try await store.service().add(try fields("one"))
    // The logs say whose it is, too.
    unlink(store.root + "/owner.json")
    await expectEqual(status().state, .available)
    _ = try await store.service().add(try fields("two"))
    try store.becomeOld()
    let owner = try store.folder.read(store.root + "/owner.json")
    try store.write("{}".utf8, to: store.root + "/owner.json")
    await expectEqual(status().state, .damaged)
    unlink(store.root + "/owner.json")
    let status = await status()
    expectEqual(status.state, .damaged)
    expectEqual(status.entries, 2)
    try store.write(owner, to: store.root + "/owner.json")
    await expectEqual(self.status().state, .available)

    let log = try store.logPath()
    var bytes = try store.folder.read(log)
    for line in 0..<2 { bytes[try store.start(ofLine: line) + 40] ^= 1 }
    try store.write(bytes, to: log)
    unlink(store.indexPath)
    await expectEqual(self.status().state, .damaged)
    // What was never written whole is no damage.
    try store.write(bytes.prefix(50), to: log)
    unlink(store.indexPath)
    await expectEqual(self.status().state, .empty)
  }

  @Test func `the files are counted while the diary is busy`() async throws {
    try store.folder.write([1], to: "store/assets/00/x")
    let (busy, isBusy) = AsyncStream.makeStream(of: Void.self)
    let mayGoOn = DispatchSemaphore(value: 0)
    let repository = DiskRepository(
      root: store.root, devicePath: store.devicePath(),
      defaultAuthorName: {
        isBusy.yield()
        mayGoOn.wait()
        return "Author"
      }, now: store.clock.tick)
    let saving = Task(executorPreference: OwnThread()) { try await repository.owner() }
    for await _ in busy { break }

    let looks = inotify_init1(Int32(IN_NONBLOCK))
    defer { close(looks) }
    expectAtLeast(inotify_add_watch(looks, store.root + "/assets/00", UInt32(IN_OPEN)), 0)
    let status = Task { await repository.status() }
    var event = [UInt8](repeating: 0, count: 4096)
    // A look at the descriptor that blocked would take the thread that counts.
    await expect(eventually { read(looks, &event, event.count) > 0 })
    mayGoOn.signal()
    try await expectEqual(saving.value.name, "Author")
    _ = await status.value
  }

  @Test func `reading goes on while a save waits for the lock`() async throws {
    let service = store.service()
    _ = try await service.add(try fields("one"))
    let lock = try HeldLock(store.root + "/.lock")
    // A look that had to wait would come after the save has given up.
    async let saved = service.add(try fields("two"))
    for _ in 0..<20 {
      try await expectEqual(service.entries().map(\.title), ["one"])
      // Spreads the looks over the time in which the save waits, which nothing tells of. Where they
      // come before it they show less, and fail for nothing.
      try await Task.sleep(for: .milliseconds(10))
    }
    lock.release()
    _ = try await saved
    expectEqual(Set(try await service.entries().map(\.title)), ["one", "two"])
  }
}

import Crypto
import DiaryCore
import Dispatch
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Diary status") struct StatusTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  private func status() async -> DiaryStatus { await store.service().status() }

  @Test func `reports missing, empty and available diaries`() async throws {
    var status = await status()
    expectEqual(status.state, .missing)
    expectEqual(status.problem, .store(path: store.root, .missing))
    expectNil(status.entries)
    expectNil(status.author)
    expectNil(status.device)
    expectNotEqual(access(store.root, F_OK), 0)
    expectNotEqual(access(store.devicePath(), F_OK), 0)

    let owner = try await store.service().author()
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
    let files = try store.tree().filter { !store.isFolder($0) }
    try expectEqual(
      status.size, files.map { try store.folder.read("store/" + $0).count }.reduce(0, +))
  }

  @Test func `is locked only while another program writes`() async throws {
    _ = try await store.service().add(try fields("one"))
    let lock = try HeldLock(store.root + "/.lock")
    let status = await status()
    expectEqual(status.state, .locked)
    expectEqual(status.entries, 1)
    expectEqual(status.problem, .store(path: store.root, .locked))
    lock.release()
    await expectEqual(self.status().state, .available)
  }

  @Test func `is damaged without an owner, or if nothing is readable`() async throws {
    _ = try await store.service().add(try fields("one"))
    // The logs also name the owner.
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
    // An incomplete first write isn't damage.
    try store.write(bytes.prefix(50), to: log)
    unlink(store.indexPath)
    await expectEqual(self.status().state, .empty)
  }

  @Test func `is empty after all entries of version 0.1.0 were permanently removed`() async throws {
    let entry = try await store.service().add(try fields("one"))
    try store.becomeOld()
    let service = store.service()
    _ = try await service.delete(entry.id)
    try await expectEqual(service.emptyTrash(), 1)
    let status = await status()
    expectEqual(status.state, .empty)
    expectNil(status.problem)
  }

  @Test func `counts files while the diary is busy`() async throws {
    try store.folder.write([1], to: "store/assets/00/x")
    let (busy, isBusy) = AsyncStream.makeStream(of: Void.self)
    let mayContinue = DispatchSemaphore(value: 0)
    let repository = DiskRepository(
      root: store.root, devicePath: store.devicePath(),
      defaultAuthorName: {
        isBusy.yield()
        mayContinue.wait()
        return "Author"
      }, now: store.clock.tick)
    let saving = Task(executorPreference: OwnThread()) { try await repository.author() }
    for await _ in busy { break }

    let looks = inotify_init1(Int32(IN_NONBLOCK))
    defer { close(looks) }
    expectAtLeast(inotify_add_watch(looks, store.root + "/assets/00", UInt32(IN_OPEN)), 0)
    let status = Task { await repository.status() }
    var event = [UInt8](repeating: 0, count: 4096)
    // A blocking read would occupy the thread that counts.
    await expect(eventually { read(looks, &event, event.count) > 0 })
    mayContinue.signal()
    try await expectEqual(saving.value.name, "Author")
    _ = await status.value
  }

  @Test func `reading continues while a save waits for the lock`() async throws {
    let service = store.service()
    _ = try await service.add(try fields("one"))
    let lock = try HeldLock(store.root + "/.lock")
    // A read that waited would finish after the save gives up.
    async let saved = service.add(try fields("two"))
    for _ in 0..<20 {
      try await expectEqual(service.entries().map(\.title), ["one"])
      // Spreads the reads over the save's wait.
      try await Task.sleep(for: .milliseconds(10))
    }
    lock.release()
    _ = try await saved
    expectEqual(Set(try await service.entries().map(\.title)), ["one", "two"])
  }
}

@Suite("Files of a store") struct StoreFormatTests {
  @Test func `reading creates nothing, and rejects a file and a newer format`() async throws {
    let store = try StoreOnDisk()
    func expectRefused(_ failure: StoreError, _ state: DiaryState) async throws {
      let expected = DiaryError.store(path: store.root, failure)
      await expectThrows(expected) { try await store.service().entries() }
      await expectThrows(expected) { try await store.service().add(try fields("new")) }
      expectThrows(expected) { try store.findings() }
      let status = await store.service().status()
      expectEqual(status.problem, expected)
      expectEqual(status.state, state)
    }
    try await expect(store.service().entries().isEmpty)
    try await expect(store.service().trash().isEmpty)
    expectThrows(DiaryError.store(path: store.root, .missing)) { try store.findings() }
    expectThrows(DiaryError.store(path: store.root, .missing)) { try store.repair() }
    expectNotEqual(access(store.root, F_OK), 0)
    try store.write("text".utf8, to: store.root)
    try await expectRefused(.notAFolder, .missing)
    try expectEqual(store.folder.text("store"), "text")
    unlink(store.root)
    _ = try await store.service().add(try fields("old"))
    try store.write("PhotoDiary store, format 4\n".utf8, to: store.root + "/FORMAT.txt")
    let before = try store.tree()
    try await expectRefused(.newerFormat(4), .newerFormat)
    await expectThrows(DiaryError.store(path: store.root, .newerFormat(4))) {
      try await store.service().emptyTrash()
    }
    await expectEqual(store.service().status().format, 4)
    try expectEqual(store.tree(), before)
  }

  @Test func `writes files as documented in FORMAT.txt`() async throws {
    let store = try StoreOnDisk()
    let entry = try await store.addPhotoEntry("first", [1, 2, 3])
    let photo = try require(entry.photos.first)
    let device = try store.folder.text("state-laptop/device").prefix { $0 != "\n" }
    expectEqual(device.utf8.count, 32)
    let two = photo.asset.description.prefix(2)
    try expectEqual(
      store.tree(),
      [
        ".lock", "FORMAT.txt", "assets", "assets/\(two)", "assets/\(two)/\(photo.asset).jpg",
        "index.json", "log", "log/\(device)", "log/\(device)/2026-11.jsonl", "owner.json",
      ])
    expectEqual(store.mode(of: store.root), 0o700)
    for file in try store.tree() {
      let mode: mode_t = store.isFolder(file) ? 0o700 : 0o600
      expectEqual(store.mode(of: store.root + "/" + file), mode, "\(file)")
    }
    let format = try store.folder.text("store/FORMAT.txt")
    expectPrefix(format, "PhotoDiary store, format 2\n")
    for name in ["log/", "assets/", "index.json", "owner.json", ".lock"] {
      expectContains(format, name)
    }
    // A device has one id in every store.
    _ = try await store.service(on: "desktop").add(try fields("desktop"))
    let devices = try store.files(in: store.root + "/log")
    expectEqual(devices.count, 2)
    expectContains(devices, String(device))
    _ = try await store.service(of: "other").add(try fields("other"))
    try expectEqual(store.files(in: store.folder.path("other/log")), [String(device)])
    try await expectEqual(store.service(on: "third").entries().count, 2)
    // A line's checksum can be recomputed as documented.
    let other = try await store.service().add(try fields("제목 \"quoted\"", content: "a\u{1b}b\n"))
    let line = try require(try store.lines().last)
    let start = try require(line.firstRange(of: Array(",\"sum\":".utf8))).lowerBound
    func digits(_ bytes: ArraySlice<UInt8>) -> String {
      hexadecimal(SHA256.hash(data: Array(bytes)))
    }
    let sum = digits(line[..<start]).prefix(32)
    let json = try JSONParser.parse(Array(line))
    expectEqual(json["sum"]?.string, String(sum))
    expectEqual(other.heads.map(\.description), [String(sum)])
    expectEqual(json["parents"]?.array, [])
    let body = try require(line.firstRange(of: Array("\"body\":".utf8))).upperBound
    expectEqual(json["hash"]?.string, digits(line[body..<line.count - 1]))
    expectEqual(json["body"]?["title"]?.string, "제목 \"quoted\"")
  }
}

@Suite("Store lock") struct FileLockTests {
  @Test func `waits while others take turns, and records its time`() throws {
    let first = FileTime(seconds: 1, nanoseconds: 0)
    let second = FileTime(seconds: 1, nanoseconds: 1)
    var patience = LockPatience()
    let inTurn = (0..<10).map { turn in
      patience.isLeft(after: LockPatience.limit, taken: turn.isMultiple(of: 2) ? first : second)
    }
    expectEqual(inTurn, Array(repeating: true, count: 10))
    let kept = patience.isLeft(after: 1, taken: second)
    expect(!kept)
    // Each owner updates the lock file's time.
    let store = try StoreOnDisk()
    try FileSystem.makeFolders(store.root)
    let path = store.root + "/.lock"
    let file = try OpenFile(path, [.readWrite, .create])
    file.descriptor.setModified(seconds: 1)
    _ = try FileLock(path)
    try expectGreater(file.status().modified.seconds, 1)
  }
}

@Suite("Watching a store") final class StoreWatchTests: Sendable {
  private let ticks = Mutex(0)

  private var count: Int { ticks.withLock { $0 } }

  @Test func `continues when a copy replaces the store`() async throws {
    let store = try StoreOnDisk()
    _ = try await store.service().add(try fields("one"))
    let stream = StoreWatcher.events(of: StoreLayout(root: store.root))
    let watching = Task { for await _ in stream { ticks.withLock { $0 += 1 } } }
    defer { watching.cancel() }
    for old in ["old", "older"].map(store.folder.path) {
      expectEqual(rename(store.root, old), 0)
      try expectEqual(ProgramResult.run("/bin/cp", ["-a", old, store.root]).status, 0)
      // Earlier changes have been reported by now.
      try await Task.sleep(for: .milliseconds(Facility.inotify.isAvailable ? 300 : 1500))
      let known = count
      _ = try await store.service().add(try fields("two"))
      await expect(eventually { count > known })
    }
  }

  @Test func `continues when the store's disk is attached`() async throws {
    let store = try StoreOnDisk()
    _ = try await store.service().add(try fields("one"))
    let (root, new) = (store.folder.path("disk"), store.folder.path("new"))
    try FileSystem.makeFolder(store.folder.path("empty"))
    try FileSystem.symbolicLink(to: store.folder.path("empty"), at: root)
    let stream = StoreWatcher.events(of: StoreLayout(root: root))
    let watching = Task { for await _ in stream { ticks.withLock { $0 += 1 } } }
    defer { watching.cancel() }
    // Like a mount, this changes no watched folder.
    try FileSystem.symbolicLink(to: store.root, at: new)
    try FileSystem.rename(new, to: root)
    await expect(eventually { count > 0 })
    let known = count
    _ = try await store.service().add(try fields("two"))
    await expect(eventually { count > known })
  }
}

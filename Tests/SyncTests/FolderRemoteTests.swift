import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Sync

/// Folders that others write to as well.
@Suite struct FolderRemoteTests {
  private let folder: TemporaryFolder
  private let remote: FolderRemote

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("words", to: "diary/FORMAT.txt")
    remote = FolderRemote(folder.path("diary"))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("diary/\(name)"), withDestinationPath: target)
  }

  @Test func `counts hostile names, and follows no symlinks`() async throws {
    try folder.write("secret", to: "outside/1.age")
    try folder.write("", to: "diary/keys/2.age")
    try link("log", to: folder.path("outside"))
    try link("keys/1.age", to: folder.path("outside/1.age"))
    try folder.write("", to: "diary/a\u{1B}[2J")
    try folder.write("", to: "diary/a b.age")
    try folder.write("", to: "diary/--help/-x")
    mkfifo(folder.path("diary/pipe"), 0o600)
    for name in [".stfolder/x", ".syncthing.1.age.tmp", "~syncthing~1.tmp", ".tmp-1", ".DS_Store"] {
      try folder.write("", to: "diary/\(name)")
    }
    let listing = try await remote.list()
    expectEqual(Set(listing.files.keys.map(\.path)), ["FORMAT.txt", "keys/2.age"])
    expectEqual(listing.ignored, 6)

    let wanted = [try name("log/1.age"): 6, try name("keys/1.age"): 6, try name("pipe"): 0]
    try await expectEqual(remote.get(wanted, into: folder.path("got")), FetchedFiles())
    try await remote.remove([try name("log/1.age")])
    let blocked = try await fault { try await remote.put([outgoing("log/2.age", "x")]) }
    expectEqual(blocked, .blocked(name: "log"))
    try expectEqual(
      FileManager.default.contentsOfDirectory(atPath: folder.path("outside")), ["1.age"])
    // A symlink is replaced, not followed.
    try await remote.put([outgoing("keys/1.age", "mine")])
    try expectEqual(folder.text("diary/keys/1.age"), "mine")
    try expectEqual(folder.text("outside/1.age"), "secret")
  }

  /// A socket can't be read by anyone.
  @Test func `names a file that can't be read, and gets the others`() async throws {
    let names = try (1...3).map { try name("log/a/\($0).age") }
    for name in names { try folder.write("text", to: "diary/\(name)") }
    let listed = try await remote.list().files
    try FileManager.default.removeItem(atPath: folder.path("diary/\(names[1])"))
    expectEqual(mknod(folder.path("diary/\(names[1])"), S_IFSOCK | 0o600, 0), 0)
    let fetched = try await remote.get(listed, into: folder.path("got"))
    expectEqual(fetched.arrived.map(\.path).sorted(), ["FORMAT.txt", names[0].path, names[2].path])
    expectEqual(Array(fetched.unreadable.keys), [names[1]])
  }

  @Test func `names a folder in the place of a file`() async throws {
    try folder.write("", to: "diary/assets/aa/1.age/x")
    let blocked = try await fault { try await remote.put([outgoing("assets/aa/1.age", "x")]) }
    expectEqual(blocked, .occupied(name: "assets/aa/1.age"))
    try expectEqual(
      FileManager.default.contentsOfDirectory(atPath: folder.path("diary/assets/aa")), ["1.age"])
    // Files of other kinds are replaced.
    mkfifo(folder.path("diary/assets/aa/2.age"), 0o600)
    mknod(folder.path("diary/assets/aa/3.age"), S_IFSOCK | 0o600, 0)
    for number in 2...3 {
      try await remote.put([outgoing("assets/aa/\(number).age", "photo")])
      try expectEqual(folder.text("diary/assets/aa/\(number).age"), "photo")
    }
  }

  @Test func `lists conflict copies with the others`() async throws {
    let copy = "log/a/1-2.jsonl.sync-conflict-20260102-030405-ABCDEFG.age"
    try folder.write("other", to: "diary/\(copy)")
    try folder.write("one", to: "diary/log/a/1-2.jsonl (미나의 conflicted copy 2026-01-02).age")
    let listing = try await remote.list()
    expectEqual(listing.ignored, 0)
    expectEqual(listing.files.count, 3)
    let copies = listing.files.keys.filter { $0.original != nil }
    try expectEqual(
      copies.map(\.original), [name("log/a/1-2.jsonl.age"), name("log/a/1-2.jsonl.age")])
    let fetched = try await remote.get(listing.files, into: folder.path("got"))
    expectEqual(fetched.arrived.count, 3)
    try expectEqual(folder.text("got/\(copy)"), "other")
    try await remote.remove(Array(copies))
    try await expectEqual(remote.list().files.count, 1)
  }

  @Test func `returns the rest of a partly deleted folder`() async throws {
    try await remote.put([outgoing("log/a/1.age", "one"), outgoing("log/b/1.age", "two")])
    let known = try await remote.list()
    try FileManager.default.removeItem(atPath: folder.path("diary/log/a"))
    let fetched = try await remote.get(known.files, into: folder.path("got"))
    expectEqual(fetched.arrived.map(\.path).sorted(), ["FORMAT.txt", "log/b/1.age"])
    try FileManager.default.removeItem(atPath: folder.path("diary"))
    try await expectFault("missing") { try await remote.list() }
    // The folder isn't recreated, because it may be a mount point.
    try await expectFault("missing") { try await remote.put([outgoing("a/b.age", "x")]) }
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func `reports a read-only folder`() async throws {
    chmod(folder.path("diary"), 0o555)
    defer { chmod(folder.path("diary"), 0o755) }
    try await expectFault("noPermission") { try await remote.put([outgoing("a.age", "x")]) }
  }

  @Test(.enabled(if: getuid() == 0, "only root mounts"))
  func `reports a full disk, and leaves no partial file`() async throws {
    let disk = folder.path("disk")
    mkdir(disk, 0o755)
    try require(mount("none", disk, "tmpfs", 0, "size=256k") == 0)
    defer { umount(disk) }
    let full = FolderRemote(disk)
    try await full.put([outgoing("log/a/1.age", "one")])
    let large = OutgoingFile(
      try name("assets/aa/aa.age"), .bytes(Array(repeating: 7, count: 1 << 20)))
    try await expectFault("diskFull") { try await full.put([large]) }
    try await expectEqual(full.list().files.count, 1)
    try expect(FileManager.default.contentsOfDirectory(atPath: disk + "/assets/aa").isEmpty)
    try require(mount("none", disk, "tmpfs", UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil) == 0)
    try await expectFault("readOnly") { try await full.put([outgoing("a.age", "x")]) }
  }

  @Test func `doesn't send a photo truncated during the transfer`() async throws {
    let path = try folder.write([UInt8](repeating: 1, count: 100), to: "photo")
    let file = OutgoingFile(try name("assets/aa/aa.age"), .file(path: path))
    var bytes = try OutgoingBytes(file)
    truncate(path, 10)
    expectThrows(RemoteFault.self) { while try bytes.next() != nil {} }
    let gone = OutgoingFile(try name("assets/ab/ab.age"), .file(path: folder.path("none")))
    try await expectFault("local") { try await remote.put([gone]) }
    try await expectEqual(remote.list().files.count, 1)
  }

  @Test func `notifies a waiting task of new files`() async throws {
    try await remote.put([outgoing("log/a/1.age", "one")])
    let waiting = Task { await remote.wait(seconds: Int(Patience.limit.components.seconds)) }
    let isNotified = Mutex(false)
    let watcher = Task {
      let answer = await waiting.value
      isNotified.withLock { $0 = true }
      return answer
    }
    var number = 1
    // The start of the watch isn't observable, so files are added until it reports one.
    let isDone = try await eventually {
      number += 1
      try await remote.put([outgoing("log/a/\(number).age", "more")])
      return isNotified.withLock { $0 }
    }
    expect(isDone)
    await expectEqual(watcher.value, true)
    await expectEqual(remote.wait(seconds: 0), false)
    let cancelled = Task { await remote.wait(seconds: 100_000) }
    cancelled.cancel()
    await expectEqual(cancelled.value, false)
    await expectNil(FolderRemote(folder.path("none")).wait(seconds: 100_000))
  }
}

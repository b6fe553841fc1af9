import DiaryCore
import DiaryStore
import Glibc
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

/// Photos that are only on a remote.
@Suite(.cheapWords) struct PhotosElsewhereTests {
  private let host = MemoryHost()
  private let clock = SyncClock()
  private let one: SyncMachine
  private let words: String

  init() async throws {
    one = try SyncMachine(host, clock)
    try await one.write("first")
    words = try require(try await one.add())
  }

  private func photo(_ size: Int, _ byte: UInt8) async throws -> AssetFile {
    let bytes = [UInt8](repeating: byte, count: size)
    return try await one.write("photo \(byte)", photo: bytes).photos.at(0).file
  }

  private func other() async throws -> SyncMachine {
    try await SyncMachine(host, clock, cloning: words, photos: .none)
  }

  private func bytes(of file: AssetFile, on machine: SyncMachine) throws -> [UInt8] {
    try TemporaryFolder.bytes(of: machine.service.path(of: file))
  }

  @Test func `sends a photo later that can't be read once`() async throws {
    let file = try await photo(100_000, 1)
    var limited = one
    limited.faults.fileLimit = 50_000
    try await expectEqual(limited.sync().pendingUploads, 1)
    let path = one.service.path(of: file)
    try FileSystem.rename(path, to: one.folder.path("moved"))
    try FileSystem.symbolicLink(to: path, at: path)
    try await expectEqual(one.sync().pendingUploads, 1)
    try FileSystem.rename(one.folder.path("moved"), to: path)
    try await expectEqual(one.sync().sentFiles, 1)
    let clone = try await SyncMachine(host, clock, cloning: words)
    try expectEqual(bytes(of: file, on: clone), [UInt8](repeating: 1, count: 100_000))
  }

  @Test(arguments: [false, true])
  func `sends and receives other photos if one can't be read`(isPlain: Bool) async throws {
    let host = MemoryHost()
    var machine = try SyncMachine(host, clock)
    try await machine.write("first")
    let words = try await machine.add(isPlain: isPlain)
    let other = try await SyncMachine(host, clock, cloning: words)
    let theirs = try await other.write("theirs", photo: [1]).photos.at(0).file
    try await other.sync()
    let damaged = try await machine.write("damaged", photo: Array(0..<200)).photos.at(0).file
    try await machine.write("sound", photo: [2])
    if isPlain {
      machine.faults.unreadableFile = machine.service.path(of: damaged)
    } else {
      machine.passphrase = Passphrase("a passphrase".utf8)
      try await machine.encrypt()
      let path = machine.service.path(of: damaged)
      var bytes = try machine.folder.read(path)
      bytes[bytes.count - 20] ^= 1
      try machine.folder.write(bytes, to: String(path.dropFirst(machine.folder.path.count + 1)))
    }
    for sentFiles in [1, 0] {
      let result = try await machine.sync()
      expectEqual(result.sentFiles, sentFiles)
      expectEqual(result.pendingUploads, 1)
      expectEqual(result.issues.count, 1)
      let path = machine.service.path(of: damaged)
      try expectPrefix(result.issues.at(0), "\(path) couldn't be sent: ")
      expectEqual(result.failedFiles, 1)
    }
    expect(machine.repository.hasAsset(theirs))
  }

  @Test func `receives other photos if one can't be read on the remote`() async throws {
    var other = try await SyncMachine(host, clock, cloning: words)
    for byte in 1...3 { _ = try await photo(3000, UInt8(byte)) }
    try await one.sync()
    let name = try require(host.files.keys.filter { $0.path.hasPrefix("assets/") }.min())
    other.faults.unreadableNames = [name]
    for receivedFiles in [2, 0] {
      let result = try await other.sync()
      expectEqual(result.receivedFiles, receivedFiles)
      expectEqual(result.issues.count, 1)
      try expectPrefix(result.issues.at(0), "\(name) can't be read there: ")
      expectEqual(result.failedFiles, 1)
      expectEqual(result.missingFiles, 0)
    }
    other.faults.unreadableNames = []
    try await expectEqual(other.sync().receivedFiles, 1)
  }

  @Test func `receives other lines if a segment can't be read on the remote`() async throws {
    var other = try await SyncMachine(host, clock, cloning: words)
    let known = Set(host.files.keys)
    try await one.write("second")
    try await one.sync()
    try await other.write("theirs")
    let new = Set(host.files.keys).subtracting(known).filter { $0.path.hasPrefix("log/") }
    let name = try require(new.min())
    other.faults.unreadableNames = [name]
    let result = try require(await other.engine.sync(nil, isDryRun: false) { _ in }.first)
    expectContains(result.error ?? "", "on home couldn't be received")
    expectContains(result.issues.joined(), "\(name) can't be read there: ")
    try await one.sync()
    try await expectEqual(one.titles(), ["first", "second", "theirs"])
  }

  @Test func `sends other photos if a folder is in the place of one`() async throws {
    let folder = try TemporaryFolder()
    let place = folder.path("remote")
    var machine = try SyncMachine(host, clock)
    machine.connect = { _, _ in FolderRemote(place) }
    let file = try await machine.write("first", photo: [1]).photos.at(0).file
    try await machine.add(isPlain: true)
    let path = try require(
      FileSystem.files(below: place).first { $0.contains(file.asset.description) })
    try FileSystem.remove(Path.join(place, path))
    try FileSystem.makeFolder(Path.join(place, path))
    try await machine.write("second", photo: [2])
    for sentFiles in [1, 0] {
      let result = try await machine.sync()
      expectEqual(result.sentFiles, sentFiles)
      expectContains(
        result.issues, "A folder is in the place of \(path) there. Remove it, then sync again.")
      expectEqual(result.failedFiles, 1)
    }
    _ = try ProgramResult.run("/bin/rmdir", [Path.join(place, path)])
    let result = try await machine.sync()
    expectEqual(result.sentFiles, 1)
    expectEqual(result.failedFiles, 0)
  }

  @Test func `a killed sync remembers the lines that it received and their photos`() async throws {
    let other = try await SyncMachine(host, clock, cloning: words)
    try await other.sync()
    let file = try await photo(3000, 1)
    try await one.sync()
    let (memory, kept) = (other.state + "/sync", other.folder.path("kept"))
    _ = await other.engine.sync(nil, isDryRun: false) { _ in
      // The first call follows the lines.
      guard !FileSystem.exists(kept) else { return }
      _ = try? ProgramResult.run("/bin/cp", ["-r", memory, kept])
    }
    _ = try ProgramResult.run("/bin/rm", ["-r", memory])
    _ = try ProgramResult.run("/bin/mv", [kept, memory])
    try FileSystem.remove(other.service.path(of: file))

    expectEqual(other.engine.remoteOnly, [file])
    await expectEqual(other.engine.state().remotes.map(\.pendingUploads), [0])
    let dryRun = await other.engine.sync(nil, isDryRun: true) { _ in }.first
    expectEqual(dryRun?.sentLines, 0)
    expectEqual(dryRun?.receivedFiles, 1)
    try await expectEqual(other.sync().receivedFiles, 1)
    try expectEqual(bytes(of: file, on: other), [UInt8](repeating: 1, count: 3000))
  }

  @Test func `receives photos from a read-only remote`() async throws {
    var other = try await SyncMachine(host, clock, cloning: words)
    try await other.sync()
    let file = try await photo(3000, 1)
    try await one.sync()
    try await other.write("to send")
    other.faults.isReadOnly = true
    let result = try require(await other.engine.sync(nil, isDryRun: false) { _ in }.first)
    try expectContains(require(result.error), "is read-only")
    expectEqual(result.receivedFiles, 1)
    try expectEqual(bytes(of: file, on: other), [UInt8](repeating: 1, count: 3000))
    try await expectEqual(other.titles(), ["first", "photo 1", "to send"])
  }

  @Test(arguments: [false, true])
  func `reports a clone that received everything from a read-only remote`(
    isMissingPhoto: Bool
  ) async throws {
    _ = try await photo(3000, 1)
    try await one.sync()
    if isMissingPhoto { host.files = host.files.filter { !$0.key.isAsset } }
    var other = try SyncMachine(host, clock)
    other.faults.isReadOnly = true
    let remote = NewRemote(
      name: "home", address: "/memory", isPlain: false, recoveryWords: words)
    let result = try await other.engine.clone(remote) { _ in }
    try expectContains(require(result.error), "is read-only")
    expectEqual(result.isOnlySendingRefused, !isMissingPhoto)
    try await expectEqual(other.titles(), ["first", "photo 1"])
  }

  @Test func `receives a photo lost on this machine again`() async throws {
    let file = try await photo(3000, 1)
    try await one.sync()
    let path = one.service.path(of: file)
    expectEqual(unlink(path), 0)
    try await expectEqual(one.sync().receivedFiles, 1)
    try expectEqual(bytes(of: file, on: one), [UInt8](repeating: 1, count: 3000))
  }

  @Test func `reports a partial photo on the remote only if it stays partial`() async throws {
    let other = try await SyncMachine(host, clock, cloning: words)
    _ = try await photo(3000, 1)
    try await one.sync()
    let name = try require(host.files.keys.first { $0.path.hasPrefix("assets/") })
    let whole = try require(host.files[name])
    host.files[name] = Array(whole.prefix(900))
    let half = try await other.sync()
    expectEqual(half.issues, [])
    expectEqual(half.pendingDownloads, 1)
    expectEqual(half.missingFiles, 0)
    host.files[name] = Array(whole.prefix(1800))
    let more = try await other.sync()
    expectEqual(more.issues, [])
    expectEqual(more.missingFiles, 1)
    try await expectContains(other.sync().issues.joined(), "is damaged")
    host.files[name] = whole
    let last = try await other.sync()
    expectEqual(last.issues, [])
    expectEqual(last.receivedFiles, 1)
  }

  @Test func `reports a photo that is too large for the remote at each sync`() async throws {
    let other = try await SyncMachine(host, clock, cloning: words)
    var sender = one
    sender.faults.fileLimit = 10_000
    _ = try await photo(20_000, 1)
    _ = try await photo(3000, 2)
    for sentFiles in [1, 0] {
      let result = try await sender.sync()
      expectEqual(result.sentFiles, sentFiles)
      expectEqual(result.pendingUploads, 1)
      expectEqual(result.issues.count, 1)
      try expectContains(result.issues.at(0), "accepts files up to")
    }
    // Another remote may still return it, so it counts as missing only from the second time on.
    for missingFiles in [0, 1, 1] {
      let result = try await other.sync()
      expectEqual(result.pendingDownloads, 1)
      expectEqual(result.missingFiles, missingFiles)
    }
    let dryRun = await other.engine.sync(nil, isDryRun: true) { _ in }.first
    expectEqual(dryRun?.receivedFiles, 0)
    expectEqual(dryRun?.pendingDownloads, 1)
  }

  @Test func `fetches a photo on request`() async throws {
    let file = try await photo(3000, 1)
    try await one.sync()
    let other = try await other()
    expectEqual(other.engine.remoteOnly, [file])
    try await expectEqual(other.engine.photoCounts().elsewhere, 1)
    let entries = try await other.service.fetchFiles(of: EntryQuery())
    expectEqual(entries, AssetFetchResult())
    try expectEqual(bytes(of: file, on: other), [UInt8](repeating: 1, count: 3000))
    expectEqual(other.engine.remoteOnly, [])
    try expectEqual(other.findings(), [])
    // A local photo isn't requested again.
    host.files = [:]
    await expectEqual(other.service.fetch([file]), AssetFetchResult())
  }

  @Test func `requests a listed but unavailable photo again`() async throws {
    var other = try await SyncMachine(host, clock, cloning: words)
    let file = try await photo(3000, 1)
    try await one.sync()
    let there = host.files
    host.files = there.filter { !$0.key.path.hasPrefix("assets/") }
    try await other.sync()
    host.files = there
    other.faults.vanished = 1
    try await other.sync()
    expectEqual(other.engine.remoteOnly, [file])
    other.faults.vanished = 0
    try await other.sync()
    expectEqual(other.engine.remoteOnly, [])
    try expectEqual(other.findings(), [])
  }

  @Test func `reports photos missing on all remotes`() async throws {
    let file = try await photo(3000, 1)
    try await one.sync()
    let other = try await other()
    host.files = host.files.filter { !$0.key.path.hasPrefix("assets/") }
    let fetched = await other.service.fetch([file])
    expectEqual(fetched.missing, [file])
    expectEqual(fetched.errors, [])
    host.files = [:]
    let failed = await other.service.fetch([file])
    expectEqual(failed.missing, [file])
    expectEqual(failed.errors.count, 1)
  }

  @Test func `frees space oldest first, and fetches complete photos back`() async throws {
    let (old, new) = (try await photo(200_000, 1), try await photo(5000, 2))
    try await one.sync()
    // The next sync would fetch a file freed here.
    await expectThrows(MessageError.self) { _ = try await one.engine.free(1) { _ in } }
    try await one.engine.setPhotoPolicy(.small, of: "home")
    let freed = try await one.engine.free(100) { _ in }
    expectEqual(freed.files, 1)
    expectEqual(freed.bytes, 200_000)
    expectEqual(freed.errors, [])
    expectEqual(one.engine.remoteOnly, [old])
    await expectEqual(one.engine.state().remoteOnly, [old.asset])
    try await one.sync()
    expectEqual(one.engine.remoteOnly, [old])
    try await expectEqual(one.engine.fetchAll { _ in }, AssetFetchResult())
    try expectEqual(bytes(of: old, on: one), [UInt8](repeating: 1, count: 200_000))
    try await expectEqual(one.engine.free(1 << 30) { _ in }.files, 2)
    expectEqual(one.engine.remoteOnly, [old, new])
  }

  @Test func `frees only files that are complete on a remote`() async throws {
    _ = try await photo(200_000, 1)
    try await one.engine.setPhotoPolicy(.none, of: "home")
    // It wasn't sent yet.
    try await expectEqual(one.engine.free(1) { _ in }.files, 0)
    try await one.sync()
    let whole = host.files
    for (name, bytes) in whole where name.path.hasPrefix("assets/") {
      host.files[name] = Array(bytes.dropLast(1000))
    }
    try await expectEqual(one.engine.free(1) { _ in }.files, 0)
    host.files = whole.filter { !$0.key.path.hasPrefix("assets/") }
    try await expectEqual(one.engine.free(1) { _ in }.files, 0)
    try expectEqual(one.findings(), [])
    host.files = whole
    try await expectEqual(one.engine.free(1) { _ in }.files, 1)
  }

  @Test func `checks the current list and contents before freeing a file`() async throws {
    _ = try await photo(200_000, 1)
    try await one.sync()
    try await one.engine.setPhotoPolicy(.none, of: "home")
    let whole = host.files
    for (name, bytes) in whole where name.path.hasPrefix("assets/") {
      host.files[name] = [UInt8](repeating: 7, count: bytes.count)
    }
    let freed = try await one.engine.free(1) { _ in }
    expectEqual(freed.files, 0)
    // It is replaced there at once.
    expectEqual(
      freed.errors, ["home: 1 file was damaged there and has been sent again."])
    try await expectEqual(one.engine.free(1) { _ in }.files, 1)
    try await expectEqual(one.engine.fetchAll { _ in }, AssetFetchResult())
    host.files = whole
    host.files = whole.filter { !$0.key.path.hasPrefix("assets/") }
    var lagging = one
    lagging.faults.lag = 1
    try await expectEqual(lagging.engine.free(1) { _ in }.files, 0)
    try expectEqual(one.findings(), [])
    host.files = whole
    try await expectEqual(one.engine.free(1) { _ in }.files, 1)
  }

  @Test func `fetches previews if the remote has more, or the cache is empty`() async throws {
    var maker = one
    maker.makePreview = { _ in [9] }
    let file = try await photo(3000, 1)
    try await maker.sync()
    let other = try await SyncMachine(host, clock, cloning: words, photos: .small)
    let folder = PreviewFolder(of: StoreLayout(root: other.root), in: other.folder.path("cache"))
    let preview = folder.file(of: file)
    expect(!FileSystem.exists(preview))
    try await maker.sync()
    try await other.sync()
    expect(FileSystem.exists(preview))
    // Existing previews aren't checked again.
    try FileSystem.remove(preview)
    try await expectEqual(other.sync(), SyncResult(remote: "home"))
    expect(!FileSystem.exists(preview))
    FileSystem.removeTree(folder.path)
    try await other.sync()
    expect(FileSystem.exists(preview))
  }

  @Test func `restores an entry's previous photo that is only on a remote`() async throws {
    let file = try await photo(3000, 1)
    try await one.sync()
    let other = try await other()
    let service = other.service
    let entry = try require(try await service.entries().first { $0.title == "photo 1" })
    var fields = entry.fields
    fields.photos = []
    _ = try await service.update(entry.id, to: fields)
    let back = try await service.update(entry.id, to: entry.fields)
    expectEqual(back.photos.map(\.file), [file])
  }
}

/// Photos that are damaged on the remote without a change of their size.
@Suite(.cheapWords) struct DamagedPhotosTests {
  private let host = MemoryHost()
  private let clock = SyncClock()
  private let healed = "1 file was damaged there and has been sent again."

  private func names(in folder: String) -> [RemoteName] {
    host.files.keys.filter { $0.path.hasPrefix(folder + "/") }
  }

  /// Damages the only photo. Returns its name and bytes.
  @discardableResult private func damagePhoto() throws -> (name: RemoteName, bytes: [UInt8]) {
    let name = try require(names(in: "assets").first)
    var bytes = try require(host.files[name])
    bytes[bytes.count - 1] ^= 1
    host.files[name] = bytes
    return (name, bytes)
  }

  private func issues(of machine: SyncMachine) async throws -> [String] {
    try await machine.sync().issues
  }

  @Test(arguments: [false, true])
  func `are sent again by a machine that has them`(isPlain: Bool) async throws {
    let one = try SyncMachine(host, clock)
    let file = try await one.write("a", photo: [1, 2, 3]).photos.at(0).file
    let words = try await one.add(isPlain: isPlain)
    try damagePhoto()
    let other = try await SyncMachine(host, clock, cloning: words)
    try await expectEqual(issues(of: one), [])
    let found = try await other.sync()
    try expectContains(found.issues.at(0), "is damaged there")
    expectEqual(found.pendingDownloads, 1)
    expectEqual(names(in: "damaged").count, 1)
    let sent = try await one.sync()
    expectEqual(sent.issues, [healed])
    expectEqual(sent.sentFiles, 1)
    expectEqual(names(in: "damaged"), [])
    let last = try await other.sync()
    expectEqual(last.issues, [])
    expectEqual(last.receivedFiles, 1)
    expectEqual(last.pendingDownloads, 0)
    try expectEqual(TemporaryFolder.bytes(of: other.service.path(of: file)), [1, 2, 3])
    try await expectEqual(issues(of: one), [])
    try expectEqual(other.findings(), [])
  }

  /// A damaged file may be the only copy.
  @Test(arguments: [false, true])
  func `stay there if no machine has them whole`(isEvicted: Bool) async throws {
    let one = try SyncMachine(host, clock)
    let file = try await one.write("a", photo: [1, 2, 3]).photos.at(0).file
    let words = try await one.add()
    let path = one.service.path(of: file)
    if isEvicted {
      try await one.engine.setPhotoPolicy(.none, of: "home")
      try await expectEqual(one.engine.free(1) { _ in }.files, 1)
    } else {
      _ = try ProgramResult.run(
        "/bin/sh", ["-c", "chmod u+w \"$0\" && printf abc > \"$0\"", path])
    }
    let (name, damaged) = try damagePhoto()
    let other = try await SyncMachine(host, clock, cloning: words)
    for _ in 0..<3 {
      try await expectContains(issues(of: other).joined(), "is damaged there")
      try await expectEqual(issues(of: one), [])
    }
    expectEqual(host.files[name], damaged)
  }

  @Test func `are read and reported on a read-only remote`() async throws {
    let one = try SyncMachine(host, clock)
    try await one.write("a", photo: [1, 2, 3])
    let words = try await one.add()
    try damagePhoto()
    var other = try await SyncMachine(host, clock, cloning: words)
    try await one.sync()
    other.faults.isReadOnly = true
    for _ in 0..<2 { try await expectContains(issues(of: other).joined(), "is damaged there") }
    expectEqual(names(in: "damaged"), [])
    other.faults.isReadOnly = false
    _ = try await other.sync()
    var reader = one
    reader.faults.isReadOnly = true
    try await reader.sync()
    try await expectEqual(issues(of: one), [healed])
  }

  @Test func `aren't waited for once their entry was permanently removed`() async throws {
    let one = try SyncMachine(host, clock)
    let entry = try await one.write("a", photo: [1, 2, 3])
    let words = try await one.add()
    host.files = host.files.filter { !$0.key.isAsset }
    let other = try await SyncMachine(host, clock, cloning: words)
    try await expectEqual(other.sync().missingFiles, 1)
    _ = try await one.service.delete(entry.id)
    _ = try await one.service.emptyTrash()
    try await one.sync()
    try await expectEqual(other.sync().pendingDownloads, 0)
    expectEqual(other.engine.remoteOnly, [])
  }
}

/// A remote rolled back to an old copy without some photos.
@Suite(.cheapWords) struct LostPhotosTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  private var photos: Set<RemoteName> { Set(host.files.keys.filter(\.isAsset)) }

  private func issues(of machine: SyncMachine) async throws -> [String] {
    try require(await machine.engine.sync(nil, isDryRun: false) { _ in }.first).issues
  }

  /// The other machine keeps no photos, so it can't send them again.
  @Test(arguments: [1, 2, 3])
  func `are noticed after any number of new photos`(added: Int) async throws {
    let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    for title in ["a", "b"] { try await one.write(title, photo: Array(title.utf8)) }
    try await one.add(isPlain: true)
    let lost = photos
    expectEqual(lost.count, 2)
    try await other.clone(isPlain: true, photos: .none)
    try await one.sync()
    for name in lost { host.files[name] = nil }
    for number in 0..<added {
      try await other.write("c\(number)", photo: Array("c\(number)".utf8))
    }
    try await other.sync()
    expect(photos.isDisjoint(with: lost))
    let seen = try await issues(of: one)
    expectEqual(
      seen, ["Files are missing there, as if an old copy was restored. They're sent again."])
    expect(photos.isSuperset(of: lost))
    expectEqual(photos.count, 2 + added)
    try await expectEqual(issues(of: one), [])
    try expectEqual(one.findings().filter { $0 != .missingParent }, [])
  }

  @Test(arguments: PhotoPolicy.allCases)
  func `aren't reported when others add or remove photos`(policy: PhotoPolicy) async throws {
    let (one, other) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    let entry = try await one.write("a", photo: [1])
    try await one.add(isPlain: true)
    try await other.clone(isPlain: true, photos: policy)
    for number in UInt8(2)..<5 {
      try await other.write("\(number)", photo: [number])
      try await other.edit(entry, "a \(number)")
      for machine in [other, one] { try await expectEqual(issues(of: machine), []) }
      try await one.write("own \(number)", photo: [number, 1])
      for machine in [one, other] { try await expectEqual(issues(of: machine), []) }
    }
    _ = try await other.service.delete(entry.id)
    _ = try await other.service.emptyTrash()
    for machine in [other, one, other, one] { try await expectEqual(issues(of: machine), []) }
    expectEqual(photos.count { $0.path.hasPrefix("assets/") }, 6)
  }
}

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Sync

/// What every remote does, whatever it is.
@Suite struct RemoteContractTests {
  @Test(arguments: RemoteKind.allCases)
  func `what isn't tried for want of a program is said`(kind: RemoteKind) {
    if let missing = kind.missing { print("\(kind.rawValue) skipped: \(missing)") }
  }

  @Test(arguments: RemoteKind.installed)
  func `what one device puts there another one gets, byte for byte`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let (here, there) = (try test.remote(device: "a"), try test.remote(device: "b"))
    try await here.prepare()
    try await here.prepare()
    try await expectEqual(here.list(), RemoteListing())
    // Larger than a pipe, with every byte, and of a size that no block has.
    let photo = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let path = try test.folder.write(photo, to: "a photo \"1\".jpg")
    let files = [
      try outgoing("FORMAT.txt", "plain words\n"),
      try outgoing("log/a/0000000001-0000000009-abcdef01.jsonl.age", "lines\0\u{FF}\n"),
      try outgoing("keys/1.age", ""),
      OutgoingFile(
        try name("assets/3f/\(String(repeating: "3f", count: 32)).age"), .file(path: path)),
      OutgoingFile(try name("small/3f/3f00.age"), .bytes(Array(photo[..<70_000]))),
    ]
    let sent = Counter()
    try await here.put(files) { _ in sent.count() }
    expectEqual(sent.value, files.count)
    let other = try outgoing("log/b/0000000001-0000000001-00000000.jsonl.age", "mine")
    try await there.put([other])

    let listing = try await there.list()
    expectEqual(listing.files.count, 6)
    expectEqual(listing.ignored, 0)
    expectEqual(listing.files[files[3].name], photo.count)
    let arrived = Counter()
    let fetched = try await there.get(listing.files, into: test.folder.path("got")) { _ in
      arrived.count()
    }
    expectEqual(fetched.arrived, Set(listing.files.keys))
    expect(fetched.incomplete.isEmpty)
    expectEqual(arrived.value, 6)
    for file in files + [other] {
      let bytes = try test.folder.read("got/\(file.name.path)")
      switch file.source {
      case .bytes(let expected): expectEqual(bytes, expected)
      case .file: expectEqual(bytes, photo)
      }
    }
    try await expectEqual(here.list(), listing)
    // Nothing but them is left in the folder.
    try expectEqual(
      FileManager.default.contentsOfDirectory(atPath: test.folder.path("got")).count, 5)
  }

  @Test(arguments: RemoteKind.installed)
  func `putting again what is there changes nothing`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let remote = try test.remote()
    try await remote.prepare()
    let files = [try outgoing("log/a/1.age", "one"), try outgoing("assets/aa/aa.age", "photo")]
    try await remote.put(files)
    try await remote.put(files)
    try await expectEqual(remote.list().files.values.sorted(), [3, 5])
    try await test.remote(device: "b").put(files)
    try await expectEqual(remote.list().files.values.sorted(), [3, 5])
  }

  @Test(arguments: RemoteKind.installed)
  func `what is removed is gone, and what isn't there is no fault`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let remote = try test.remote()
    try await remote.prepare()
    let files = try ["log/a/1.age", "log/a/2.age", "assets/aa/aa.age", "assets/aa/ab.age"]
      .map { try outgoing($0, $0) }
    try await remote.put(files)
    let known = try await remote.list()
    try await remote.remove([files[0].name, files[2].name, try name("log/x/9.age")])
    try await expectEqual(Set(remote.list().files.keys), [files[1].name, files[3].name])
    try await remote.remove([files[0].name])
    // Whoever has listed before finds out while fetching.
    let fetched = try await remote.get(known.files, into: test.folder.path("got"))
    expectEqual(fetched, FetchedFiles(arrived: [files[1].name, files[3].name]))
    try await expectEqual(remote.get([:], into: test.folder.path("got")), FetchedFiles())
  }

  @Test(arguments: RemoteKind.installed)
  func `a file of another size isn't taken`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let remote = try test.remote()
    try await remote.prepare()
    let files = try ["log/a/1.age", "assets/aa/aa.age", "log/a/2.age"].map {
      try outgoing($0, "four")
    }
    try await remote.put(files)
    let wanted = [files[0].name: 3, files[1].name: 5, files[2].name: 4]
    let fetched = try await remote.get(wanted, into: test.folder.path("got"))
    expectEqual(fetched.arrived, [files[2].name])
    expectEqual(fetched.incomplete, [files[0].name, files[1].name])
    expect(!FileManager.default.fileExists(atPath: test.folder.path("got/log/a/1.age")))
  }

  @Test(arguments: RemoteKind.installed)
  func `hundreds of files come and go in one call`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let remote = try test.remote()
    try await remote.prepare()
    let files = try (0..<300).map { try outgoing("log/d\($0 % 7)/\($0).jsonl.age", "line \($0)") }
    try await remote.put(files)
    let listing = try await remote.list()
    expectEqual(listing.files.count, 300)
    let fetched = try await remote.get(listing.files, into: test.folder.path("got"))
    expectEqual(fetched.arrived.count, 300)
    try expectEqual(test.folder.text("got/log/d3/10.jsonl.age"), "line 10")
  }

  @Test(arguments: RemoteKind.installed)
  func `what is too much is told before it is fetched`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let remote = try test.remote()
    try await remote.prepare()
    let files = try (0..<5).map { try outgoing("log/a/\($0).age", "line \($0)") }
    try await remote.put(files)
    var limits = RemoteLimits()
    limits.names = 4
    limits.text = 5
    let bounded = try test.remote(device: "b", limits: limits)
    try await expectEqual(fault { try await bounded.list() }, .tooManyFiles(4))
    let tooLarge = RemoteFault.tooLarge(name: "log/a/1.age", size: 6)
    try await expectEqual(
      fault {
        try await bounded.get([try name("log/a/1.age"): 6], into: test.folder.path("got"))
      }, tooLarge)
  }

  @Test(arguments: RemoteKind.installed)
  func `what was cancelled has stopped`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let remote = try test.remote()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await remote.list()
    }
    task.cancel()
    try await expectEqual(fault { try await task.value }, .stopped)
  }

  @Test(arguments: RemoteKind.real)
  func `a place that isn't there is told, and so is a file`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let end = kind.isGit ? ".git" : ""
    let missing = try test.remote(at: test.folder.path("served/none-such\(end)"))
    let missed = try await fault { try await missing.list() }
    guard case .missing = missed else {
      fail("\(missed)")
      return
    }
    try test.folder.write("a file", to: "served/file\(end)")
    let file = try test.remote(device: "f", at: test.folder.path("served/file\(end)"))
    let told = try await fault { try await file.list() }
    switch (kind, told) {
    // From afar a file is no repository, as anything else is none.
    case (.gitDaemon, .missing), (.gitSSH, .missing): break
    // WebDAV and sftp have nothing below a file, and a file is no bucket.
    case (.rcloneWebDAV, .missing), (.rcloneWebDAV, .isFile): break
    case (.rcloneSFTP, .missing), (.rcloneS3, .missing): break
    default: expectEqual(told, .isFile)
    }
  }
}

/// What a call fails with.
func fault(_ body: () async throws -> some Any) async throws -> RemoteFault {
  do {
    let value = try await body()
    fail("It didn't fail, but gave \(value).")
    return .failed("nothing")
  } catch let error as RemoteError {
    return error.fault
  }
}

/// Counts calls from any thread.
final class Counter: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }
  func count() { number.withLock { $0 += 1 } }
}

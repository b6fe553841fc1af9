import Foundation
import MemoryRemote
import Synchronization
import TestSupport
import Testing

@testable import Sync

@Suite struct RemoteContractTests {
  @Test(arguments: RemoteKind.allCases)
  func `reports remotes whose programs are missing`(kind: RemoteKind) {
    if let missing = kind.missing { print("\(kind.rawValue) skipped: \(missing)") }
  }

  @Test(arguments: RemoteKind.installed)
  func `a device gets another's files byte for byte`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let (here, there) = (try test.remote(device: "a"), try test.remote(device: "b"))
    try await here.prepare()
    try await here.prepare()
    try await expectEqual(here.list(), RemoteListing())
    // Larger than a pipe, with every byte value, and no multiple of a block size.
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
    // The folder contains only these files.
    try expectEqual(
      FileManager.default.contentsOfDirectory(atPath: test.folder.path("got")).count, 5)
  }

  /// Checks everything with one server, because starting one is slow.
  @Test(arguments: RemoteKind.installed)
  func `puts again, gets files within limits, and removes`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let remote = try test.remote()
    try await remote.prepare()
    let files = try ["log/a/1.age", "log/a/2.age", "assets/aa/aa.age", "assets/aa/ab.age"]
      .map { try outgoing($0, $0) }
    // Putting existing files again changes nothing.
    for _ in 0..<2 {
      try await remote.put(files)
      try await expectEqual(remote.list().files.values.sorted(), [11, 11, 16, 16])
    }
    // A file of another size isn't accepted.
    let wanted = [files[0].name: 3, files[2].name: 17, files[1].name: 11]
    var fetched = try await remote.get(wanted, into: test.folder.path("sizes"))
    expectEqual(fetched.arrived, [files[1].name])
    expectEqual(fetched.incomplete, [files[0].name, files[2].name])
    expect(!FileManager.default.fileExists(atPath: test.folder.path("sizes/log/a/1.age")))
    // Excess is detected before a transfer.
    var limits = RemoteLimits()
    (limits.names, limits.text) = (3, 5)
    let bounded = try test.remote(device: "b", limits: limits)
    try await expectEqual(fault { try await bounded.list() }, .tooManyFiles(3))
    let tooLarge = RemoteFault.tooLarge(name: "log/a/1.age", size: 11)
    try await expectEqual(
      fault { try await bounded.get([files[0].name: 11], into: test.folder.path("limits")) },
      tooLarge)
    // Removing a missing file is no error.
    let known = try await remote.list()
    try await remote.remove([files[0].name, files[2].name, try name("log/x/9.age")])
    try await expectEqual(Set(remote.list().files.keys), [files[1].name, files[3].name])
    try await remote.remove([files[0].name])
    // An older listing may name files that no longer exist.
    fetched = try await remote.get(known.files, into: test.folder.path("removed"))
    expectEqual(fetched, FetchedFiles(arrived: [files[1].name, files[3].name]))
    try await expectEqual(remote.get([:], into: test.folder.path("removed")), FetchedFiles())
    // Another device puts the same files.
    try await test.remote(device: "b").put([files[1], files[3]])
    try await expectEqual(remote.list().files.values.sorted(), [11, 16])
    let many = try (0..<200).map { try outgoing("log/d\($0 % 7)/\($0).jsonl.age", "line \($0)") }
    try await remote.put(many)
    let listing = try await remote.list()
    expectEqual(listing.files.count, 202)
    fetched = try await remote.get(listing.files, into: test.folder.path("many"))
    expectEqual(fetched.arrived.count, 202)
    try expectEqual(test.folder.text("many/log/d3/10.jsonl.age"), "line 10")
  }

  @Test(arguments: RemoteKind.installed)
  func `stops when cancelled`(kind: RemoteKind) async throws {
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
  func `reports a missing place, and a file in its place`(kind: RemoteKind) async throws {
    let test = try RemoteUnderTest(kind)
    let end = kind.isGit ? ".git" : ""
    let missing = try test.remote(at: test.folder.path("served/none-such\(end)"))
    try await expectFault("missing") { try await missing.list() }
    try test.folder.write("a file", to: "served/file\(end)")
    let file = try test.remote(device: "f", at: test.folder.path("served/file\(end)"))
    let found = try await fault { try await file.list() }
    switch (kind, found) {
    // Over a network, a file is like a missing repository.
    case (.gitDaemon, .unreachable), (.gitSSH, .missing): break
    // WebDAV and sftp find nothing below a file, and a file is no bucket.
    case (.rcloneWebDAV, .missing), (.rcloneWebDAV, .notAFolder): break
    case (.rcloneSFTP, .missing), (.rcloneS3, .missing): break
    default: expectEqual(found, .notAFolder)
    }
  }
}

func fault(_ body: () async throws -> some Any) async throws -> RemoteFault {
  do {
    let value = try await body()
    fail("It didn't fail, but gave \(value).")
    return .failed("nothing")
  } catch let error as RemoteError { return error.fault }
}

func expectFault(
  _ name: String, file: String = #filePath, line: Int = #line,
  _ body: () async throws -> some Any
) async throws {
  let fault = try await fault(body)
  expectEqual("\(fault)".prefix { $0 != "(" }, name[...], "\(fault)", file: file, line: line)
}

final class Counter: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }
  func count() { number.withLock { $0 += 1 } }
}

/// A remote of one kind, opened by several devices.
final class RemoteUnderTest {
  let place: RemotePlace
  private let memory = MemoryHost()

  init(_ kind: RemoteKind) throws { place = try RemotePlace(kind) }

  var folder: TemporaryFolder { place.folder }

  /// The remote as one device opens it.
  func remote(
    device: String = "a", limits: RemoteLimits = RemoteLimits(), at other: String? = nil
  ) throws -> any Remote {
    guard place.kind != .memory else {
      return MemoryRemote(memory, generator: SeededGenerator(seed: 1), limits: limits)
    }
    let environment = Tool.environment(folder).merging(place.environment) { $1 }
    return switch try RemoteAddress(place.address(of: other), home: nil) {
    case .folder(let path): FolderRemote(path, limits: limits)
    case .git(let url):
      GitRemote(
        url, device: device, cache: folder.path("cache-\(device)"), limits: limits,
        environment: environment)
    case .ssh(let place): SSHRemote(place, device: "a", limits: limits, environment: environment)
    case .rclone(let remote, let path):
      RcloneRemote(remote: remote, path: path, limits: limits, environment: environment)
    }
  }
}

func name(_ path: String) throws -> RemoteName { try require(RemoteName(path)) }

func outgoing(_ path: String, _ text: String) throws -> OutgoingFile {
  OutgoingFile(try name(path), .bytes(Array(text.utf8)))
}

@Suite struct MemoryRemoteTests {
  private func remote(_ host: MemoryHost, _ faults: MemoryFaults) -> MemoryRemote<SeededGenerator> {
    MemoryRemote(host, faults: faults, generator: SeededGenerator(seed: 3))
  }

  @Test func `fails the requested calls, and repeats failures for the same seed`() async throws {
    var faults = MemoryFaults()
    faults.failingCalls = [2]
    let host = MemoryHost()
    let certain = remote(host, faults)
    try await certain.put([outgoing("a.age", "a")])
    try await expectEqual(fault { try await certain.list() }, .unreachable("call 2"))
    try await expectEqual(certain.list().files.count, 1)

    faults = MemoryFaults()
    (faults.failure, faults.lag, faults.brokenPut) = (3, 2, 2)
    (faults.halfFile, faults.vanished, faults.copy) = (4, 3, 3)
    var runs: [[String]] = []
    for _ in 0..<2 {
      let host = MemoryHost()
      let remote = remote(host, faults)
      var run: [String] = []
      for number in 0..<60 {
        do {
          try await remote.put([
            outgoing("log/a/\(number).age", "\(number)"), outgoing("log/b/\(number).age", "more"),
          ])
          run.append("put")
        } catch let error as RemoteError { run.append(error.line) }
        run.append(((try? await remote.list().files.count).map { "\($0)" }) ?? "failed")
      }
      expectGreater(Set(run).count, 5)
      runs.append(run)
    }
    expectEqual(runs[0], runs[1])
  }
}

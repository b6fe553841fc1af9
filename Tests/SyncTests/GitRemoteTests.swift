import Crypto
import Foundation
import MemoryRemote
import TestSupport
import Testing

@testable import Sync

@Suite(.enabled(if: RemoteKind.gitDaemon.missing == nil, "git isn't installed"))
struct GitRemoteTests {
  private let folder: TemporaryFolder
  private var place: String { folder.path("served/diary.git") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "served/none")
    try Tool.git(["init", "--bare", "--quiet", folder.path("served/diary.git")])
  }

  private func remote(_ device: String, cache: String? = nil, url: String? = nil) -> GitRemote {
    GitRemote(
      url ?? place, device: device, cache: folder.path("cache-\(cache ?? device)"),
      environment: Tool.environment(folder))
  }

  private func size(of path: String) throws -> Int {
    let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return files.reduce(0) { sum, name in
      let facts = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      return sum
        + (facts?[.type] as? FileAttributeType == .typeRegular ? facts?[.size] as? Int ?? 0 : 0)
    }
  }

  private func photos(_ count: Int, of size: Int) throws -> [OutgoingFile] {
    var generator = SeededGenerator(seed: 7)
    return try (0..<count).map { number in
      let bytes = (0..<size / 8).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) }
      }
      let path = try folder.write(bytes, to: "photo-\(number)")
      return OutgoingFile(try name("assets/\(number % 3)a/\(number).age"), .file(path: path))
    }
  }

  @Test func `photos pass through the cache without staying in it`() async throws {
    let files = try photos(6, of: 1 << 20)
    let (here, there) = (remote("a"), remote("b"))
    try await here.put(files[..<3] + [outgoing("log/a/1.age", "one")])
    try await here.put(Array(files[3...]))
    let listing = try await there.list()
    expectEqual(listing.files.count, 7)
    let fetched = try await there.get(listing.files, into: folder.path("got"))
    expectEqual(fetched.arrived.count, 7)
    try expectEqual(folder.read("got/\(files[4].name.path)"), folder.read("photo-4"))
    for device in ["a", "b"] { try expectLess(size(of: folder.path("cache-\(device)")), 200_000) }
    // Each commit of photos contains only the new ones.
    let branches = try Tool.git(["-C", place, "for-each-ref", "--format=%(refname)"])
      .split(separator: "\n")
    let branch = try require(branches.first { $0.contains("photodiary-photos/a-") })
    let tree = try Tool.git(["-C", place, "ls-tree", "-r", "--name-only", String(branch)])
    expectEqual(tree.split(separator: "\n").count, 3)
    expectEqual(branches.count, 2)
  }

  /// The repository serves a pack unchanged, but would compress loose objects each time.
  @Test func `keeps many pushed texts in a pack, but not few`() async throws {
    let here = remote("a")
    try await here.put([outgoing("log/a/1.age", "one")])
    try expect(packs().isEmpty)
    try await here.put([
      outgoing("log/a/2.age", String(repeating: "two", count: 1 << 18)),
      outgoing("log/a/3.age", String(repeating: "three", count: 1 << 18)),
    ])
    try expectEqual(packs().count, 1)
    let listing = try await remote("b").list()
    expectEqual(listing.files.count, 3)
  }

  private func packs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(place)/objects/pack")
      .filter { $0.hasSuffix(".pack") }
  }

  @Test func `recreates a lost or damaged cache`() async throws {
    let here = remote("a")
    try await here.put([outgoing("log/a/1.age", "one"), outgoing("assets/aa/1.age", "photo")])
    try FileManager.default.removeItem(atPath: folder.path("cache-a"))
    let again = remote("a")
    try await again.put([outgoing("log/a/2.age", "two"), outgoing("assets/aa/2.age", "photo 2")])
    try await expectEqual(again.list().files.count, 4)
    // A power cut leaves empty files.
    let objects = FileManager.default.enumerator(atPath: folder.path("cache-a/objects"))
    for case let name as String in objects ?? .init() where name.utf8.count == 41 {
      unlink(folder.path("cache-a/objects/\(name)"))
      try folder.write("", to: "cache-a/objects/\(name)")
    }
    let third = remote("a")
    try await third.put([outgoing("log/a/3.age", "three"), outgoing("assets/aa/3.age", "photo 3")])
    let listing = try await remote("b").list()
    expectEqual(listing.files.count, 6)
    let fetched = try await remote("b").get(listing.files, into: folder.path("got"))
    expectEqual(fetched.arrived.count, 6)
  }

  @Test func `two machines with one device id lose nothing`() async throws {
    try Tool.git(["-C", place, "config", "receive.denyNonFastForwards", "true"])
    let (one, two) = (remote("a", cache: "1"), remote("a", cache: "2"))
    _ = try await (one.list(), two.list())
    for number in 0..<4 {
      let remote = number % 2 == 0 ? one : two
      try await remote.put([
        outgoing("log/a/\(number).age", "\(number)"), outgoing("assets/aa/\(number).age", "photo"),
      ])
    }
    try await expectEqual(remote("b").list().files.count, 8)
  }

  @Test func `devices push at the same time`() async throws {
    let devices = (0..<4).map { remote("d\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, device) in devices.enumerated() {
        group.addTask {
          for round in 0..<3 {
            try await device.put([outgoing("log/d\(number)/\(round).age", "\(round)")])
          }
        }
      }
      try await group.waitForAll()
    }
    try await expectEqual(devices[0].list().files.count, 12)
  }

  @Test func `drops the files of a removed branch`() async throws {
    let (here, there) = (remote("a"), remote("b"))
    try await here.put([outgoing("log/a/1.age", "one")])
    try await there.put([outgoing("log/b/1.age", "one")])
    try await expectEqual(there.list().files.count, 2)
    try Tool.git(["-C", place, "update-ref", "-d", "refs/heads/photodiary/a"])
    try await expectEqual(there.list().files.keys.map(\.path), ["log/b/1.age"])
    // The device pushes its texts again.
    try await here.put([outgoing("log/a/2.age", "two")])
    try await expectContains(there.list().files.keys, name("log/a/2.age"))
  }

  @Test func `ignores hostile branches`() async throws {
    try await remote("a").put([outgoing("log/a/1.age", "one")])
    let work = folder.path("work")
    try Tool.git(["init", "--quiet", "-b", "photodiary/evil", work])
    try folder.write("x", to: "work/a b")
    try folder.write("x", to: "work/a\u{1B}[2J")
    try folder.write("x", to: "work/log/a/1.age")
    try folder.write("x", to: "work/-rf")
    let object = String(repeating: "0a", count: 20)
    try folder.write(
      "\(object) 5 assets/aa/1.age\n\(object) -5 assets/aa/2.age\nx 5 ../x\nnonsense\n",
      to: "work/.photos/assets/aa")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("work/link"), withDestinationPath: "/etc/passwd")
    try Tool.git(["-C", work, "add", "-A"])
    try Tool.git(["-C", work, "commit", "--quiet", "-m", "x"])
    try Tool.git(["-C", work, "push", "--quiet", place, "HEAD:photodiary/evil"])
    let there = remote("b")
    let listing = try await there.list()
    // A branch can't change another device's log.
    try expectEqual(listing.files, [name("log/a/1.age"): 3, name("assets/aa/1.age"): 5])
    expectEqual(listing.ignored, 7)
    try await there.put([outgoing("assets/ab/1.age", "photo")])
    let all = try await there.list()
    let fetched = try await there.get(all.files, into: folder.path("got"))
    expectEqual(Set(fetched.arrived.map(\.path)), ["log/a/1.age", "assets/ab/1.age"])
    try expectEqual(folder.text("got/log/a/1.age"), "one")
  }

  @Test func `pushes nothing because of a false segment on another branch`() async throws {
    var machine = try SyncMachine(MemoryHost(), SyncClock())
    machine.connect = { [folder, place] device, cache in
      GitRemote(place, device: device, cache: cache, environment: Tool.environment(folder))
    }
    try await machine.write("first")
    try await machine.add(isPlain: true)
    try await machine.write("second")
    try await machine.sync()
    let branch = try "photodiary/\(require(machine.device))"
    let files = try Tool.git(["-C", place, "ls-tree", "-r", "--name-only", branch])
    let segments = files.split(separator: "\n").filter { $0.hasPrefix("log/") }.sorted()
    let segment = try require(segments.last)
    let start = try require(segment.lastIndex(of: "/"))
    let name = segment[...start] + "00000001" + segment[start...].dropFirst(9)
    expectNotEqual(String(name), String(segment))
    let work = folder.path("work")
    try Tool.git(["init", "--quiet", "-b", "photodiary/evil", work])
    try folder.write("x", to: "work/\(name)")
    try Tool.git(["-C", work, "add", "-A"])
    try Tool.git(["-C", work, "commit", "--quiet", "-m", "x"])
    try Tool.git(["-C", work, "push", "--quiet", place, "HEAD:photodiary/evil"])

    let tip = try Tool.git(["-C", place, "rev-parse", branch])
    try await expectEqual(machine.sync().issues, ["\(name) is damaged and was left there."])
    for _ in 0..<2 { try await expectEqual(machine.sync().issues, []) }
    try expectEqual(Tool.git(["-C", place, "rev-parse", branch]), tip)
  }

  @Test func `ignores the user's hooks and settings`() async throws {
    try folder.write(
      """
      [core]
        hooksPath = \(folder.path("hooks"))
      [commit]
        gpgSign = true
      [gpg]
        program = /bin/false
      [init]
        templateDir = \(folder.path("template"))
      [protocol]
        version = 0
      [core]
        autocrlf = true
      """, to: ".gitconfig")
    for hook in ["pre-push", "reference-transaction", "post-checkout"] {
      try folder.write("#!/bin/sh\ntouch \(folder.path("ran"))\nexit 1\n", to: "hooks/\(hook)")
      try makeExecutable(folder.path("hooks/\(hook)"))
    }
    var environment = Tool.environment(folder)
    environment["GIT_DIR"] = folder.path("none")
    environment["GIT_INDEX_FILE"] = folder.path("none")
    let here = GitRemote(place, device: "a", cache: folder.path("cache"), environment: environment)
    try await here.put([outgoing("log/a/1.age", "a\r\nb\n"), outgoing("assets/aa/1.age", "p\n")])
    let fetched = try await here.get(here.list().files, into: folder.path("got"))
    expectEqual(fetched.arrived.count, 2)
    try expectEqual(folder.text("got/log/a/1.age"), "a\r\nb\n")
    expect(!FileManager.default.fileExists(atPath: folder.path("ran")))
  }

  @Test func `reports files that the host rejects`() async throws {
    try folder.write("#!/bin/sh\necho not today >&2\nexit 1\n", to: "served/diary.git/hooks/update")
    try makeExecutable(place + "/hooks/update")
    let strict = try LocalServer.gitDaemon(folder.path("served"))
    let refused = try await fault {
      try await remote("a", url: strict.url("diary.git")).put([outgoing("a.age", "x")])
    }
    guard case .refused(let message) = refused, message.contains("hook declined") else {
      fail("\(refused)")
      return
    }
    // A repository on this machine has hooks as well.
    try await expectFault("refused") { try await remote("p").put([outgoing("a.age", "x")]) }
    try require(unlink(place + "/hooks/update") == 0)
    try await remote("p").put([outgoing("a.age", "x")])
    let server = try LocalServer.gitDaemon(folder.path("served"), takes: false)
    let read = remote("b", url: server.url("diary.git"))
    try await expectEqual(read.list().files.count, 1)
    try await expectFault("readOnly") { try await read.put([outgoing("a.age", "x")]) }
    let large = try folder.write("", to: "large")
    truncate(large, 95_000_001)
    let file = OutgoingFile(try name("assets/aa/1.age"), .file(path: large))
    let seen = try await fault { try await remote("a").put([file]) }
    expectEqual(
      seen, .tooLargeToUpload(name: "assets/aa/1.age", size: 95_000_001, limit: 95_000_000))
  }

  @Test(.enabled(if: getuid() == 0, "only root gives things away"))
  func `reports a repository of another user`() async throws {
    chown(place, 65534, 65534)
    try await expectFault("otherOwner") { try await remote("a").list() }
  }

  @Test func `gives up on a silent host`() async throws {
    let listener = try SilentListener()
    let remote = GitRemote(
      "git://127.0.0.1:\(listener.port)/diary.git", device: "a", cache: folder.path("cache"),
      environment: Tool.environment(folder), timeout: 1)
    try await expectEqual(fault { try await remote.list() }, .timedOut(seconds: 1))
    let patient = self.remote("a", url: "git://127.0.0.1:\(listener.port)/diary.git")
    let task = Task { try await patient.list() }
    task.cancel()
    try await expectEqual(fault { try await task.value }, .stopped)
  }
}

@Suite(.enabled(if: RemoteKind.gitPath.missing == nil, "git isn't installed")) struct GitPackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sizes around the limits of a pack's encodings.
  private static let sizes = [0, 1, 15, 16, 2047, 2048, 65535, 65536, (1 << 20) + 1]

  private func files() throws -> [(file: OutgoingFile, size: Int)] {
    var generator = SeededGenerator(seed: 19)
    return try Self.sizes.map { size in
      let words = (0..<size / 8 + 1).map { _ in generator.next() }
      let bytes = words.withUnsafeBytes { Array($0.prefix(size)) }
      let path = try folder.write(bytes, to: "file-\(size)")
      let source: OutgoingFile.Source = size < 100 ? .bytes(bytes) : .file(path: path)
      return (OutgoingFile(try name("assets/aa/\(size).age"), source), size)
    }
  }

  private func repository(_ format: String) throws -> String {
    let path = folder.path("\(format).git")
    try Tool.git(["init", "--bare", "--quiet", "--object-format=\(format)", path])
    return path
  }

  private func expectSound(_ repository: String, _ names: [String]) throws {
    expectEqual(names.count, Self.sizes.count)
    for (name, size) in zip(names, Self.sizes) {
      let path = folder.path("file-\(size)")
      try expectEqual(Tool.git(["-C", repository, "hash-object", path]), name + "\n")
      let bytes = try Tool.run("git", ["-C", repository, "cat-file", "blob", name]).output
      try expectEqual(bytes, folder.read("file-\(size)"))
    }
    // Checks all hashes and the index.
    try Tool.git(["-C", repository, "fsck", "--full", "--strict"])
  }

  @Test func `writes packs that git reads, for SHA-1 and SHA-256`() throws {
    do {
      let repository = try repository("sha1")
      let names = try GitPack<Insecure.SHA1>.write(
        files(), to: repository + "/objects", RemoteStop())
      try expectSound(repository, names)
    }
    do {
      let repository = try repository("sha256")
      let names = try GitPack<SHA256>.write(files(), to: repository + "/objects", RemoteStop())
      try expectSound(repository, names)
    }
  }

  @Test func `stops immediately, and computes checksums over any pieces`() throws {
    let stop = RemoteStop()
    stop.stop()
    expectThrows(RemoteFault.stopped) {
      try GitPack<SHA256>.write(files(), to: folder.path("objects"), stop)
    }
    var generator = SeededGenerator(seed: 5)
    var bytes = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    bytes += [UInt8](repeating: 255, count: 20_000)
    var (sum, sums): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65521
      sums = (sums + sum) % 65521
    }
    var adler = Adler32()
    for start in stride(from: 0, to: bytes.count, by: 7001) {
      bytes[start..<min(start + 7001, bytes.count)].withUnsafeBytes { adler.update($0) }
    }
    expectEqual(adler.value, sums << 16 | sum)
  }
}

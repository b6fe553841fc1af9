import Crypto
import TestSupport
import Testing

@testable import Sync

private let missing = RemoteKind.gitPath.missing

@Suite(.enabled(if: missing == nil, "git isn't installed"))
struct GitPackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sizes about those where something in a pack becomes longer.
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
    // It looks at every sum, and at the index.
    try Tool.git(["-C", repository, "fsck", "--full", "--strict"])
  }

  @Test func `git finds in a pack what was put into it`() throws {
    let repository = try repository("sha1")
    let names = try GitPack<Insecure.SHA1>.write(
      files(), to: repository + "/objects", RemoteStop())
    try expectSound(repository, names)
  }

  @Test func `a pack for SHA-256 has its names`() throws {
    let repository = try repository("sha256")
    let names = try GitPack<SHA256>.write(files(), to: repository + "/objects", RemoteStop())
    try expectSound(repository, names)
  }

  @Test func `who stops it waits for no file`() throws {
    let stop = RemoteStop()
    stop.stop()
    expectThrows(RemoteFault.stopped) {
      try GitPack<SHA256>.write(files(), to: folder.path("objects"), stop)
    }
  }

  @Test func `the sum of zlib holds for any pieces`() {
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

import Glibc
import System
import TestSupport
import Testing

@Suite struct FileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `reads written bytes at any offset and in pieces`() throws {
    let file = try OpenFile(folder.path("new"), [.readWrite, .create, .exclusive])
    try file.write(Array(0..<100))
    expectEqual(file.size, 100)
    try expectEqual(file.bytes(from: 90, atMost: 5), Array(90..<95))
    try expectEqual(file.bytes(20, at: 95), Array(95..<100))
    var sizes: [Int] = []
    try file.forEachPiece(of: 40) { sizes.append($0.count) }
    expectEqual(sizes, [40, 40, 20])
    try file.truncate(to: 10)
    try expectEqual(OpenFile.reading(file.path).readToEnd(), Array(0..<10))
  }

  @Test func `a mapped file truncated by another program reads as zeros`() throws {
    let path = try folder.write([UInt8](repeating: 7, count: 200_000), to: "mapped")
    let mapped = try MappedFile(OpenFile.reading(path))
    expect(mapped.canRead(0..<mapped.count))
    expectEqual(truncate(path, 100), 0)
    expectEqual([mapped.bytes[99], mapped.bytes[150_000]], [7, 0])
    expect(mapped.hasLostBytes)
    let again = try MappedFile(OpenFile.reading(path))
    expectEqual(again.bytes.count, 100)
    expect(again.canRead(0..<100))
  }

  @Test func `wipes bytes with zeros`() {
    var (bytes, none) = ([1, 2, 3] as [UInt8], [] as [UInt8])
    bytes.wipe()
    none.wipe()
    expectEqual(bytes, [0, 0, 0])
    expectEqual(none, [])
  }

  @Test func `an error contains operation, path and reason`() throws {
    let path = folder.path("none")
    expectThrows(SystemError(.opening, path, .noSuchFile)) {
      _ = try OpenFile(path, .readOnly).size
    }
    expectThrows(SystemError(.opening, folder.path, .notARegularFile)) {
      _ = try OpenFile.reading(folder.path).size
    }
    expectThrows(SystemError(.opening, path, .noSuchFile)) { try FileSystem.sync(folder: path) }
  }

  @Test func `a durable file appears when committed`() throws {
    let path = folder.path("file")
    do {
      let file = try DurableFile(in: folder.path)
      try file.write([1])
    }
    try expectEqual(FileSystem.names(in: folder.path), [])
    try DurableFile.write([1, 2], to: path)
    try expectEqual(FileSystem.names(in: folder.path), ["file"])
    var other = try DurableFile(in: folder.path)
    try other.write([3])
    try other.commit(asNew: path)
    try expectEqual(OpenFile.reading(path).readToEnd(), [1, 2])
  }

  @Test func `a file stays open while its object is in scope`() throws {
    try folder.write("text", to: "file")
    let file = try OpenFile(folder.path("file"), .readOnly)
    let descriptor = file.descriptor
    try expectEqual(descriptor.readToEnd(), Array("text".utf8))
  }

  @Test func `removes a tree without following links, except given names`() throws {
    try folder.write("", to: "other/stays")
    try folder.write("", to: "tree/deep/er/file")
    try folder.write("", to: "tree/kept")
    expectEqual(symlink("../other", folder.path("tree/link")), 0)
    FileSystem.removeTree(folder.path("tree"), except: ["kept"])
    try expectEqual(FileSystem.names(in: folder.path("tree")), ["kept"])
    try expectEqual(FileSystem.files(below: folder.path), ["other/stays", "tree/kept"])
    FileSystem.removeTree(folder.path("tree"))
    try expectEqual(FileSystem.names(in: folder.path), ["other"])
  }

  @Test func `renames only to an unused name`() throws {
    try folder.write("a", to: "a")
    try folder.write("b", to: "b")
    try expect(!FileSystem.rename(folder.path("a"), toUnused: folder.path("b")))
    try expect(FileSystem.rename(folder.path("a"), toUnused: folder.path("c")))
    try expectEqual(FileSystem.names(in: folder.path), ["b", "c"])
  }
}

@Suite struct PathTests {
  @Test func `resolves relative paths, even in a missing folder`() {
    let here = Path.resolved(".")
    expectPrefix(here, "/")
    expectEqual(Path.resolved("no such folder"), here + "/no such folder")
    expect(Path.contains(here, Path.resolved("no such folder/./mine")))
    expect(!Path.contains(here, Path.resolved("..")))
  }

  @Test func `follows links as far as the path exists`() throws {
    let folder = try TemporaryFolder()
    let real = Path.resolved(folder.path)
    try folder.write("", to: "real/file")
    expectEqual(symlink("real", folder.path("link")), 0)
    expectEqual(Path.resolved(folder.path("link/new")), real + "/real/new")
    expect(!Path.contains(real + "/re", real + "/real"))
  }
}

@Suite struct MadeBytesTests {
  private static let blockSize = 64 << 10
  private static let count = 9 * blockSize + 1234
  private static func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: place &* 31 >> 3) }

  /// - Parameter missing: the block that can't be generated.
  private func file(missing: Int? = nil) throws -> MappedFile {
    try require(
      MappedFile(count: Self.count) { range, buffer in
        for (index, place) in range.enumerated() { buffer[index] = Self.byte(place) }
        return missing.map { !range.contains($0 * Self.blockSize) } ?? true
      })
  }

  @Test(arguments: [0..<1, 70_000..<70_001, 65_535..<65_537, 100_000..<500_000, 500_000..<591_058])
  func `a part equals the same range of the file`(range: Range<Int>) throws {
    let file = try file()
    let part = try require(file.part(range))
    let bytes = try require(part.bytes(range))
    expect(bytes.elementsEqual(range.map(Self.byte)))
    expect(bytes.elementsEqual(file.bytes[range]))
    expectNil(part.bytes(part.range.lowerBound..<part.range.upperBound + 1))
  }

  @Test func `regenerates released blocks, and only complete ones`() throws {
    let file = try file()
    expect(file.bytes.elementsEqual((0..<Self.count).map(Self.byte)))
    let edge = 4 * Self.blockSize
    file.release(5..<edge + 100)
    expectEqual(file.memory[Self.blockSize + 1], 0)
    for place in [0, Self.blockSize - 1, edge, Self.count - 1] {
      expectEqual(file.memory[place], Self.byte(place))
    }
    expect(file.bytes.elementsEqual((0..<Self.count).map(Self.byte)))
  }

  @Test func `reports parts that can't be generated`() throws {
    let file = try file(missing: 4)
    let (before, block) = (0..<4 * Self.blockSize, 4 * Self.blockSize)
    expect(file.canLoad(before))
    expect(file.part(before) != nil)
    expect(!file.canLoad(block + 5..<block + 6))
    expect(!file.canLoad(block - 1..<block + 1))
    expectNil(file.part(block - 1..<block + 1))
    expect(file.canLoad(block + Self.blockSize..<Self.count))
  }
}

@Suite("Partition point") struct PartitionPointTests {
  @Test func `is found from every guess`() {
    for count in [0, 1, 2, 17, 300] {
      for place in 0...count {
        for guess in -1...count {
          expectEqual(partitionPoint(count, near: guess) { $0 < place }, place)
        }
      }
    }
  }

  @Test func `needs few comparisons near the guess`() {
    let (count, guess) = (1_000_000, 500_000)
    for distance in -50...50 {
      var asked: [Int] = []
      let place = partitionPoint(count, near: guess) { number in
        asked.append(number)
        return number < guess + distance
      }
      expectEqual(place, guess + distance)
      expectLess(asked.count, 12)
      expect(asked.allSatisfy { abs($0 - guess) < 100 })
    }
  }
}

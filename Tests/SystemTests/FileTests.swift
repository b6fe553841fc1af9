import Glibc
import System
import TestSupport
import Testing

@Suite struct FileTests {
  private typealias OpenFile = System.OpenFile<SystemError>
  private typealias FileSystem = System.FileSystem<SystemError>
  private typealias DurableFile = System.DurableFile<SystemError>

  @Test func `what is written is read back, from any place and in pieces`() throws {
    let folder = try TemporaryFolder()
    let file = try OpenFile(folder.path("new"), [.readWrite, .create, .exclusive])
    try file.write(Array(0..<100))
    expectEqual(file.size, 100)
    try expectEqual(file.bytes(from: 90, atMost: 5), Array(90..<95))
    try expectEqual(file.bytes(20, at: 95), Array(95..<100))
    var sizes: [Int] = []
    try file.forEachPiece(of: 40) { sizes.append($0.count) }
    expectEqual(sizes, [40, 40, 20])
    try file.truncate(to: 10)
    try expectEqual(OpenFile.reading(file.path).rest(), Array(0..<10))
  }

  @Test func `bytes that are wiped are zeros`() {
    var (bytes, none) = ([1, 2, 3] as [UInt8], [] as [UInt8])
    bytes.wipe()
    none.wipe()
    expectEqual(bytes, [0, 0, 0])
    expectEqual(none, [])
  }

  @Test func `an error says what was being done, to what, and why`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("none")
    expectThrows(SystemError(.opening, path, .noSuchFile)) {
      _ = try OpenFile(path, .readOnly).size
    }
    expectThrows(SystemError(.opening, folder.path, .notARegularFile)) {
      _ = try OpenFile.reading(folder.path).size
    }
    expectThrows(SystemError(.opening, path, .noSuchFile)) { try FileSystem.sync(folder: path) }
  }

  @Test func `a durable file is there when it is committed, and not before`() throws {
    let folder = try TemporaryFolder()
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
    try expectEqual(OpenFile.reading(path).rest(), [1, 2])
  }

  @Test func `an open file stays open as long as its name can be seen`() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "file")
    let file = try OpenFile(folder.path("file"), .readOnly)
    let descriptor = file.descriptor
    try expectEqual(descriptor.rest(), Array("text".utf8))
  }

  @Test func `a tree is removed through no link, but for the names to be left`() throws {
    let folder = try TemporaryFolder()
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

  @Test func `a new name is refused where something stands`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "a")
    try folder.write("b", to: "b")
    try expect(!FileSystem.rename(folder.path("a"), toFree: folder.path("b")))
    try expect(FileSystem.rename(folder.path("a"), toFree: folder.path("c")))
    try expectEqual(FileSystem.names(in: folder.path), ["b", "c"])
  }
}

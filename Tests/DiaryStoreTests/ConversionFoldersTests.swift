import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import DiaryStore

/// What is beside a store that is encrypted where folders can't be exchanged in one step.
@Suite("The folders of a conversion")
struct ConversionFoldersTests {
  private let folder: TemporaryFolder
  private let folders: ConversionFolders

  init() throws {
    folder = try TemporaryFolder()
    folders = ConversionFolders(of: folder.path("diary"))
  }

  /// Folders with a lock, as stores have one, which say what they are.
  private func make(_ paths: String...) throws {
    for path in paths {
      let name = String(path.dropFirst(folder.path.count + 1))
      try folder.write("", to: name + "/.lock")
      try folder.write(name, to: name + "/said")
    }
  }

  /// What each folder said of itself at first, by its name now.
  private func said() throws -> [String: String] {
    var said: [String: String] = [:]
    for name in try FileSystem.names(in: folder.path) {
      said[name] = try folder.text(name + "/said")
    }
    return said
  }

  @Test func `the copy takes the store's place, and the store the copy's`() throws {
    try make(folders.store, folders.copy)
    try folders.exchange()
    try expectEqual(said()["diary"], ".diary.photodiary-conversion")
    try expectEqual(said().count, 2)
    try folders.clear()
    try expectEqual(said(), ["diary": ".diary.photodiary-conversion"])
  }

  @Test func `a store that was moved away and not replaced is taken back`() throws {
    try make(folders.replaced, folders.copy)
    try StoreLayout(root: folders.store).takeBackReplaced()
    try expectEqual(said()["diary"], ".diary.photodiary-replaced")
    try folders.clear()
    try expectEqual(said(), ["diary": ".diary.photodiary-replaced"])
  }

  @Test func `so is one that a link leads to`() throws {
    try make(folders.replaced)
    expectEqual(symlink(folders.store, folder.path("link")), 0)
    try StoreLayout(root: folder.path("link")).takeBackReplaced()
    try expectEqual(folder.text("link/said"), ".diary.photodiary-replaced")
  }

  @Test func `what was replaced goes, even before it has the copy's name`() throws {
    try make(folders.store, folders.replaced)
    try StoreLayout(root: folders.store).takeBackReplaced()
    try expectEqual(said().count, 2)
    try folders.clear()
    try expectEqual(said(), ["diary": "diary"])
  }

  @Test func `where somebody has made a store meanwhile, all three stay`() throws {
    try make(folders.store, folders.replaced, folders.copy)
    let before = try said()
    expectThrows(DiaryError.self) { try folders.clear() }
    expectThrows(DiaryError.self) { try folders.clear() }
    try StoreLayout(root: folders.store).takeBackReplaced()
    try expectEqual(said(), before)
  }

  @Test func `a program that is about to put the copy there is waited for`() async throws {
    try make(folders.replaced, folders.copy)
    let lock = try FileLock(StoreLayout(root: folders.replaced).lock)
    async let takenBack: Void = StoreLayout(root: folders.store).takeBackReplaced()
    try FileSystem.rename(folders.copy, to: folders.store)
    try FileSystem.rename(folders.replaced, to: folders.copy)
    _ = consume lock
    try await takenBack
    try expectEqual(said()["diary"], ".diary.photodiary-conversion")
  }
}

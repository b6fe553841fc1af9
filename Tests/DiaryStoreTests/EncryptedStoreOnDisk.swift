import DiaryCore
import DiaryKeys
import System
import TestSupport
import Testing

@testable import DiaryStore

/// An encrypted store with a photo, in a folder of a test's own.
struct EncryptedStoreOnDisk {
  let folder: TemporaryFolder
  let clock = TestClock()
  let keyring = Keyring()
  let words = RecoveryWords()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("PhotoDiary store, format 3\n", to: "store/FORMAT.txt")
    let keys = StoreKeys(of: StoreLayout(root: folder.path("store"), cipher: cipher))
    try keys.keep(keyring, under: words)
    try keys.keepRecipient(of: keyring)
  }

  var root: String { folder.path("store") }
  var cipher: StoreCipher { StoreCipher(keyring) }

  func service(of name: String = "store") -> DiaryService {
    let repository = DiskRepository(
      root: folder.path(name), cipher: cipher, devicePath: folder.path("state/device"),
      defaultAuthorName: { "Author-7f41" }, now: clock.tick)
    return DiaryService(repository: repository, inspector: AnyFileInspector(), now: clock.tick)
  }

  /// Adds an entry with a photo of these bytes. Returns where that is, within the store.
  @discardableResult
  func addPhotoEntry(_ title: String, _ bytes: [UInt8]) async throws -> String {
    let diary = service()
    let photo = try await diary.addPhoto(at: try folder.write(bytes, to: "photo.jpg")).photo
    _ = try await diary.add(try fields(title, photos: [photo]))
    try await diary.settle()
    await diary.finish()
    return String(diary.path(of: photo.file).dropFirst(root.count + 1))
  }

  /// The pieces of the logs in the order of their bytes, by their paths within the store.
  func pieces() throws -> [String] {
    try files("log").map { "log/" + $0 }.sorted { one, other in
      let starts = [one, other].map { LogPiece(Path.name($0))?.range.lowerBound ?? 0 }
      return starts[0] < starts[1]
    }
  }

  func files(_ folder: String) throws -> [String] {
    try DiaryStore.FileSystem.files(below: self.folder.path("store/" + folder))
  }

  /// Changes a bit in the middle of a file.
  func damage(_ name: String) throws {
    var bytes = try folder.read(name)
    bytes[bytes.count / 2] ^= 1
    try folder.write(bytes, to: name)
  }

  func findings(in name: String = "store") throws -> [StoreIssue] {
    var found: [StoreIssue] = []
    _ = try StoreVerifier(root: folder.path(name), cipher: cipher).run { found.append($0) }
    return found.filter { $0.kind != .openToOthers }
  }

  func repair(prunes: Bool = false) throws -> [RepairAction] {
    var actions: [RepairAction] = []
    let repair = StoreRepair(
      root: root, cipher: cipher, devicePath: folder.path("state/device"),
      draftsFolder: folder.path("drafts"), authorName: { "Author-7f41" }, now: clock.tick)
    try repair.run(prunes: prunes) { actions.append($0) }
    return actions
  }
}

import DiaryCore
import DiaryKeys
import DiaryStore
import MemoryStore
import Synchronization
import TestSupport
import Testing

/// Every repository that there is. Each test of the contract runs against all of them.
enum RepositoryKind: CaseIterable, CustomTestStringConvertible {
  case memory
  case disk
  case encrypted

  var testDescription: String {
    switch self {
    case .memory: "in memory"
    case .disk: "on disk"
    case .encrypted: "on disk, encrypted"
    }
  }
}

/// A repository in a folder of its own, with a clock that moves a second with every look.
struct RepositoryUnderTest {
  let folder: TemporaryFolder
  let repository: any DiaryRepository
  let service: DiaryService
  private let clock: TestClock
  private let keyring = Keyring()

  init(_ kind: RepositoryKind) throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    self.folder = folder
    self.clock = clock
    repository =
      switch kind {
      case .memory: MemoryRepository(now: clock.tick)
      case .disk, .encrypted:
        DiskRepository(
          root: folder.path + "/store", cipher: StoreCipher(keyring),
          devicePath: folder.path + "/state/device", defaultAuthorName: { "Author" },
          now: clock.tick)
      }
    if kind == .encrypted {
      try folder.write("PhotoDiary store, format 3\n", to: "store/FORMAT.txt")
    }
    service = DiaryService(repository: repository, inspector: AnyFileInspector(), now: clock.tick)
  }

  /// What the diary gives of a file; `nil` where it can't be read.
  func bytes(of file: AssetFile) -> [UInt8]? {
    var bytes: [UInt8] = []
    return service.assetOpener.read(service.path(of: file)) { bytes += $0 } ? bytes : nil
  }

  /// The diary as a program sees it that starts now: what is on disk is read anew.
  func reopened() -> DiaryService {
    guard repository is DiskRepository else { return service }
    let again = DiskRepository(
      root: folder.path + "/store", cipher: StoreCipher(keyring),
      devicePath: folder.path + "/state/device", defaultAuthorName: { "Author" }, now: clock.tick)
    return DiaryService(repository: again, inspector: AnyFileInspector(), now: clock.tick)
  }
}

final class TestClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_795_000_000_000)

  @Sendable func tick() -> Timestamp {
    milliseconds.withLock { value in
      value += 1000
      return Timestamp(milliseconds: value)
    }
  }
}

/// Takes every readable file for a JPEG, so that the store can be tested without pictures.
struct AnyFileInspector: PhotoInspector {
  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    PhotoFacts(type: MediaType("image/jpeg"), width: 4, height: 3)
  }
}

func fields(
  _ title: String, on date: String = "2026-11-19T07:30:00+09:00", content: String = "",
  photos: [Photo] = [], tags: [String] = []
) throws -> EntryFields {
  EntryFields(
    date: try #require(EntryDate(date)), title: title, content: content, photos: photos, tags: tags)
}

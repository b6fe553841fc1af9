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
  case together
  case togetherOnDisk

  var testDescription: String {
    switch self {
    case .memory: "in memory"
    case .disk: "on disk"
    case .encrypted: "on disk, encrypted"
    case .together: "three in memory as one"
    case .togetherOnDisk: "three on disk as one"
    }
  }
}

/// A repository in a folder of its own, with a clock that moves a second with every look.
struct RepositoryUnderTest {
  let folder: TemporaryFolder
  let repository: any DiaryRepository
  let service: DiaryService
  private let clock: TestClock
  /// The diary as a program finds it that starts; `nil` where it would be another one.
  private let open: (() -> any DiaryRepository)?

  /// - Parameter spreads: of several diaries, whether entries are put into all of them, or into the first.
  init(_ kind: RepositoryKind, spreads: Bool = true) throws {
    let folder = try TemporaryFolder()
    let clock = TestClock()
    let keyring = Keyring()
    self.folder = folder
    self.clock = clock
    func onDisk(_ name: String) -> DiskRepository {
      DiskRepository(
        root: "\(folder.path)/\(name)", cipher: StoreCipher(keyring),
        devicePath: "\(folder.path)/state/\(name)/device", defaultAuthorName: { "Author" },
        now: clock.tick)
    }
    switch kind {
    case .memory:
      open = nil
      repository = MemoryRepository(now: clock.tick)
    case .disk, .encrypted:
      open = { onDisk("store") }
      repository = onDisk("store")
    case .together:
      open = nil
      repository = Self.together(spreads) { _ in MemoryRepository(now: clock.tick) }
    case .togetherOnDisk:
      open = { Self.together(spreads, onDisk) }
      repository = Self.together(spreads, onDisk)
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
    guard let open else { return service }
    return DiaryService(repository: open(), inspector: AnyFileInspector(), now: clock.tick)
  }

  /// Three as one. What has files or a journal of its own goes into the first: those are counted once,
  /// and what is decided about journals is decided there.
  private static func together(
    _ spreads: Bool, _ make: (String) -> any DiaryRepository
  ) -> CombinedRepository {
    let names = ["store", "Family", "Friends"]
    let parts = names.map { CombinedRepository.Part(DiaryName($0), make($0)) }
    return CombinedRepository(parts[0], Array(parts[1...])) { entry in
      let isPlain = entry.files.isEmpty && entry.journal == EntryFields.defaultJournal
      guard spreads, isPlain, let digit = entry.id.description.unicodeScalars.last else { return 0 }
      return Int(digit.value) % names.count
    }
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
    date: try require(EntryDate(date)), title: title, content: content, photos: photos, tags: tags)
}

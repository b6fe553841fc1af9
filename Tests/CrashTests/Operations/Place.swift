import DiaryCore
import DiaryStore
import Foundation
import Glibc
import TestSupport

/// A diary and all that belongs to it in one folder, gone with the test.
final class Place {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: exports, withIntermediateDirectories: true)
  }

  /// The same files in a folder of their own.
  init(copying other: Place) throws {
    folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: other.folder.path) {
      try FileManager.default.copyItem(atPath: other.folder.path(name), toPath: folder.path(name))
    }
  }

  /// All that the program writes is in here.
  var home: String { folder.path("home") }
  var store: String { home + "/diary" }
  var index: String { store + "/index.json" }
  var device: String { home + "/state/photodiary/device" }
  /// The folder in which exports are made.
  var exports: String { home + "/exports" }
  var export: String { exports + "/diary" }
  var backups: String { exports + "/backups" }

  private var environment: [String: String?] {
    [
      "HOME": folder.path, "PHOTODIARY_STORE": store, "XDG_STATE_HOME": home + "/state",
      "XDG_CONFIG_HOME": folder.path("config"), "XDG_CACHE_HOME": folder.path("cache"),
    ]
  }

  func trace(_ arguments: [String], failure: FaultPoint? = nil) throws -> TracedRun {
    try TracedRun(
      BuiltProgram.path("photodiary"), arguments, watching: [home], failure: failure,
      environment: environment)
  }

  func run(_ arguments: [String]) throws -> ProgramResult {
    try ProgramResult.run(
      BuiltProgram.path("photodiary"), arguments, environment: environment)
  }

  /// A place with nothing but what the program is given to read.
  convenience init(withSourcesOf other: Place) throws {
    try self.init(copying: other)
    try FileManager.default.removeItem(atPath: home)
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
  }

  // MARK: Without the program

  /// A program that opens the diary anew. `time` is its clock's, now if none is given.
  func service(at time: Timestamp? = nil) -> DiaryService {
    let now: @Sendable () -> Timestamp = { time ?? Self.now }
    let repository = DiskRepository(
      root: store, devicePath: device, defaultAuthorName: { "Author" }, now: now)
    return DiaryService(repository: repository, inspector: PNGInspector(), now: now)
  }

  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// What a check of the diary finds wrong; photos that nothing refers to, too, if they count. A
  /// diary that isn't there is sound.
  func faults(orphansCount: Bool = false) throws -> [String] {
    guard access(store, F_OK) == 0 else { return [] }
    var faults: [String] = []
    _ = try StoreVerifier(root: store).run { finding in
      if finding.severity == .fault || orphansCount && finding.kind == .orphanAsset {
        faults.append("\(finding.kind.rawValue) \(finding.file)")
      }
    }
    return faults
  }
}

/// Knows photos of one kind without looking.
struct PNGInspector: PhotoInspector {
  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    PhotoFacts(type: MediaType("image/png"), width: 4, height: 3)
  }
}

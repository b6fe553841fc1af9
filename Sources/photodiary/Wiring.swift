import DiaryCore
import DiaryStore
import Glibc
import Photos

/// The parts of the program, put together for one diary.
struct Wiring: Sendable {
  let folders: Folders
  let diary: DiaryService
  let inspector: any PhotoInspector
  /// What decodes and draws photos; `nil` when it isn't installed.
  let pictureProgram: PictureProgram?

  init(store: String?) throws { self.init(try Folders(store: store)) }

  init(_ folders: Folders) {
    self.folders = folders
    let repository = DiskRepository(
      root: folders.store, devicePath: folders.device, defaultAuthorName: Self.personsName,
      now: LocalTime.now)
    pictureProgram = PictureProgram.find()
    inspector = RememberingInspector(PictureProgramInspector(pictureProgram))
    diary = DiaryService(repository: repository, inspector: inspector, now: LocalTime.now)
  }

  /// Ticks when a program may have changed the diary.
  func ticks() -> AsyncStream<Void> { StoreWatch.ticks(of: StoreLayout(root: folders.store)) }

  /// The name that the system has for whoever runs the program.
  private static func personsName() -> String {
    guard let record = getpwuid(getuid()) else { return "" }
    // The first of the comma-separated fields is the full name.
    let full = record.pointee.pw_gecos.map { String(cString: $0) }?.prefix { $0 != "," }
    if let full, !full.isBlank { return String(full) }
    return String(cString: record.pointee.pw_name)
  }
}

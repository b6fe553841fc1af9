import DiaryCore
import System

/// The folder in which an export grows before anyone sees it. It goes with all that is in it,
/// unless it has been published.
struct StagingFolder: ~Copyable {
  private static let mark = ".photodiary-"

  private var place: LockedFolder
  var folder: Folder { _read { yield place.folder } }

  /// Makes it in a folder, for an export called `export`. What exports left there that were killed
  /// goes.
  init(in path: String, for export: String) throws(DiaryError) {
    let parent = try Folder(at: path)
    StaleFiles.remove(from: parent, named: Self.isLeftover)
    place = try LockedFolder(in: parent, called: Self.newName(for: export))
  }

  /// The name of something that an export grows in.
  static func newName(for export: String) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    // Names have 255 bytes; what the export is called only helps a person to see whose it is.
    let label = String(decoding: export.utf8.prefix(100), as: UTF8.self)
    return ".\(label)\(mark)\(number)"
  }

  /// Whether an export grows in what has that name, or was killed and left it.
  static func isLeftover(_ name: String) -> Bool {
    let name = name.utf8
    guard name.first == UInt8(ascii: "."), let dash = name.lastIndex(of: UInt8(ascii: "-")) else {
      return false
    }
    return name[...dash].suffix(mark.utf8.count).elementsEqual(mark.utf8)
      && name[dash...].dropFirst().allSatisfy { hexadecimalValue(of: $0) != nil }
  }

  func isInside(_ path: String) -> Bool { place.parent.path == path }

  /// Gives it the permissions and the name of the export. What stands at that name may only be
  /// an empty folder, whose permissions it takes over.
  mutating func publish(as export: String) throws(DiaryError) {
    let mode =
      if let status = place.parent.status(of: export) { status.permissions } else {
        try newFolderMode()
      }
    try folder.setPermissions(mode)
    try folder.syncAll()
    try place.parent.rename(place.name, to: export)
    place.keep()
    // The export stands whole; but nobody shall be told so who could lose it in a power cut.
    try place.parent.sync()
  }

  /// The permissions that new folders get here; the process's mask can't be read without
  /// setting it for every thread.
  private func newFolderMode() throws(DiaryError) -> UInt32 {
    let probe = ".mode"
    let mode = try folder.subfolder(making: probe).status().permissions
    folder.removeEmptyFolder(probe)
    return mode
  }
}

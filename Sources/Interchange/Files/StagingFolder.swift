import DiaryCore
import Glibc

/// The folder in which an export grows before anyone sees it. It goes with all that is in it,
/// unless it has been published.
struct StagingFolder: ~Copyable {
  private static let mark = ".photodiary-"

  private let parent: Folder
  private let name: String
  let folder: Folder
  private var isPublished = false

  /// Makes it in a folder, for an export called `export`.
  init(in path: String, for export: String) throws(DiaryError) {
    let parent = try Folder(at: path)
    let name = Self.newName(for: export)
    // A diary is private: until it is where it should be, nobody else may look.
    guard mkdirat(parent.descriptor, name, 0o700) == 0 else {
      throw Folder.failure(.makingFolderIn, path)
    }
    do throws(DiaryError) {
      folder = try parent.subfolder(name)
    } catch {
      parent.removeTree(name)
      throw error
    }
    self.parent = parent
    self.name = name
  }

  /// The name of something that an export grows in.
  static func newName(for export: String) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    // Names have 255 bytes; what the export is called only helps a person to see whose it is.
    let label = String(decoding: export.utf8.prefix(100), as: UTF8.self)
    return ".\(label)\(mark)\(number)"
  }

  deinit {
    if !isPublished { parent.removeTree(name) }
  }

  /// Whether something of that name was left by an export that was killed.
  static func isLeftover(_ name: String) -> Bool {
    name.hasPrefix(".") && name.utf8.firstRange(of: mark.utf8) != nil
  }

  func isInside(_ path: String) -> Bool { parent.path == path }

  /// Gives it the permissions and the name of the export. What stands at that name may only be
  /// an empty folder, whose permissions it takes over.
  mutating func publish(as export: String) throws(DiaryError) {
    let mode =
      if let status = parent.status(of: export) { status.st_mode } else { try newFolderMode() }
    guard fchmod(folder.descriptor, mode & 0o7777) == 0 else {
      throw Folder.failure(.settingPermissionsOf, folder.path)
    }
    try folder.syncFileSystem()
    guard renameat(parent.descriptor, name, parent.descriptor, export) == 0 else {
      throw Folder.failure(.making, "\(parent.path)/\(export)")
    }
    isPublished = true
    // The export stands whole; but nobody shall be told so who could lose it in a power cut.
    try parent.sync()
  }

  /// The permissions that new folders get here; the process's mask can't be read without
  /// setting it for every thread.
  private func newFolderMode() throws(DiaryError) -> mode_t {
    let probe = ".mode"
    let mode = try folder.subfolder(making: probe).status().st_mode
    unlinkat(folder.descriptor, probe, AT_REMOVEDIR)
    return mode
  }
}

import Crypto
import DiaryCore
import System
import Text

/// The hidden folder in which an export is built before it's published. Deleted with this value
/// unless published.
struct StagingFolder: ~Copyable {
  private static let mark = ".photodiary-"

  private var place: LockedFolder
  var folder: Folder { _read { yield place.folder } }

  /// Creates the folder in `path`, for an export named `export`. Also deletes those that killed
  /// exports left there.
  init(in path: String, for export: String) throws(DiaryError) {
    let parent = try Folder(at: path)
    StaleFiles.remove(from: parent, named: Self.isLeftover)
    place = try LockedFolder(in: parent, named: Self.newName(for: export))
  }

  /// Returns a new name for the file or folder in which an export is built.
  static func newName(for export: String) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    // File names are limited to 255 bytes. The label only shows people which export it belongs to.
    let label = String(decoding: export.utf8.prefix(100), as: UTF8.self)
    return ".\(label)\(mark)\(number)"
  }

  /// Returns `true` for names made by `newName(for:)`.
  static func isLeftover(_ name: String) -> Bool {
    let name = name.utf8
    guard name.first == UInt8(ascii: "."), let dash = name.lastIndex(of: UInt8(ascii: "-")) else {
      return false
    }
    return name[...dash].suffix(mark.utf8.count).elementsEqual(mark.utf8)
      && name[dash...].dropFirst().allSatisfy { hexadecimalValue(of: $0) != nil }
  }

  func isInside(_ path: String) -> Bool { place.parent.path == path }

  /// Moves the folder to the export's name and sets its permissions. Only an empty folder may exist
  /// under that name; its permissions are kept.
  mutating func publish(as export: String) throws(DiaryError) {
    let mode =
      if let status = place.parent.status(of: export) { status.permissions } else {
        try newFolderMode()
      }
    try folder.setPermissions(mode)
    try folder.syncAll()
    try place.parent.rename(place.name, to: export)
    place.keep()
    // Don't report success while a power cut could still lose the export.
    try place.parent.sync()
  }

  /// Returns the default permissions of new folders here, by creating one: reading the umask would
  /// mean changing it for every thread.
  private func newFolderMode() throws(DiaryError) -> UInt32 {
    let probe = ".mode"
    let mode = try folder.subfolder(making: probe).status().permissions
    folder.removeEmptyFolder(probe)
    return mode
  }
}

/// A private folder that is deleted with its contents when this value is destroyed, unless it's
/// kept. The lock distinguishes it from folders that killed processes left behind.
struct LockedFolder: ~Copyable {
  let parent: Folder
  let name: String
  let folder: Folder
  private var isKept = false

  init(in parent: consuming Folder, named name: String) throws(DiaryError) {
    // The diary is private: other users must not see it before it's published.
    try parent.makeFolder(name)
    do throws(DiaryError) {
      folder = try parent.subfolder(name)
    } catch {
      parent.removeTree(name)
      throw error
    }
    StaleFiles.lock(folder.descriptor)
    self.parent = parent
    self.name = name
  }

  mutating func keep() { isKept = true }

  deinit {
    if !isKept { parent.removeTree(name) }
  }
}

/// Finds and deletes what killed processes left behind: files and folders that are no longer
/// locked.
enum StaleFiles {
  /// The minimum age in seconds. A newer file's owner may not have locked it yet.
  private static let defaultGrace = 60

  /// Locks an open file or folder until it's closed. On file systems without locks, nothing is ever
  /// considered stale.
  static func lock(_ descriptor: Descriptor) { descriptor.tryFlock() }

  /// Removes the user's unlocked files and folders whose names match, if they are older than
  /// `grace` seconds.
  static func remove(
    from parent: borrowing Folder, grace: Int = defaultGrace, named isOurs: (String) -> Bool
  ) {
    guard let names = try? parent.names() else { return }
    for name in names where isOurs(name) {
      guard let status = parent.status(of: name), status.owner == CurrentUser.id,
        SystemClock.seconds - status.changed.seconds > grace,
        let left = try? parent.file(name), left.descriptor.tryFlock()
      else { continue }
      if (try? parent.descriptor.unlink(name)) == nil { parent.removeTree(name) }
    }
  }
}

extension Folder {
  /// Returns `true` if there is a regular file at a path in this folder.
  func containsFile(_ file: ExportPath) -> Bool {
    status(at: file)?.isRegularFile ?? false
  }

  /// Returns the status of the file at a path in this folder, or `nil` if there is none. Doesn't
  /// follow symbolic links.
  func status(at file: ExportPath) -> FileStatus? {
    guard let name = file.folder else { return status(of: file.name) }
    guard let folder = try? subfolder(name) else { return nil }
    return folder.status(of: file.name)
  }

  /// Returns the SHA-256 of the regular file at a path, or `nil` if there is none. Doesn't follow
  /// symbolic links.
  func digest(of file: ExportPath) -> AssetID? {
    guard let name = file.folder else { return digest(of: file.name) }
    return (try? subfolder(name))?.digest(of: file.name)
  }

  private func digest(of name: String) -> AssetID? {
    var hash = SHA256()
    let isRead: Void? = try? file(name).forEachPiece(of: 1 << 16) { piece throws(DiaryError) in
      hash.update(data: piece)
    }
    return isRead.map { AssetID(digest: hash.finalize()) }
  }

  /// Creates a file at a path, and its folder if needed.
  func newFile(at file: ExportPath) throws(DiaryError) -> OpenFile {
    guard let name = file.folder else { return try newFile(file.name) }
    return try subfolder(making: name).newFile(file.name)
  }

  func remove(_ file: ExportPath) throws(DiaryError) {
    guard let name = file.folder else { return try remove(file: file.name) }
    guard status(of: name) != nil else { return }
    try subfolder(name).remove(file: file.name)
  }

  /// Moves a file here from the same path in another tree.
  func move(_ file: ExportPath, from other: borrowing Folder) throws(DiaryError) {
    guard let name = file.folder else { return try move(file.name, from: other) }
    try subfolder(making: name).move(file.name, from: try other.subfolder(name))
  }
}

/// Checks on files that the user named.
package enum InputFile {
  /// Returns the reason why a photo can't be read from a path, or `nil` if it can.
  static func failure(of path: String) -> PhotoError? {
    guard let status = status(of: path) else { return .missing }
    switch status.kind {
    case .folder: return .isFolder
    case .file: return FileSystem.isReadable(path) ? nil : .unreadable
    case .link, .other: return .notAFile
    }
  }

  /// Returns the size in bytes of a readable regular file, or `nil` for anything else. Follows
  /// links.
  package static func size(of path: String) -> Int64? {
    guard failure(of: path) == nil else { return nil }
    return status(of: path).map { Int64($0.size) }
  }

  private static func status(of path: String) -> FileStatus? {
    // A NUL would cut the path short and name a different file.
    path.utf8.contains(0) ? nil : FileSystem.status(of: path)
  }
}

/// Converts system errors to export errors.
enum ExportErrors: ErrorMapping {
  static func failure(_ error: SystemError) -> DiaryError {
    let words = error.number?.message ?? localized("it isn't a regular file")
    return .export(
      path: error.path, .failed(reason: "\(error.operation.description(of: error.path)): \(words)"))
  }
}

// Files and folders whose errors are export errors.
typealias OpenFile = System.OpenFile<ExportErrors>
typealias Folder = System.Folder<ExportErrors>
typealias FileSystem = System.FileSystem<ExportErrors>

/// A file that an import reads; the importer words its errors.
typealias SourceFile = System.OpenFile<SystemError>

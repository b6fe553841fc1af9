import Crypto
import DiaryCore
import Localization
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

/// A private folder that goes with this value and all that is in it, unless it is kept. It is locked
/// meanwhile, which tells it from what a program left that was killed.
struct LockedFolder: ~Copyable {
  let parent: Folder
  let name: String
  let folder: Folder
  private var isKept = false

  init(in parent: consuming Folder, called name: String) throws(DiaryError) {
    // A diary is private: until it is where it should be, nobody else may look.
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

/// What a program left that was killed: a file or folder that nobody has locked any more.
enum StaleFiles {
  /// In seconds. What was made just now may not be locked yet.
  private static let graceOfNew = 60

  /// Locks what is open until it is closed. Where the file system knows no locks, nothing is ever
  /// taken for left.
  static func lock(_ descriptor: Descriptor) { descriptor.tryFlock() }

  /// Removes what was left in a folder under such names, if it is that many seconds old.
  static func remove(
    from parent: borrowing Folder, grace: Int = graceOfNew, named isOurs: (String) -> Bool
  ) {
    guard let names = try? parent.names() else { return }
    for name in names where isOurs(name) {
      guard let status = parent.status(of: name), status.owner == CurrentUser.number,
        SystemClock.seconds - status.changed.seconds > grace,
        let left = try? parent.file(name), left.descriptor.tryFlock()
      else { continue }
      if (try? parent.descriptor.unlink(name)) == nil { parent.removeTree(name) }
    }
  }
}

extension Folder {
  /// Whether a regular file stands at a path in it.
  func holdsFile(_ file: ExportPath) -> Bool {
    status(at: file)?.isRegularFile ?? false
  }

  /// What stands at a path in it, through no symbolic link; `nil` if nothing does.
  func status(at file: ExportPath) -> FileStatus? {
    guard let name = file.folder else { return status(of: file.name) }
    guard let folder = try? subfolder(name) else { return nil }
    return folder.status(of: file.name)
  }

  /// The SHA-256 of a regular file at a path, through no symbolic link; `nil` where there is none.
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

  /// A new file at a path, its folder made if need be.
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
  func take(_ file: ExportPath, from other: borrowing Folder) throws(DiaryError) {
    guard let name = file.folder else { return try take(file.name, from: other) }
    try subfolder(making: name).take(file.name, from: try other.subfolder(name))
  }
}

/// Files that are read, as their paths came.
package enum InputFile {
  /// Why a photo can't be read from a path; `nil` when it can.
  static func failure(of path: String) -> PhotoError? {
    guard let status = status(of: path) else { return .missing }
    switch status.kind {
    case .folder: return .isFolder
    case .file: return FileSystem.isReadable(path) ? nil : .unreadable
    case .link, .other: return .notAFile
    }
  }

  /// The size of a regular file that can be read, through links too; `nil` for anything else.
  package static func size(of path: String) -> Int64? {
    guard failure(of: path) == nil else { return nil }
    return status(of: path).map { Int64($0.size) }
  }

  private static func status(of path: String) -> FileStatus? {
    // A path with a NUL in it would be that of another file.
    path.utf8.contains(0) ? nil : FileSystem.status(of: path)
  }
}

/// The system's errors as those of an export.
enum ExportErrors: ErrorMapping {
  static func failure(_ error: SystemError) -> DiaryError {
    let words = error.number?.words ?? localized("it isn't a regular file")
    return .export(
      path: error.path, .failed(reason: "\(error.operation.words(error.path)): \(words)"))
  }
}

// Files and folders whose failures are those of an export.
typealias OpenFile = System.OpenFile<ExportErrors>
typealias Folder = System.Folder<ExportErrors>
typealias FileSystem = System.FileSystem<ExportErrors>

/// A file that an import reads, which has words of its own for what fails.
typealias SourceFile = System.OpenFile<SystemError>

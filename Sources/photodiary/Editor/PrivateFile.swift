import System

/// A file in a folder of its own that nobody else may enter, removed with this value unless
/// it is kept.
struct PrivateFile: ~Copyable {
  let path: String
  private let folder: String
  private var isKept = false

  /// Makes the file in memory, where there is a folder for that, else under `$TMPDIR`, else in `/tmp`.
  init(name: String, text: String) throws(CommandError) {
    let folder = try TemporaryFolder.make(inMemory: true)
    let path = folder + "/" + name
    do throws(SystemError) {
      try OpenFile(path, [.writeOnly, .create, .truncate]).write(Array(text.utf8))
    } catch {
      TemporaryFolder.remove(folder)
      throw .noTemporaryFolder(error.words)
    }
    self.folder = folder
    self.path = path
  }

  deinit {
    // An editor's own left-overs (backups, swap files) hold the text as well.
    if !isKept { TemporaryFolder.remove(folder) }
  }

  /// Leaves the file where it is.
  mutating func keep() { isKept = true }

  /// When the file was last written to, as far as that is known.
  var modified: FileTime? { FileSystem.status(of: path)?.modified }

  /// What is in the file now; `nil` when it is gone or can't be read.
  func bytes() -> [UInt8]? { try? OpenFile(path, .readOnly).rest() }
}

/// Folders that are there for a while, entered by their owner alone.
enum TemporaryFolder {
  /// The folder of this person's programs that lives in memory; `nil` where there is none.
  static var memory: String? {
    guard let folder = Environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
      FileSystem.isFolder(folder), FileSystem.isWritable(folder)
    else { return nil }
    return folder
  }

  /// A new one under `$TMPDIR`, else `/tmp`.
  static func make(inMemory: Bool = false) throws(CommandError) -> String {
    let place = (inMemory ? memory : nil) ?? FileSystem.temporaryFolder
    do throws(ErrorNumber) {
      return try FileSystem.makeTemporaryFolder(place + "/photodiary-")
    } catch {
      throw .noTemporaryFolder(error.words)
    }
  }

  /// Removes a folder with everything in it. Symbolic links are removed, not followed.
  static func remove(_ path: String) { FileSystem.removeTree(path) }
}

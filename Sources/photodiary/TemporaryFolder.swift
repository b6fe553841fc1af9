import System

/// Folders that are there for a while, entered by their owner alone.
enum TemporaryFolder {
  /// A new one under `$TMPDIR`, else `/tmp`.
  static func make() throws(CommandError) -> String {
    do throws(ErrorNumber) {
      return try FileSystem.makeTemporaryFolder(FileSystem.temporaryFolder + "/photodiary-")
    } catch {
      throw .noTemporaryFolder(reason: error.words)
    }
  }

  /// Removes a folder with everything in it. Symbolic links are removed, not followed.
  static func remove(_ path: String) { FileSystem.removeTree(path) }
}

import DiaryCore
import System

/// An export's folder, which grows beside its place.
final class FolderSink: ExportSink {
  var staging: StagingFolder

  init(_ staging: consuming StagingFolder) { self.staging = staging }

  let mostOpenFiles = 32

  var workFolder: String { Path.split(staging.folder.path).folder }

  /// `false` on a file system such as rclone's, which can't read a file that is being written.
  private var readsBack = true

  func scratch() throws(DiaryError) -> OpenFile {
    if readsBack {
      let file = try staging.folder.newFile(Self.scratchName)
      readsBack =
        (try? file.descriptor.write([0], at: 0)) != nil && (try? file.bytes(1, at: 0)) == [0]
      try staging.folder.remove(file: Self.scratchName)
      if readsBack {
        try file.truncate(to: 0)
        return file
      }
    }
    // There, a file that was removed while it was open is back once it's closed.
    try staging.folder.remove(file: Self.scratchName)
    return try OpenFile.inMemory("photodiary-export", path: staging.folder.path)
  }

  private static let scratchName = ".scratch"

  func newFile(at path: ExportPath) throws(DiaryError) -> OpenFile {
    try staging.folder.newFile(at: path)
  }

  func keep(_ copy: borrowing OpenFile, at path: ExportPath) {}

  func discard(_ copy: borrowing OpenFile, at path: ExportPath) throws(DiaryError) {
    try staging.folder.remove(path)
  }

  func write(_ bytes: [UInt8], to path: ExportPath) throws(DiaryError) {
    try staging.folder.newFile(at: path).write(bytes)
  }

  func begin(_ path: ExportPath) throws(DiaryError) -> GrowingFile {
    GrowingFile(try staging.folder.newFile(at: path))
  }

  func keep(_ file: GrowingFile, at path: ExportPath) {}

  func discard(_ file: GrowingFile, at path: ExportPath) throws(DiaryError) {
    try staging.folder.remove(path)
  }
}

import DiaryCore
import System

/// Where the files of an export go while it is written: a folder, or one encrypted file.
protocol ExportSink: AnyObject {
  /// How many files of the diary may be open in it at once.
  var mostOpenFiles: Int { get }

  /// Where another program may be given what it needs, in a private folder that goes again.
  var workFolder: String { get }

  /// A file without a name, which goes when it is closed.
  func scratch() throws(DiaryError) -> OpenFile

  /// A file that is written through its descriptor, by a program of its own perhaps.
  func newFile(at path: ExportPath) throws(DiaryError) -> OpenFile
  /// Takes such a file as it is now, or takes it back.
  func keep(_ copy: borrowing OpenFile, at path: ExportPath) throws(DiaryError)
  func discard(_ copy: borrowing OpenFile, at path: ExportPath) throws(DiaryError)

  /// Writes a file that is known whole.
  func write(_ bytes: [UInt8], to path: ExportPath) throws(DiaryError)

  /// A file that grows as entries come.
  func begin(_ path: ExportPath) throws(DiaryError) -> GrowingFile
  func keep(_ file: GrowingFile, at path: ExportPath) throws(DiaryError)
  func discard(_ file: GrowingFile, at path: ExportPath) throws(DiaryError)
}

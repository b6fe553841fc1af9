import Age
import DiaryCore
import System

/// An encrypted archive of an export: a tar that goes through age on its way to the disk, where
/// nothing is readable at any time. Photos on their way are in memory, and what grows is sealed by
/// itself until it is whole, for a tar tells a file's size before the file.
final class SealedSink: ExportSink {
  private let target: SealedTarget
  private let folder: Folder
  private let temporaryName: String
  private let tar: ArchiveWriter
  private let file: OpenFile
  private var age: AgeWriter
  private var isPublished = false
  /// Seconds since 1970, that all files in the archive have.
  private let time: Int64

  init(_ target: SealedTarget, passphrase: Passphrase, time: Int64) throws(DiaryError) {
    self.target = target
    self.time = time
    let folder = try Folder(at: target.folder)
    StaleFiles.remove(from: folder, named: StagingFolder.isLeftover)
    let name = StagingFolder.newName(for: target.name)
    age = try Self.writer(passphrase, for: target.path)
    tar = try ArchiveWriter(.tar, for: target.path)
    let file = try folder.newFile(name, mode: 0o600)
    StaleFiles.lock(file.descriptor)
    self.file = file
    self.folder = folder
    temporaryName = name
  }

  private static func writer(
    _ passphrase: Passphrase, for path: String
  ) throws(DiaryError) -> AgeWriter {
    guard let passphrase = AgePassphrase(passphrase.bytes),
      let writer = try? AgeWriter(to: .passphrase(passphrase))
    else { throw .export(path: path, .failed(reason: "scrypt")) }
    return writer
  }

  deinit {
    if !isPublished { try? folder.remove(file: temporaryName) }
  }

  /// Each is in memory.
  let mostOpenFiles = 4

  /// In memory.
  let workFolder = "/dev/shm"

  func scratch() throws(DiaryError) -> OpenFile { try memoryFile() }

  func newFile(at path: ExportPath) throws(DiaryError) -> OpenFile { try memoryFile() }

  private func memoryFile() throws(DiaryError) -> OpenFile {
    try OpenFile.inMemory("photodiary-export", path: target.path)
  }

  func keep(_ copy: borrowing OpenFile, at path: ExportPath) throws(DiaryError) {
    try begin(path, size: Int64(copy.size))
    try copy.forEachPiece(of: 1 << 20) { bytes throws(DiaryError) in try add(bytes) }
  }

  func discard(_ copy: borrowing OpenFile, at path: ExportPath) {}

  func write(_ bytes: [UInt8], to path: ExportPath) throws(DiaryError) {
    try begin(path, size: Int64(bytes.count))
    try add(bytes)
  }

  func begin(_ path: ExportPath) throws(DiaryError) -> GrowingFile {
    let name = StagingFolder.newName(for: target.name)
    let file = try folder.newFile(name, mode: 0o600)
    try folder.remove(file: name)
    return GrowingFile(file, isSealed: true)
  }

  func keep(_ file: GrowingFile, at path: ExportPath) throws(DiaryError) {
    try begin(path, size: file.count)
    try file.read { bytes throws(DiaryError) in try add(bytes) }
  }

  func discard(_ file: GrowingFile, at path: ExportPath) {}

  /// Ends the archive and gives it its name, which nothing else may have by now.
  func publish() throws(DiaryError) {
    try tar.end()
    try sealTar()
    try age.finish { sealed throws(DiaryError) in try file.write(sealed) }
    try file.sync()
    do throws(ErrorNumber) {
      try FileSystem.renameNew("\(folder.path)/\(temporaryName)", to: target.path)
    } catch .exists {
      throw .export(path: target.path, .fileExists)
    } catch {
      throw ExportErrors.failure(.making, target.path, error)
    }
    isPublished = true
    try folder.sync()
  }

  private func begin(_ path: ExportPath, size: Int64) throws(DiaryError) {
    try tar.begin("\(target.stem)/\(path.text)", size: size, time: time)
    try sealTar()
  }

  private func add(_ bytes: [UInt8]) throws(DiaryError) {
    try tar.write(bytes)
    try sealTar()
  }

  private func sealTar() throws(DiaryError) {
    try age.write(tar.take()) { sealed throws(DiaryError) in try file.write(sealed) }
  }
}

/// The place of an encrypted export: one file that isn't there yet.
struct SealedTarget {
  static let ending = ".tar.age"

  /// Without symbolic links.
  let folder: String
  let name: String

  var path: String { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }
  /// What it is called without its ending: the folder in the archive.
  var stem: String { name.hasSuffix(Self.ending) ? String(name.dropLast(Self.ending.count)) : name }

  /// A folder that is there takes a file `diary.tar.age`; any other name gets the ending unless it
  /// has it. Throws when an export of this diary may not go to that place.
  init(at given: String, store: String?) throws(DiaryError) {
    var path = Path.resolved(given)
    if FileSystem.isFolder(path) {
      path += "/diary" + Self.ending
    } else if !path.hasSuffix(".age") {
      path += Self.ending
    }
    if let store, Path.holds(Path.resolved(store), path) {
      throw .export(path: given, .insideStore)
    }
    guard FileSystem.ownStatus(of: path) == nil else { throw .export(path: path, .fileExists) }
    (folder, name) = Path.split(path)
  }
}

import Age
import Crypto
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

/// A file of an export that grows as entries come.
///
/// Where nothing may be readable on the disk, its bytes are sealed with a key that only this value
/// has: they are lost with it.
final class GrowingFile {
  private let file: OpenFile
  private let stream: AgeStream?
  /// Chunks that were sealed.
  private var chunks = 0
  /// What has no whole chunk yet.
  private var pending: [UInt8] = []
  /// Bytes that were written, in clear text.
  private(set) var count: Int64 = 0

  init(_ file: consuming OpenFile, isSealed: Bool = false) {
    self.file = file
    stream = isSealed ? AgeStream(key: SymmetricKey(size: .bits256)) : nil
  }

  func write(_ bytes: [UInt8]) throws(DiaryError) {
    count += Int64(bytes.count)
    guard let stream else { return try file.write(bytes) }
    pending += bytes
    var index = 0
    while pending.count - index >= AgeStream.chunkSize {
      try pending[index..<index + AgeStream.chunkSize].span.bytes.withUnsafeBytes {
        chunk throws(DiaryError) in
        try stream.seal(chunk, number: chunks, isLast: false) { sealed throws(DiaryError) in
          try file.write(sealed)
        }
      }
      chunks += 1
      index += AgeStream.chunkSize
    }
    pending.removeFirst(index)
  }

  /// Gives all that was written to a sealed file, in order, and nothing of another.
  func read(_ take: ([UInt8]) throws(DiaryError) -> Void) throws(DiaryError) {
    guard let stream else { return }
    var number = 0
    try file.forEachPiece(of: AgeStream.sealedSize) { sealed throws(DiaryError) in
      let chunk = sealed.withUnsafeBytes { stream.open($0, number: number, isLast: false) }
      guard let chunk else {
        throw .export(path: file.path, .failed(reason: "ChaCha20-Poly1305"))
      }
      number += 1
      try take(chunk)
    }
    try take(pending)
  }
}

import Crypto
import DiaryCore
import System

/// The destination of an export's files while it's written: a folder or one encrypted file.
protocol ExportSink: AnyObject {
  /// The number of copied files that may be open at a time.
  var maxOpenFiles: Int { get }

  /// A folder in which private temporary folders for other programs can be created.
  var workFolder: String { get }

  /// Creates an unnamed file, which is deleted when closed.
  func scratch() throws -> OpenFile

  /// Creates a file that is written through its descriptor, possibly by another program.
  func newFile(at path: ExportPath) throws -> OpenFile
  /// Completes a file made by `newFile(at:)`.
  func keep(_ file: borrowing OpenFile, at path: ExportPath) throws

  /// Begins a file that grows as entries are added.
  func begin(_ path: ExportPath) throws -> GrowingFile
  /// Completes a file made by `begin`.
  func keep(_ file: GrowingFile) throws

  /// Removes a file instead of keeping it.
  func discard(_ path: ExportPath) throws
}

/// Writes an export to an encrypted archive: a tar that is encrypted with age before it reaches the
/// disk, where nothing is ever readable. Photos are buffered in memory. Growing files are encrypted
/// separately until they are complete, because a tar stores a file's size before its bytes.
final class SealedSink: ExportSink {
  private let target: SealedTarget
  private let folder: Folder
  private let temporaryName: String
  private let tar: ArchiveWriter
  private let file: OpenFile
  private var age: AgeWriter
  private var isPublished = false
  /// The time of all files in the archive, in seconds since 1970.
  private let time: Int64

  init(_ target: SealedTarget, passphrase: Passphrase, time: Int64) throws {
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

  private static func writer(_ passphrase: Passphrase, for path: String) throws -> AgeWriter {
    guard let passphrase = AgePassphrase(passphrase.bytes),
      let writer = try? AgeWriter(to: .passphrase(passphrase))
    else { throw DiaryError.export(path: path, .failed(reason: "scrypt")) }
    return writer
  }

  deinit {
    if !isPublished { try? folder.remove(file: temporaryName) }
  }

  /// Low, because each file is in memory.
  let maxOpenFiles = 4

  /// In memory, so that nothing readable is written to a disk.
  let workFolder = "/dev/shm"

  func scratch() throws -> OpenFile { try memoryFile() }

  func newFile(at path: ExportPath) throws -> OpenFile { try memoryFile() }

  private func memoryFile() throws -> OpenFile {
    try OpenFile.inMemory("photodiary-export", path: target.path)
  }

  func keep(_ file: borrowing OpenFile, at path: ExportPath) throws {
    try begin(path, size: Int64(file.size))
    try file.forEachPiece(of: 1 << 20) { bytes in try add(bytes) }
  }

  func begin(_ path: ExportPath) throws -> GrowingFile {
    let name = StagingFolder.newName(for: target.name)
    let file = try folder.newFile(name, mode: 0o600)
    try folder.remove(file: name)
    return GrowingFile(path, file, isSealed: true)
  }

  func keep(_ file: GrowingFile) throws {
    try begin(file.path, size: file.count)
    try file.read { bytes in try add(bytes) }
  }

  func discard(_ path: ExportPath) {}

  /// Completes the archive and renames it to its destination.
  /// - Throws: `DiaryError.export` if the destination exists by now; `SystemError` if the archive
  ///   can't be written.
  func publish() throws {
    try tar.end()
    try sealTar()
    try age.finish { sealed in try file.write(sealed) }
    try file.sync()
    do {
      try FileSystem.renameNoReplace("\(folder.path)/\(temporaryName)", to: target.path)
    } catch .exists {
      throw DiaryError.export(path: target.path, .fileExists)
    } catch {
      throw SystemError(.making, target.path, error)
    }
    isPublished = true
    try folder.sync()
  }

  private func begin(_ path: ExportPath, size: Int64) throws {
    try tar.begin("\(target.stem)/\(path.text)", size: size, time: time)
    try sealTar()
  }

  private func add(_ bytes: [UInt8]) throws {
    try tar.write(bytes)
    try sealTar()
  }

  private func sealTar() throws {
    try age.write(tar.take()) { sealed in try file.write(sealed) }
  }
}

/// The destination of an encrypted export: a file that doesn't exist yet.
struct SealedTarget {
  static let suffix = ".tar.age"

  /// The folder's path without symbolic links.
  let folder: String
  let name: String

  var path: String { folder == "/" ? "/\(name)" : "\(folder)/\(name)" }
  /// The name without its extension, used as the top folder in the archive.
  var stem: String { name.hasSuffix(Self.suffix) ? String(name.dropLast(Self.suffix.count)) : name }

  /// Resolves a path: `diary.tar.age` in an existing folder; for any other path, the extension is
  /// added if it's missing.
  /// - Throws: `DiaryError.export` if this diary can't be exported there.
  init(at given: String, store: String?) throws {
    var path = Path.resolved(given)
    if FileSystem.isFolder(path) {
      path += "/diary" + Self.suffix
    } else if !path.hasSuffix(".age") {
      path += Self.suffix
    }
    if let store, Path.contains(Path.resolved(store), path) {
      throw DiaryError.export(path: given, .insideStore)
    }
    guard FileSystem.statusNoFollow(of: path) == nil else {
      throw DiaryError.export(path: path, .fileExists)
    }
    (folder, name) = Path.split(path)
  }
}

// MARK: - GrowingFile

/// A file of an export that grows as entries are added, buffered and hashed on the way.
///
/// For an encrypted export, the bytes on the disk are encrypted with a key that exists only in this
/// value.
final class GrowingFile {
  private static let bufferSize = 4 * AgeStream.chunkSize

  let path: ExportPath
  private let file: OpenFile
  private let stream: AgeStream?
  /// The number of chunks encrypted so far.
  private var chunks = 0
  /// Bytes that aren't written yet. At the end, those of an encrypted file that don't fill a chunk.
  private var pending: [UInt8] = []
  private var hash = SHA256()
  /// The number of bytes hashed so far, which is the file's size before encryption at the end.
  private(set) var count: Int64 = 0

  init(_ path: ExportPath, _ file: consuming OpenFile, isSealed: Bool = false) {
    self.path = path
    self.file = file
    stream = isSealed ? AgeStream(key: SymmetricKey(size: .bits256)) : nil
  }

  /// Appends bytes.
  func write(_ bytes: some Sequence<UInt8>) throws {
    pending += bytes
    if pending.count > Self.bufferSize { try flush() }
  }

  /// Adds content to the hash that the file only refers to, such as a picture.
  func record(_ content: String) { hash.update(data: Array(content.utf8)) }

  /// Ends the file and returns its hash.
  func finish() throws -> AssetID {
    try flush()
    hash.update(data: pending)
    count += Int64(pending.count)
    return AssetID(digest: hash.finalize())
  }

  private func flush() throws {
    let rest = stream == nil ? 0 : pending.count % AgeStream.chunkSize
    let bytes = Array(pending.dropLast(rest))
    pending.removeFirst(bytes.count)
    hash.update(data: bytes)
    count += Int64(bytes.count)
    guard let stream else { return try file.write(bytes) }
    for start in stride(from: 0, to: bytes.count, by: AgeStream.chunkSize) {
      try bytes[start..<start + AgeStream.chunkSize].span.bytes.withUnsafeBytes {
        chunk in
        try stream.seal(chunk, number: chunks, isLast: false) { sealed in
          try file.write(sealed)
        }
      }
      chunks += 1
    }
  }

  /// Passes an encrypted file's bytes to `take`, in order. Does nothing for a plain file.
  /// - Throws: `DiaryError.export` if the file was changed; `SystemError` if it can't be read.
  func read(_ take: ([UInt8]) throws -> Void) throws {
    guard let stream else { return }
    var number = 0
    try file.forEachPiece(of: AgeStream.sealedSize) { sealed in
      let chunk = sealed.withUnsafeBytes { stream.open($0, number: number, isLast: false) }
      guard let chunk else {
        throw DiaryError.export(path: file.path, .failed(reason: "ChaCha20-Poly1305"))
      }
      number += 1
      try take(chunk)
    }
    try take(pending)
  }
}

import Age
import DiaryCore
import Localization
import System

/// A file of the store that appears whole or not at all, encrypted where the store is.
struct StoreOutput: ~Copyable {
  private let layout: StoreLayout
  private var file: DurableFile
  private var age: AgeWriter?
  private var isFinished = false

  /// Begins a file in a folder on the file system where it is going to be.
  init(in folder: String, of layout: StoreLayout) throws(DiaryError) {
    let age = try layout.isEncrypted ? layout.ageWriter() : nil
    let file = try DurableFile(in: folder)
    self.age = age
    self.file = file
    self.layout = layout
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(DiaryError) {
    guard layout.isEncrypted else { return try file.write(bytes) }
    try age?.write(bytes) { sealed throws(DiaryError) in try file.write(sealed) }
  }

  mutating func write(_ bytes: [UInt8]) throws(DiaryError) {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(DiaryError) in try write(bytes) }
  }

  /// Writes what an encrypted file ends in. Nothing more can be written then.
  mutating func finish() throws(DiaryError) {
    guard !isFinished else { return }
    isFinished = true
    try age?.finish { sealed throws(DiaryError) in try file.write(sealed) }
  }

  /// Makes what was written durable. A failure is final.
  func sync() throws(DiaryError) { try file.sync() }

  /// What was written, once it is finished.
  func map() throws(DiaryError) -> MappedFile {
    let bytes = try file.map()
    return layout.isEncrypted ? try layout.opened(bytes, layout.root) : bytes
  }

  /// Gives the file its name. When this returns, it survives a power cut.
  mutating func commit(as path: String) throws(DiaryError) {
    try finish()
    try file.commit(as: path)
  }
}

extension StoreLayout {
  fileprivate func ageWriter() throws(DiaryError) -> AgeWriter {
    let lock = try keyring().current.lock
    do throws(AgeError) {
      return try AgeWriter(to: lock)
    } catch {
      throw .store(path: root, .damaged(error.words("keys")))
    }
  }

  /// The bytes of an encrypted file, which are opened as they are asked for. Those of damaged chunks
  /// are zeros.
  func opened(_ bytes: MappedFile, _ path: String) throws(DiaryError) -> MappedFile {
    let reader: AgeReader
    let key = try keyring().key
    do throws(AgeError) {
      reader = try AgeReader(.mapped(bytes), with: key)
    } catch {
      throw .store(path: path, .damaged(error.words(Path.name(path))))
    }
    guard let file = MappedFile(count: reader.count, filling: { reader.copy($0, to: $1) }) else {
      throw StoreErrors.failure(.mapping, path, .noMemory)
    }
    return file
  }

  /// A file of the store in memory, opened where the store is encrypted.
  func map(_ path: String) throws(DiaryError) -> MappedFile {
    let bytes = try MappedFile(path)
    return isEncrypted ? try opened(bytes, path) : bytes
  }

  /// Writes a whole file at once, encrypted where the store is.
  func write(_ bytes: [UInt8], to path: String) throws(DiaryError) {
    var output = try StoreOutput(in: Path.parent(path), of: self)
    try output.write(bytes)
    try output.commit(as: path)
  }
}

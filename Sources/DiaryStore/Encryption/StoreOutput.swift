import Age
import DiaryCore
import Localization
import System

/// What the bytes of a file of the store become: others, where the store is encrypted.
struct StoreSeal: ~Copyable {
  private var age: AgeWriter?
  private let isEncrypted: Bool

  init(of layout: StoreLayout) throws(DiaryError) {
    isEncrypted = layout.isEncrypted
    guard isEncrypted else {
      age = nil
      return
    }
    let lock = try layout.sealingLock()
    do throws(AgeError) {
      age = try AgeWriter(to: lock)
    } catch {
      throw .store(path: layout.root, .damaged(error.words("keys")))
    }
  }

  /// Gives what an encrypted file begins with.
  mutating func begin(
    _ put: (UnsafeRawBufferPointer) throws(DiaryError) -> Void
  ) throws(DiaryError) {
    try age?.begin(put)
  }

  mutating func write(
    _ bytes: UnsafeRawBufferPointer, _ put: (UnsafeRawBufferPointer) throws(DiaryError) -> Void
  ) throws(DiaryError) {
    guard isEncrypted else { return try put(bytes) }
    try age?.write(bytes, put)
  }

  /// Gives what an encrypted file ends in. Nothing more can be written then.
  mutating func finish(
    _ put: (UnsafeRawBufferPointer) throws(DiaryError) -> Void
  ) throws(DiaryError) {
    try age?.finish(put)
  }
}

/// A file of the store that appears whole or not at all, encrypted where the store is.
struct StoreOutput: ~Copyable {
  private let layout: StoreLayout
  private var file: DurableFile
  private var seal: StoreSeal
  private var isFinished = false

  /// Begins a file in a folder on the file system where it is going to be.
  init(
    in folder: String, of layout: StoreLayout, named name: String = DurableFile.temporaryName
  ) throws(DiaryError) {
    let seal = try StoreSeal(of: layout)
    let file = try DurableFile(in: folder, named: name)
    self.seal = seal
    self.file = file
    self.layout = layout
  }

  /// Writes what an encrypted file begins with. Without this, it goes with the first bytes.
  mutating func begin() throws(DiaryError) {
    try seal.begin { sealed throws(DiaryError) in try file.write(sealed) }
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(DiaryError) {
    try seal.write(bytes) { sealed throws(DiaryError) in try file.write(sealed) }
  }

  mutating func write(_ bytes: [UInt8]) throws(DiaryError) {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(DiaryError) in try write(bytes) }
  }

  /// Writes what an encrypted file ends in. Nothing more can be written then.
  mutating func finish() throws(DiaryError) {
    guard !isFinished else { return }
    isFinished = true
    try seal.finish { sealed throws(DiaryError) in try file.write(sealed) }
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

  /// See `DurableFile`.
  mutating func commitBytes(as path: String) throws(DiaryError) {
    try finish()
    try file.commitBytes(as: path)
  }

  /// Removes it. When this returns, no power cut brings it back.
  func discard() throws(DiaryError) { try file.discard() }

  /// Whether it still stands under the name that it began with.
  var isInPlace: Bool { file.isInPlace }
}

extension StoreLayout {
  /// The bytes of an encrypted file, which are opened as they are asked for. Those of damaged chunks
  /// are zeros.
  func opened(_ bytes: MappedFile, _ path: String) throws(DiaryError) -> MappedFile {
    let reader = try reader(bytes, path)
    guard let file = MappedFile(count: reader.count, filling: { reader.copy($0, to: $1) }) else {
      throw StoreErrors.failure(.mapping, path, .noMemory)
    }
    return file
  }

  private func reader(_ bytes: MappedFile, _ path: String) throws(DiaryError) -> AgeReader {
    let key = try keyring().key
    do throws(AgeError) {
      return try AgeReader(.mapped(bytes), with: key)
    } catch {
      throw .store(path: path, .damaged(error.words(Path.name(path))))
    }
  }

  /// Gives the clear bytes of a file of the store, piece by piece.
  ///
  /// - Throws: When it can't be read, or a piece is damaged; those before it were given.
  func forEachPiece(
    of path: String, _ take: (UnsafeRawBufferPointer) throws(DiaryError) -> Void
  ) throws(DiaryError) {
    let file = try MappedFile(path)
    guard isEncrypted else {
      try take(file.bytes)
      return try file.requireBytes()
    }
    let reader = try reader(file, path)
    for number in 0..<reader.chunkCount {
      guard let chunk = try? reader.chunk(number) else {
        throw .store(path: path, .damaged(AgeError.damaged.words(Path.name(path))))
      }
      try chunk.span.bytes.withUnsafeBytes { bytes throws(DiaryError) in try take(bytes) }
    }
  }

  /// In bytes, of the file that so many become.
  func storedSize(of count: Int) -> Int {
    isEncrypted ? AgeWriter.headerSize + AgeStream.sealedSize(of: count) : count
  }

  /// In bytes, of what became a file of that size.
  func clearSize(of stored: Int) -> Int {
    isEncrypted ? AgeStream.clearSize(of: stored - AgeWriter.headerSize) : stored
  }

  /// A file of the store in memory, opened where the store is encrypted.
  func map(_ path: String) throws(DiaryError) -> MappedFile {
    let bytes = try MappedFile(path)
    return isEncrypted ? try opened(bytes, path) : bytes
  }

  /// A file of `set-aside/` in memory. In an encrypted store some are sealed, and others are what can't be
  /// opened.
  func mapSetAside(_ path: String) throws(DiaryError) -> MappedFile {
    let bytes = try MappedFile(path)
    guard isEncrypted, let opened = try? opened(bytes, path) else { return bytes }
    return opened
  }

  /// The bytes of a file, opened where the store is encrypted. Who asks for a secret wipes it.
  package func clearBytes(of path: String) throws(DiaryError) -> [UInt8] {
    let file = try map(path)
    let bytes = Array(file.bytes)
    try file.requireBytes()
    return bytes
  }

  /// Writes a whole file at once, encrypted where the store is: one of the store, or one outside that
  /// tells of it.
  package func write(_ bytes: [UInt8], to path: String) throws(DiaryError) {
    var output = try StoreOutput(in: Path.parent(path), of: self)
    try output.write(bytes)
    try output.commit(as: path)
  }
}

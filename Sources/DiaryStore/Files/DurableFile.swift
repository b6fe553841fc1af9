import DiaryCore
import Glibc

/// A file that appears whole or not at all: written beside its place under a temporary name,
/// synced, renamed, and the folder synced. Removed if it isn't committed.
struct DurableFile: ~Copyable {
  /// How every temporary name begins, by which left-over ones are known.
  static let temporaryPrefix = ".tmp-"

  private let file: OpenFile
  private var isCommitted = false

  /// Begins a file in a folder on the file system where it is going to be.
  init(in folder: String) throws(DiaryError) {
    let name = Self.temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
    file = try OpenFile(Path.join(folder, name), O_RDWR | O_CREAT | O_EXCL)
  }

  deinit {
    if !isCommitted { unlink(file.path) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(DiaryError) { try file.write(bytes) }
  func write(_ bytes: [UInt8]) throws(DiaryError) { try file.write(bytes) }

  /// Makes what was written so far durable. A failure is final.
  func sync() throws(DiaryError) { try file.sync() }

  /// Gives the file its name. When this returns, the file survives a power cut.
  mutating func commit(as path: String) throws(DiaryError) {
    try file.sync()
    try SystemCalls.rename(file.path, to: path)
    isCommitted = true
    try SystemCalls.sync(folder: Path.parent(path))
  }

  /// The same, unless something has the name already.
  mutating func commit(asNew path: String) throws(DiaryError) {
    try file.sync()
    isCommitted = try SystemCalls.rename(file.path, toFree: path)
    try SystemCalls.sync(folder: Path.parent(path))
  }

  /// Maps what has been written.
  func map() throws(DiaryError) -> MappedFile { try MappedFile(file) }

  /// Writes a whole file at once.
  static func write(_ bytes: [UInt8], to path: String) throws(DiaryError) {
    var file = try DurableFile(in: Path.parent(path))
    try file.write(bytes)
    try file.commit(as: path)
  }
}

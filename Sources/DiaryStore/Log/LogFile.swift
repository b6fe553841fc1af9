import DiaryCore
import System

/// Where a revision's line begins: in which log, at which byte.
struct LineLocation: Hashable, Sendable {
  let log: String
  let offset: Int
}

/// A log's size, and which file it is: emptying the trash puts another in its place.
struct LogEnd: Hashable, Sendable {
  var size: Int
  var inode: UInt64
}

/// One log of the store, append-only: a file, or the pieces in which an encrypted store has it. What is
/// read of it or added to it goes through here.
struct LogFile: Sendable {
  let layout: StoreLayout
  /// `<device>/<yyyy-mm>.jsonl`
  let name: String

  /// Of the file, where the store isn't encrypted.
  var path: String { Path.join(layout.logs, name) }

  /// `nil` where there is none: what is no file, as a named pipe, is no log.
  var end: LogEnd? {
    if layout.isEncrypted { return EncryptedLog(self)?.end }
    guard let found = FileSystem.status(of: path), found.isRegularFile else { return nil }
    return LogEnd(size: found.size, inode: found.inode)
  }

  var exists: Bool { layout.isEncrypted ? EncryptedLog(self) != nil : FileSystem.exists(path) }

  /// All of it, or its first bytes, as they are needed.
  func map(count: Int? = nil) throws(DiaryError) -> MappedFile {
    guard layout.isEncrypted else { return try MappedFile(OpenFile.reading(path), count: count) }
    return try encrypted().map(count: count)
  }

  /// A copy of the bytes from an offset on.
  func bytes(from offset: Int, atMost limit: Int = .max) throws(DiaryError) -> [UInt8] {
    guard layout.isEncrypted else {
      return try OpenFile.reading(path).bytes(from: offset, atMost: limit)
    }
    let log = try encrypted()
    let count = min(max(0, log.size - offset), limit)
    return try log.bytes(offset..<offset + count)
  }

  /// A copy of some bytes, and whether all of them could be read.
  func copied(_ range: Range<Int>) throws(DiaryError) -> (bytes: [UInt8], isWhole: Bool) {
    guard !layout.isEncrypted else { return try encrypted().copied(range) }
    let bytes = try bytes(from: range.lowerBound, atMost: range.count)
    return (bytes, bytes.count == range.count)
  }

  private func encrypted() throws(DiaryError) -> EncryptedLog {
    guard let log = EncryptedLog(self) else { throw .store(path: path, .missing) }
    return log
  }

  /// See `TailChecksum`; `nil` when the log is shorter than that, or gone.
  func mark(at offset: Int) -> String? {
    if layout.isEncrypted { return EncryptedLog(self)?.mark(at: offset) }
    let start = max(0, offset - TailChecksum.span)
    guard let bytes = try? bytes(from: start, atMost: offset - start),
      bytes.count == offset - start
    else { return nil }
    return TailChecksum.of(bytes)
  }

  /// Makes it survive a power cut.
  func sync() throws(DiaryError) {
    // A piece has its name once it is on the disk.
    if layout.isEncrypted { return try FileSystem.sync(folder: Path.parent(path)) }
    try OpenFile.reading(path).sync()
  }

  /// Makes the log, of these bytes. When this returns, it survives a power cut.
  func create(_ bytes: [UInt8]) throws(DiaryError) {
    try FileSystem.makeFolders(Path.parent(path))
    if layout.isEncrypted {
      try PieceOutput.write(bytes, to: self)
    } else {
      try DurableFile.write(bytes, to: path)
    }
    try syncNames()
  }

  /// Makes the names of the log, of the folders that it is in and of the store survive a power cut.
  func syncNames() throws(DiaryError) {
    var folder = Path.parent(path)
    while folder.utf8.count >= layout.root.utf8.count {
      try FileSystem.sync(folder: folder)
      folder = Path.parent(folder)
    }
    // Above the store, as far as a program of ours can have made folders.
    let device = FileSystem.status(of: layout.root)?.device
    while FileSystem.status(of: folder)?.device == device {
      do throws(DiaryError) {
        try FileSystem.sync(folder: folder)
      } catch .store(_, .noPermission) {
        return
      }
      if folder == "/" { return }
      folder = Path.parent(folder)
    }
  }
}

extension StoreLayout {
  /// The log that the index knows by a name.
  func log(_ name: String) -> LogFile { LogFile(layout: self, name: name) }
}

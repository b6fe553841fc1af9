/// An open file, closed on `deinit`.
package struct OpenFile: ~Copyable {
  package let descriptor: Descriptor
  package let path: String

  /// Opens a path.
  ///
  /// - Parameter mode: the permissions of a new file, reduced by the umask.
  /// - Throws: an error if the path can't be opened.
  package init(
    _ path: String, _ options: OpenOptions, mode: UInt32 = 0o600
  ) throws(SystemError) {
    descriptor = try SystemError.mapping(.opening, path, Descriptor.open(path, options, mode: mode))
    self.path = path
  }

  /// Opens a regular file for reading. Never waits, even if a named pipe is in its place.
  ///
  /// - Throws: an error if the path can't be opened or isn't a regular file.
  package static func reading(_ path: String) throws(SystemError) -> OpenFile {
    let file = try OpenFile(path, [.readOnly, .nonBlocking])
    guard try file.status().isRegularFile else {
      throw SystemError(.opening, path, .notARegularFile)
    }
    return file
  }

  /// Opens a regular file for reading, or returns `nil` if it doesn't exist.
  ///
  /// - Throws: an error if the file exists but can't be opened, or isn't a regular file.
  package static func existing(_ path: String) throws(SystemError) -> OpenFile? {
    do { return try reading(path) } catch {
      if error.number == .noSuchFile { return nil }
      throw error
    }
  }

  /// Creates a file in memory.
  ///
  /// - Parameters:
  ///   - name: a name for debugging.
  ///   - path: the path in error messages.
  /// - Throws: an error if the system has no files in memory or no memory left.
  package static func inMemory(_ name: String, path: String) throws(SystemError) -> OpenFile {
    try OpenFile(
      descriptor: SystemError.mapping(.making, path, Descriptor.memory(name)), path: path)
  }

  /// Takes ownership of an open descriptor.
  package init(descriptor: Descriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { descriptor.close() }

  /// Returns the file's metadata.
  ///
  /// - Throws: an error if the system can't read it.
  package func status() throws(SystemError) -> FileStatus {
    try mappingErrors(.reading, descriptor.status())
  }

  /// The size in bytes, 0 if it is unknown.
  package var size: Int { (try? descriptor.status().size) ?? 0 }

  /// Writes all of the bytes.
  ///
  /// - Throws: an error if they can't be written.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try mappingErrors(.writing, descriptor.write(bytes))
  }

  /// Writes all of the bytes.
  ///
  /// - Throws: an error if they can't be written.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try mappingErrors(.writing, descriptor.write(bytes))
  }

  /// Reads up to `buffer.count` bytes and returns their number, 0 at the end of the file.
  ///
  /// - Throws: an error if the file can't be read.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try mappingErrors(.reading, descriptor.read(into: buffer))
  }

  /// Reads into existing bytes, and returns the number of bytes read.
  ///
  /// - Throws: an error if the file can't be read.
  package func read(into bytes: inout [UInt8]) throws(SystemError) -> Int {
    try mappingErrors(.reading, descriptor.read(into: &bytes))
  }

  /// Returns all bytes from the current position to the end. Stops after more than `limit` bytes,
  /// so that the caller can detect a longer file.
  ///
  /// - Throws: an error if the file can't be read.
  package func readToEnd(atMost limit: Int = .max) throws(SystemError) -> [UInt8] {
    try mappingErrors(.reading, descriptor.readToEnd(atMost: limit))
  }

  /// Returns the bytes from an offset to the end, at most `limit`.
  ///
  /// - Throws: an error if the file can't be read.
  package func bytes(from offset: Int, atMost limit: Int = .max) throws(SystemError) -> [UInt8] {
    let size = max(0, try status().size - offset)
    return try bytes(min(size, limit), at: offset)
  }

  /// Returns up to `count` bytes at an offset, fewer at the end of the file.
  ///
  /// - Throws: an error if the file can't be read.
  package func bytes(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try mappingErrors(.reading, descriptor.bytes(count, at: offset))
  }

  /// Passes the file's contents from the start, in pieces of `size` bytes. The last piece may be
  /// shorter.
  ///
  /// - Throws: an error if the file can't be read, or the error of the closure.
  package func forEachPiece(of size: Int, _ take: ([UInt8]) throws -> Void) throws {
    var index = 0
    while case let piece = try bytes(size, at: index), !piece.isEmpty {
      index += piece.count
      try take(piece)
    }
  }

  /// Makes written data survive a power cut.
  ///
  /// Never retry after a failure: the kernel may have dropped the data, and the next call would
  /// report success.
  ///
  /// - Throws: an error if the data can't be synced.
  package func sync() throws(SystemError) {
    try mappingErrors(.syncing, descriptor.sync())
  }

  /// Waits until the disk has the written data, drops it from the page cache, and starts reading it
  /// from the disk.
  ///
  /// - Throws: an error if writing to the disk fails.
  package func readBack() throws(SystemError) {
    try mappingErrors(.syncing, descriptor.finishWriteBack())
    descriptor.dropCache()
    descriptor.readAhead()
  }

  /// Sets the permissions. Does nothing on a file system that has none.
  ///
  /// - Throws: an error if they can't be set.
  package func setPermissions(_ mode: UInt32) throws(SystemError) {
    try mappingErrors(.writing, descriptor.setPermissions(mode))
  }

  /// Sets the file's size in bytes.
  ///
  /// - Throws: an error if the size can't be changed.
  package func truncate(to size: Int) throws(SystemError) {
    try mappingErrors(.writing, descriptor.truncate(to: size))
  }

  /// Reserves space for a file of `size` bytes.
  ///
  /// - Throws: an error if the disk or the quota is full.
  package func reserveSpace(for size: Int) throws(SystemError) {
    try mappingErrors(.writing, descriptor.reserveSpace(for: size))
  }

  private func mappingErrors<Result>(
    _ operation: FileOperation, _ body: @autoclosure () throws(ErrorNumber) -> Result
  ) throws(SystemError) -> Result {
    try SystemError.mapping(operation, path, body())
  }
}

// MARK: - DurableFile

/// A file that is replaced atomically: written under a temporary name in the same folder, synced,
/// and renamed, and the folder synced. Removed on `deinit` unless it is committed.
package struct DurableFile: ~Copyable {
  /// The prefix of all temporary names, by which leftovers are recognized.
  package static let temporaryPrefix = ".tmp-"

  /// Returns a random temporary name.
  package static var temporaryName: String {
    temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
  }

  private let file: OpenFile
  private var isCommitted = false

  /// Creates a file in the folder that it is committed to, or another one of the same file system.
  ///
  /// - Throws: an error if the file can't be created.
  package init(
    in folder: String, named name: String = temporaryName
  ) throws(SystemError) {
    file = try OpenFile(Path.join(folder, name), [.readWrite, .create, .exclusive])
  }

  deinit {
    if !isCommitted { FileSystem.unlink(file.path) }
  }

  /// Writes all of the bytes.
  ///
  /// - Throws: an error if they can't be written.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try file.write(bytes)
  }
  /// Writes all of the bytes.
  ///
  /// - Throws: an error if they can't be written.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

  /// Sets the permissions. Does nothing on a file system that has none.
  ///
  /// - Throws: an error if they can't be set.
  package func setPermissions(_ mode: UInt32) throws(SystemError) {
    try file.setPermissions(mode)
  }

  /// Makes the data written so far survive a power cut. Never retry after a failure.
  ///
  /// - Throws: an error if the data can't be synced.
  package func sync() throws(SystemError) { try file.sync() }

  /// Renames the file to `path`, replacing a file there. When this returns, it survives a power
  /// cut.
  ///
  /// - Throws: an error if the file can't be synced or renamed, or its folder can't be synced.
  package mutating func commit(as path: String) throws(SystemError) {
    try commitBytes(as: path)
    try FileSystem.sync(folder: Path.parent(path))
  }

  /// Renames the file to `path`, without syncing the folder. When this returns, the contents
  /// survive a power cut, under the new or the temporary name.
  ///
  /// - Throws: an error if the file can't be synced or renamed.
  package mutating func commitBytes(as path: String) throws(SystemError) {
    try file.sync()
    try FileSystem.rename(file.path, to: path)
    isCommitted = true
  }

  /// Removes the file. When this returns, it stays removed after a power cut.
  ///
  /// - Throws: an error if the file can't be removed, or its folder can't be synced.
  package func discard() throws(SystemError) {
    try FileSystem.remove(file.path)
    try FileSystem.sync(folder: Path.parent(file.path))
  }

  /// `true` if the file still exists under its temporary name.
  package var isInPlace: Bool {
    (try? file.status())?.isSameFile(as: FileSystem.statusNoFollow(of: file.path)) ?? false
  }

  /// Renames the file to `path` unless that exists: then it is removed on `deinit`.
  ///
  /// - Throws: an error if the file can't be synced or renamed, or its folder can't be synced.
  package mutating func commit(asNew path: String) throws(SystemError) {
    try file.sync()
    isCommitted = try FileSystem.rename(file.path, toUnused: path)
    try FileSystem.sync(folder: Path.parent(path))
  }

  /// Maps the data written so far.
  ///
  /// - Throws: an error if the file can't be mapped.
  package func map() throws(SystemError) -> MappedFile { try MappedFile(file) }

  /// Writes a file atomically.
  ///
  /// - Throws: an error if the file can't be written, renamed or synced.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    var file = try DurableFile(in: Path.parent(path))
    try file.write(bytes)
    try file.commit(as: path)
  }
}

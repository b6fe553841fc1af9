/// An open file, closed when it goes.
package struct OpenFile<Errors: ErrorMapping>: ~Copyable {
  package let descriptor: Descriptor
  package let path: String

  /// Opens a path; a new file is readable by its owner alone, unless it is said who else may.
  package init(
    _ path: String, _ options: OpenOptions, mode: UInt32 = 0o600
  ) throws(Errors.Failure) {
    descriptor = try Errors.mapping(.opening, path, Descriptor.open(path, options, mode: mode))
    self.path = path
  }

  /// Opens a regular file to be read. A named pipe in its place would block the open, and whoever
  /// reads it, for ever.
  package static func reading(_ path: String) throws(Errors.Failure) -> OpenFile {
    let file = try OpenFile(path, [.readOnly, .nonBlocking])
    guard try file.status().isRegularFile else {
      throw Errors.failure(SystemError(.opening, path, .notARegularFile))
    }
    return file
  }

  /// A file that lives in memory; what it is called is for error messages.
  package static func inMemory(_ name: String, path: String) throws(Errors.Failure) -> OpenFile {
    try Errors.mapping(.making, path, OpenFile(descriptor: try Descriptor.memory(name), path: path))
  }

  /// Takes over a descriptor that is open.
  package init(descriptor: Descriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { descriptor.close() }

  package func status() throws(Errors.Failure) -> FileStatus {
    try failing(.reading, descriptor.status())
  }

  /// In bytes; 0 where it can't be told.
  package var size: Int { (try? descriptor.status().size) ?? 0 }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(Errors.Failure) {
    try failing(.writing, descriptor.write(bytes))
  }

  package func write(_ bytes: [UInt8]) throws(Errors.Failure) {
    try failing(.writing, descriptor.write(bytes))
  }

  /// Reads up to as many bytes as there is room for; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errors.Failure) -> Int {
    try failing(.reading, descriptor.read(into: buffer))
  }

  package func read(into bytes: inout [UInt8]) throws(Errors.Failure) -> Int {
    try failing(.reading, descriptor.read(into: &bytes))
  }

  /// All bytes from here to the end; of more than `limit` only some more than that are read.
  package func rest(atMost limit: Int = .max) throws(Errors.Failure) -> [UInt8] {
    try failing(.reading, descriptor.rest(atMost: limit))
  }

  /// Everything from an offset to the end, or to so many bytes.
  package func bytes(from offset: Int, atMost limit: Int = .max) throws(Errors.Failure) -> [UInt8] {
    let size = max(0, try status().size - offset)
    return try bytes(min(size, limit), at: offset)
  }

  /// The bytes at a place, as many as asked for or as there are.
  package func bytes(_ count: Int, at offset: Int) throws(Errors.Failure) -> [UInt8] {
    try failing(.reading, descriptor.bytes(count, at: offset))
  }

  /// Gives all that was written from its beginning on, in pieces of a size; the last may be shorter.
  package func forEachPiece(
    of size: Int, _ take: ([UInt8]) throws(Errors.Failure) -> Void
  ) throws(Errors.Failure) {
    var index = 0
    while case let piece = try bytes(size, at: index), !piece.isEmpty {
      index += piece.count
      try take(piece)
    }
  }

  /// Makes what was written survive a power cut. A failure is final: the kernel may have dropped
  /// the data and would report success the next time, so this is never tried again.
  package func sync() throws(Errors.Failure) {
    try failing(.syncing, descriptor.sync())
  }

  /// Waits until the disk has what was written, and has all of it read from there soon, as if it had
  /// never been in memory.
  package func readBack() throws(Errors.Failure) {
    try failing(.syncing, descriptor.finishWriteBack())
    descriptor.dropCache()
    descriptor.readAhead()
  }

  package func truncate(to size: Int) throws(Errors.Failure) {
    try failing(.writing, descriptor.truncate(to: size))
  }

  /// Throws when there is no room for that many bytes.
  package func makeRoom(for size: Int) throws(Errors.Failure) {
    try failing(.writing, descriptor.makeRoom(for: size))
  }

  private func failing<Result>(
    _ operation: FileOperation, _ body: @autoclosure () throws(ErrorNumber) -> Result
  ) throws(Errors.Failure) -> Result {
    try Errors.mapping(operation, path, body())
  }
}

// MARK: - DurableFile

/// A file that appears whole or not at all: written beside its place under a temporary name,
/// synced, renamed, and the folder synced. Removed if it isn't committed.
package struct DurableFile<Errors: ErrorMapping>: ~Copyable {
  /// How every temporary name begins, by which left-over ones are known.
  package static var temporaryPrefix: String { ".tmp-" }

  /// A temporary name that nothing has.
  package static var temporaryName: String {
    temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
  }

  private let file: OpenFile<Errors>
  private var isCommitted = false

  /// Begins a file in a folder on the file system where it is going to be, under a name that nothing
  /// has.
  package init(
    in folder: String, named name: String = temporaryName
  ) throws(Errors.Failure) {
    file = try OpenFile(Path.join(folder, name), [.readWrite, .create, .exclusive])
  }

  deinit {
    if !isCommitted { FileSystem<Errors>.unlink(file.path) }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(Errors.Failure) {
    try file.write(bytes)
  }
  package func write(_ bytes: [UInt8]) throws(Errors.Failure) { try file.write(bytes) }

  /// Makes what was written so far durable. A failure is final.
  package func sync() throws(Errors.Failure) { try file.sync() }

  /// Gives the file its name. When this returns, the file survives a power cut.
  package mutating func commit(as path: String) throws(Errors.Failure) {
    try commitBytes(as: path)
    try FileSystem<Errors>.sync(folder: Path.parent(path))
  }

  /// Gives the file its name. When this returns, what is in it survives a power cut, under this name or
  /// the temporary one, if that does.
  package mutating func commitBytes(as path: String) throws(Errors.Failure) {
    try file.sync()
    try FileSystem<Errors>.rename(file.path, to: path)
    isCommitted = true
  }

  /// Removes the file. When this returns, no power cut brings it back.
  package func discard() throws(Errors.Failure) {
    try FileSystem<Errors>.remove(file.path)
    try FileSystem<Errors>.sync(folder: Path.parent(file.path))
  }

  /// Whether the file still stands under its temporary name.
  package var isInPlace: Bool {
    (try? file.status())?.isSameFile(as: FileSystem<Errors>.ownStatus(of: file.path)) ?? false
  }

  /// Gives the file its name, unless something has that already.
  package mutating func commit(asNew path: String) throws(Errors.Failure) {
    try file.sync()
    isCommitted = try FileSystem<Errors>.rename(file.path, toFree: path)
    try FileSystem<Errors>.sync(folder: Path.parent(path))
  }

  /// Maps what has been written.
  package func map() throws(Errors.Failure) -> MappedFile { try MappedFile(file) }

  /// Writes a whole file at once.
  package static func write(_ bytes: [UInt8], to path: String) throws(Errors.Failure) {
    var file = try DurableFile(in: Path.parent(path))
    try file.write(bytes)
    try file.commit(as: path)
  }
}

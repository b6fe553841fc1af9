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

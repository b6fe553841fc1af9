import System

/// The folder of this machine where files come together that a remote gives. Each has its name once it
/// is whole, and none becomes larger than it was said to be.
struct ArrivalFolder: ~Copyable {
  private struct Arrival: ~Copyable {
    let name: RemoteName
    let file: OpenFile
    var left: Int
  }

  private let folder: String
  private let sizes: [RemoteName: Int]
  private let arrived: (RemoteName) -> Void
  private(set) var fetched = FetchedFiles()
  private var current: Arrival?

  init(
    _ folder: String, _ sizes: [RemoteName: Int], arrived: @escaping (RemoteName) -> Void
  ) throws(RemoteFault) {
    self.folder = folder
    self.sizes = sizes
    self.arrived = arrived
    try RemoteFault.here(FileSystem.makeFolders(folder))
  }

  deinit {
    if let path = current?.file.path { FileSystem.unlink(path) }
  }

  /// Begins a file of which so many bytes come. What wasn't asked for, or has another size, is passed
  /// over.
  mutating func begin(_ path: String, size: Int) throws(RemoteFault) {
    try end()
    guard let name = RemoteName(path), let expected = sizes[name] else { return }
    guard size == expected else {
      fetched.incomplete.insert(name)
      return
    }
    let file = try RemoteFault.here(
      OpenFile(
        Path.join(folder, DurableFile<SystemError>.temporaryName),
        [.writeOnly, .create, .exclusive]))
    current = Arrival(name: name, file: file, left: size)
  }

  /// Takes bytes of the file that was begun last.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(RemoteFault) {
    guard current != nil else { return }
    let piece = bytes.prefix(current?.left ?? 0)
    current?.left -= piece.count
    if let path = current?.file.path, let descriptor = current?.file.descriptor {
      do throws(ErrorNumber) { try descriptor.write(piece) } catch {
        throw .local(path: path, reason: error.words)
      }
    }
  }

  /// Gives the file its name if it is whole.
  mutating func end() throws(RemoteFault) {
    guard let arrival = current.take() else { return }
    guard arrival.left == 0 else {
      FileSystem.unlink(arrival.file.path)
      fetched.incomplete.insert(arrival.name)
      return
    }
    try keep(arrival.file.path, as: arrival.name)
  }

  /// Gives a file of this file system, which is whole, its name here.
  mutating func keep(_ file: String, as name: RemoteName) throws(RemoteFault) {
    let place = Path.join(folder, name.path)
    FileSystem.makeFoldersAsCan(Path.parent(place))
    try RemoteFault.here(FileSystem.rename(file, to: place))
    fetched.arrived.insert(name)
    fetched.incomplete.remove(name)
    arrived(name)
  }

  /// Tells of a file that has another size than it should.
  mutating func miss(_ name: RemoteName) { fetched.incomplete.insert(name) }
}

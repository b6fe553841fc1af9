import System

/// Writes files into a folder that is a remote: all beside their places, synced, then renamed, and the
/// folders synced. What has no place in the end is removed.
struct FolderWrite: ~Copyable {
  private struct Written {
    let folder: String
    let temporary: String
    let name: String
  }

  /// As many at once as are worth a sync of everything on the disk; then one such does.
  private static let manyFiles = 8
  private static let longestBatch = 64
  private static let largestBatch = 256 << 20

  private let root: Folder
  private let stop: RemoteStop
  private let syncsTogether: Bool
  private var written: [Written] = []

  private init(_ root: consuming Folder, _ stop: RemoteStop, syncsTogether: Bool) {
    self.root = root
    self.stop = stop
    self.syncsTogether = syncsTogether
  }

  deinit {
    for file in written {
      try? FolderRemote.visit(file.folder, in: root) { folder throws(SystemError) in
        try folder.remove(file: file.temporary)
      }
    }
  }

  /// Puts files there and tells of each that is there to stay.
  static func put(
    _ files: [OutgoingFile], in path: String, _ stop: RemoteStop, sent: (RemoteName) -> Void
  ) throws(RemoteFault) {
    let root = try RemoteFault.there(Folder(at: path))
    var write = FolderWrite(root, stop, syncsTogether: files.count >= manyFiles)
    var (batch, bytes): ([RemoteName], Int) = ([], 0)
    for (index, file) in files.enumerated() {
      bytes += try write.write(file)
      batch.append(file.name)
      guard batch.count == longestBatch || bytes >= largestBatch || index == files.count - 1 else {
        continue
      }
      try write.rename()
      for name in batch { sent(name) }
      (batch, bytes) = ([], 0)
    }
  }

  /// Writes a file under a temporary name. Returns its size.
  private mutating func write(_ file: OutgoingFile) throws(RemoteFault) -> Int {
    try stop.check()
    var source = try OutgoingBytes(file)
    let (folder, name) = Path.split(file.name.path)
    let place = Written(folder: folder, temporary: Self.temporaryName, name: name)
    written.append(place)
    let (stop, syncs) = (stop, !syncsTogether)
    var failure: RemoteFault?
    do throws(SystemError) {
      try FolderRemote.visit(folder, in: root, making: true) { folder throws(SystemError) in
        let copy = try folder.newFile(place.temporary)
        do throws(RemoteFault) {
          while let piece = try source.next() {
            try RemoteFault.there(copy.write(piece))
            try stop.check()
          }
        } catch {
          failure = error
          return
        }
        if syncs { try copy.sync() }
      }
    } catch {
      switch error.number {
      case .notAFolder, .tooManyLinks: throw .blocked(name: folder)
      default: throw RemoteFault(error)
      }
    }
    if let failure { throw failure }
    return source.size
  }

  private mutating func rename() throws(RemoteFault) {
    try stop.check()
    if syncsTogether { try RemoteFault.there(root.syncAll()) }
    for file in written {
      try RemoteFault.there(
        FolderRemote.visit(file.folder, in: root, syncing: !syncsTogether) {
          folder throws(SystemError) in
          try folder.rename(file.temporary, to: file.name)
        })
    }
    if syncsTogether { try RemoteFault.there(root.syncAll()) }
    written = []
  }

  /// A name that Syncthing, Dropbox and Nextcloud take for a temporary file's, and leave alone.
  private static var temporaryName: String {
    "~syncthing~photodiary-\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
  }
}

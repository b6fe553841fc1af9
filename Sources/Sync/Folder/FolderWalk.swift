import System

/// Looks through a folder that is a remote for the files in it.
struct FolderWalk {
  let limits: RemoteLimits
  let stop: RemoteStop
  private(set) var listing = RemoteListing()
  private var seen = 0

  /// What begins so is a temporary file or a note of whoever keeps the folder.
  private static let hidden: Set<UInt8> = [UInt8(ascii: "."), UInt8(ascii: "~")]

  init(limits: RemoteLimits, stop: RemoteStop) {
    self.limits = limits
    self.stop = stop
  }

  /// Adds the files below a folder whose names begin so.
  mutating func list(_ folder: Descriptor, _ prefix: String = "") throws(RemoteFault) {
    var stream = try RemoteFault.there(.reading, prefix, FolderStream(folder))
    while true {
      let name = try RemoteFault.there(.reading, prefix, stream.next())
      guard let name else { return }
      if let first = name.utf8.first, Self.hidden.contains(first) { continue }
      seen += 1
      guard seen <= limits.names else { throw .tooManyFiles(limits.names) }
      try stop.check()
      if try !add(name, in: folder, prefix) { listing.ignored += 1 }
    }
  }

  /// Whether it is a file, a folder, or gone by now.
  private mutating func add(
    _ name: String, in folder: Descriptor, _ prefix: String
  ) throws(RemoteFault) -> Bool {
    guard let status = try? folder.status(of: name) else { return true }
    if status.isRegularFile, let name = RemoteName(prefix + name) {
      listing.files[name] = status.size
      return true
    }
    guard status.isFolder, RemoteName.isPart(name), RemoteName("\(prefix)\(name)/x") != nil else {
      return false
    }
    let inner: Descriptor
    do throws(ErrorNumber) {
      inner = try folder.openFolder(name)
    } catch .noSuchFile {
      return true
    } catch .notAFolder, .tooManyLinks {
      return false
    } catch {
      throw RemoteFault(SystemError(.opening, prefix + name, error))
    }
    defer { inner.close() }
    try list(inner, "\(prefix)\(name)/")
    return true
  }
}

import System

/// A place that several machines reach and that holds files which never change: whoever puts one there
/// gives it a name that nothing else has, so that nobody has to wait for anybody.
///
/// All of it is told by others, who may be hostile: names are checked, numbers and sizes have limits
/// (`RemoteLimits`), and what the bytes are worth is for the caller to prove. Cancelling the task ends
/// whatever is done, with `RemoteFault.stopped`; what was done by then stays done.
package protocol Remote: Sendable {
  /// Makes the place where it isn't there yet and can be made. What is there stays as it is.
  func prepare() async throws(RemoteError)

  /// The files that are there. It may lag behind: a new file isn't listed yet, or a removed one still.
  func list() async throws(RemoteError) -> RemoteListing

  /// Fetches files of these sizes in bytes, each to the path below a folder of this machine that its
  /// name is. There it stands whole or not at all, and is not synced to the disk. `arrived` is called
  /// with each, from any thread.
  func get(
    _ files: [RemoteName: Int], into folder: String,
    arrived: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) -> FetchedFiles

  /// Puts files there, whole or not at all; when it returns, all are there to stay. The same name must
  /// always be given the same bytes. `sent` is called with each that is there, from any thread. A call
  /// that is broken off may have to be made again from its first file on, so whoever has much to put
  /// makes several calls, of some hundred files or megabytes.
  func put(
    _ files: [OutgoingFile], sent: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError)

  /// Removes files. One that isn't there is no fault.
  func remove(_ names: [RemoteName]) async throws(RemoteError)

  /// Whether a file there is read as fast as one of this machine, so that it can be looked at before the
  /// one here goes.
  var isNear: Bool { get }

  /// Waits until something may have changed there, at most so many seconds; whether it may have. `nil`,
  /// at once, where nobody tells of that.
  func wait(seconds: Int) async -> Bool?
}

extension Remote {
  package var isNear: Bool { false }

  package func wait(seconds: Int) async -> Bool? { nil }

  package func get(
    _ files: [RemoteName: Int], into folder: String
  ) async throws(RemoteError) -> FetchedFiles {
    try await get(files, into: folder) { _ in }
  }

  package func put(_ files: [OutgoingFile]) async throws(RemoteError) {
    try await put(files) { _ in }
  }
}

/// What a remote says that it holds.
package struct RemoteListing: Hashable, Sendable {
  /// The size of each file in bytes. Copies that a synchronizing program made of a file in conflict are
  /// among them (`RemoteName.original`).
  package var files: [RemoteName: Int]
  /// How many other things are there: names that this program doesn't give, links, devices.
  package var ignored: Int

  package init(files: [RemoteName: Int] = [:], ignored: Int = 0) {
    self.files = files
    self.ignored = ignored
  }

  /// How many files are below a folder.
  func count(in folder: String) -> Int {
    files.keys.count { $0.path.hasPrefix(folder + "/") }
  }

  /// What tells whether other photos, attachments or previews are there, or of other sizes: the sums of
  /// their digests, whatever their order, of those in a folder and of all.
  func assetSums(in folder: String) -> (folder: UInt64, all: UInt64) {
    var (sum, others): (UInt64, UInt64) = (0, 0)
    for (name, size) in files where name.isAsset {
      if name.path.hasPrefix(folder + "/") {
        sum &+= Self.digest(of: name, size)
      } else {
        others &+= Self.digest(of: name, size)
      }
    }
    return (sum, sum &+ others)
  }

  /// What a file adds to the sums; 0 if it isn't there.
  func assetDigest(of name: RemoteName) -> UInt64 {
    files[name].map { Self.digest(of: name, $0) } ?? 0
  }

  private static func digest(of name: RemoteName, _ size: Int) -> UInt64 {
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return (hash ^ UInt64(truncatingIfNeeded: size)) &* 0x100_0000_01b3
  }

  /// Adds a file, or what has no name that this program gives. Throws when there are too many.
  mutating func add(
    _ name: RemoteName?, size: Int, _ limits: RemoteLimits
  ) throws(RemoteFault) {
    guard files.count + ignored < limits.names else { throw .tooManyFiles(limits.names) }
    guard let name else {
      ignored += 1
      return
    }
    files[name] = size
  }
}

/// What came of fetching. A file that is in neither set has gone from the remote.
package struct FetchedFiles: Hashable, Sendable {
  package var arrived: Set<RemoteName>
  /// Those that have another size than the remote said: it may still be receiving them.
  package var incomplete: Set<RemoteName>

  package init(arrived: Set<RemoteName> = [], incomplete: Set<RemoteName> = []) {
    self.arrived = arrived
    self.incomplete = incomplete
  }
}

/// A file that is to be put on a remote.
package struct OutgoingFile: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    case bytes([UInt8])
    /// A file of this machine that doesn't change.
    case file(path: String)
  }

  package let name: RemoteName
  package let source: Source

  package init(_ name: RemoteName, _ source: Source) {
    self.name = name
    self.source = source
  }
}

/// How much a remote may name. What is more isn't taken, and is told.
package struct RemoteLimits: Hashable, Sendable {
  /// Names, those that are ignored among them.
  package var names = 300_000
  /// Bytes of a file of text.
  package var text = 64 << 20
  /// Bytes of what version 0.1.0 has written to a log, which goes as a whole.
  package var oldLog = 512 << 20
  /// Bytes of a photo or an attachment.
  package var asset = 8 << 30

  package init() {}

  /// Throws when one of the files is larger than it may be.
  package func check(_ files: [RemoteName: Int]) throws(RemoteFault) {
    for (name, size) in files where size > largest(name) {
      throw .tooLarge(name: name.path, size: size)
    }
  }

  private func largest(_ name: RemoteName) -> Int {
    if name.isAsset { return asset }
    return SegmentName(name)?.isOldLog == true ? oldLog : text
  }
}

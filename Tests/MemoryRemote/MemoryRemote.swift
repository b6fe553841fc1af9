import Sync
import Synchronization
import System

/// A host in memory, shared by several remotes.
package final class MemoryHost: Sendable {
  fileprivate struct State {
    var files: [RemoteName: [UInt8]] = [:]
    /// Past listings, newest last.
    var listings: [RemoteListing] = [RemoteListing()]

    var changes = 0

    mutating func note() {
      changes += 1
      listings.append(RemoteListing(files: files.mapValues(\.count)))
      if listings.count > 100 { listings.removeFirst() }
    }
  }

  fileprivate let state = Mutex(State())

  package init() {}

  /// The number of changes so far.
  package var changes: Int { state.withLock(\.changes) }

  /// All files. Setting it restores an old copy, or damages files.
  package var files: [RemoteName: [UInt8]] {
    get { state.withLock(\.files) }
    set {
      state.withLock { state in
        state.files = newValue
        state.note()
      }
    }
  }
}

/// Random faults of a remote in memory, each with a chance of one in N; 0 disables it.
package struct MemoryFaults: Sendable {
  /// A call fails without effect.
  package var failure = 0
  /// A listing is outdated.
  package var lag = 0
  /// Putting several files stops halfway.
  package var brokenPut = 0
  /// A file is truncated until it is put again.
  package var halfFile = 0
  /// A file is temporarily missing while it is fetched.
  package var vanished = 0
  /// A file is duplicated, as by a syncing program.
  package var copy = 0
  /// The calls, counted from 1, that always fail.
  package var failingCalls: Set<Int> = []
  /// The size in bytes above which a file is refused; 0 disables it.
  package var fileLimit = 0
  /// The path of a local file that can't be read when it is sent; empty for none.
  package var unreadableFile = ""
  /// The names of files on the remote that can't be read.
  package var unreadableNames: Set<RemoteName> = []
  package var isUnreachable = false
  package var isReadOnly = false

  package init() {}
}

/// A remote in memory with configurable faults, reproducible for a seed.
package final class MemoryRemote<Generator: RandomNumberGenerator & Sendable>: Remote {
  private struct State {
    var generator: Generator
    var calls = 0
  }

  private let host: MemoryHost
  private let faults: MemoryFaults
  private let state: Mutex<State>
  private let limits: RemoteLimits

  package init(
    _ host: MemoryHost, faults: MemoryFaults = MemoryFaults(), generator: Generator,
    limits: RemoteLimits = RemoteLimits()
  ) {
    self.host = host
    self.faults = faults
    self.limits = limits
    state = Mutex(State(generator: generator))
  }

  package var calls: Int { state.withLock(\.calls) }

  package func prepare() async throws(RemoteError) { try begin() }

  package func list() async throws(RemoteError) -> RemoteListing {
    try begin()
    let isOld = happens(faults.lag)
    let listing = host.state.withLock { host in
      isOld ? host.listings.suffix(10).first : host.listings.last
    }
    guard let listing, listing.files.count <= limits.names else {
      throw fault(.tooManyFiles(limits.names))
    }
    return listing
  }

  package func get(
    _ files: [RemoteName: Int], into folder: String,
    arrived: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) -> FetchedFiles {
    try begin()
    var fetched = FetchedFiles()
    do { try limits.check(files) } catch { throw fault(RemoteFault(error)) }
    for (name, size) in files.sorted(by: { $0.key < $1.key }) {
      guard !happens(faults.vanished), let bytes = host.files[name] else { continue }
      guard bytes.count == size else {
        fetched.incomplete.insert(name)
        continue
      }
      guard !faults.unreadableNames.contains(name) else {
        fetched.unreadable[name] = ErrorNumber.inputOutput.message
        continue
      }
      let path = Path.join(folder, name.path)
      do throws(SystemError) {
        try FileSystem.makeFolders(Path.parent(path))
        try DurableFile.write(bytes, to: path)
      } catch {
        throw fault(.local(path: error.path, reason: error.message))
      }
      fetched.arrived.insert(name)
      arrived(name)
    }
    return fetched
  }

  package func put(
    _ files: [OutgoingFile], sent: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) {
    try begin()
    if faults.isReadOnly { throw fault(.readOnly("")) }
    try requireAccepted(files)
    let breaks = happens(faults.brokenPut)
    for (number, file) in files.enumerated() {
      if breaks, number >= files.count / 2 { throw fault(.unreachable("put broken off")) }
      var bytes = try bytes(of: file)
      let isHalf = happens(faults.halfFile)
      if isHalf { bytes.removeLast(bytes.count / 2) }
      let copy = happens(faults.copy) ? Self.copy(of: file.name) : nil
      host.state.withLock { [bytes] host in
        host.files[file.name] = bytes
        if let copy { host.files[copy] = bytes }
        host.note()
      }
      if isHalf { throw fault(.unreachable("half a file")) }
      sent(file.name)
    }
  }

  package func remove(_ names: [RemoteName]) async throws(RemoteError) {
    try begin()
    if faults.isReadOnly { throw fault(.readOnly("")) }
    host.state.withLock { host in
      for name in names { host.files[name] = nil }
      host.note()
    }
  }

  package var isLocal: Bool { true }

  private func begin() throws(RemoteError) {
    if Task.isCancelled { throw fault(.stopped) }
    let call = state.withLock { state in
      state.calls += 1
      return state.calls
    }
    if faults.isUnreachable || faults.failingCalls.contains(call) || happens(faults.failure) {
      throw fault(.unreachable("call \(call)"))
    }
  }

  private func happens(_ oneOf: Int) -> Bool {
    guard oneOf > 0 else { return false }
    return state.withLock { Int.random(in: 0..<oneOf, using: &$0.generator) == 0 }
  }

  private func fault(_ fault: RemoteFault) -> RemoteError { RemoteError("memory", fault) }

  private func bytes(of file: OutgoingFile) throws(RemoteError) -> [UInt8] {
    switch file.source {
    case .bytes(let bytes): return bytes
    case .file(let path):
      do throws(SystemError) {
        if path == faults.unreadableFile { throw SystemError(.reading, path, .inputOutput) }
        return try OpenFile.reading(path).readToEnd()
      } catch {
        throw fault(.local(path: path, reason: error.message))
      }
    }
  }

  /// Refuses files that are too large, before any of them is sent.
  private func requireAccepted(_ files: [OutgoingFile]) throws(RemoteError) {
    guard faults.fileLimit > 0 else { return }
    for file in files {
      let size = try bytes(of: file).count
      guard size > faults.fileLimit else { continue }
      throw fault(.tooLargeToUpload(name: file.name.path, size: size, limit: faults.fileLimit))
    }
  }

  /// Returns a conflict copy's name in Syncthing's style.
  private static func copy(of name: RemoteName) -> RemoteName? {
    let (folder, last) = Path.split(name.path)
    let parts = last.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let end = parts.count > 1 ? ".\(parts[1])" : ""
    let copy = "\(parts[0]).sync-conflict-20260102-030405-ABCDEFG\(end)"
    return RemoteName(folder.isEmpty ? copy : "\(folder)/\(copy)")
  }
}

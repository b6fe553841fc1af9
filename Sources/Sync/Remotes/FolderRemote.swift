@preconcurrency import Dispatch
import System

/// A remote that is a folder: of a synchronizing program, on a NAS or on a USB stick. Its content
/// is untrusted, so no symbolic link below it is followed.
package final class FolderRemote: Remote {
  private let path: String
  private let limits: RemoteLimits
  private let work: RemoteWork

  /// - Parameter timeout: the seconds for which a disk may not answer.
  package init(_ path: String, limits: RemoteLimits = RemoteLimits(), timeout: Int = 300) {
    self.path = path
    self.limits = limits
    work = RemoteWork(.folder(path), timeout: timeout * 1000)
  }

  package func prepare() async throws(RemoteError) {
    try await work.run { [path] _ in
      do throws(ErrorNumber) { try FileSystem.makeFolder(path, mode: 0o777) } catch {
        throw RemoteFault(onRemote: SystemError(.making, path, error))
      }
      // The parent folder may belong to another user and be unreadable.
      try? FileSystem.sync(folder: Path.parent(path))
      _ = try RemoteFault.remotely(Folder(at: path))
    }
  }

  package func list() async throws(RemoteError) -> RemoteListing {
    try await work.run { [path, limits] stop in
      var walk = FolderWalk(limits: limits, stop: stop)
      let root = try RemoteFault.remotely(Folder(at: path))
      try walk.list(root.descriptor)
      return walk.listing
    }
  }

  package func get(
    _ files: [RemoteName: Int], into folder: String,
    arrived: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) -> FetchedFiles {
    try await work.run { [path, limits] stop in
      try limits.check(files)
      var arrivals = try ArrivalFolder(folder, files, arrived: arrived)
      let root = try RemoteFault.remotely(Folder(at: path))
      for name in files.keys.sorted() {
        try stop.check()
        try Self.get(name, from: root, to: &arrivals, stop)
      }
      return arrivals.fetched
    }
  }

  package func put(
    _ files: [OutgoingFile], sent: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) {
    try await work.run { [path] stop in
      try FolderWrite.put(files, in: path, stop, sent: sent)
    }
  }

  package func remove(_ names: [RemoteName]) async throws(RemoteError) {
    try await work.run { [path] stop in
      let root = try RemoteFault.remotely(Folder(at: path))
      for name in names {
        try stop.check()
        do throws(SystemError) {
          try Self.visit(Path.split(name.path).folder, in: root) { folder throws(SystemError) in
            try folder.remove(file: Path.name(name.path))
          }
        } catch {
          guard error.isAbsence else { throw RemoteFault(onRemote: error) }
        }
      }
    }
  }

  package var isLocal: Bool { true }

  /// Waits for a change. Earlier changes don't count.
  package func wait(seconds: Int) async -> Bool? {
    guard let changes = changes() else { return nil }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in changes { return !Task.isCancelled }
        return false
      }
      group.addTask {
        // The caller limits the wait.
        try? await Task.sleep(for: .seconds(seconds))
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  private static func get(
    _ name: RemoteName, from root: borrowing Folder, to arrivals: inout ArrivalFolder,
    _ stop: RemoteStop
  ) throws {
    let (folder, last) = Path.split(name.path)
    var failure: RemoteFault?
    do {
      try visit(folder, in: root) { folder throws(SystemError) in
        let file = try folder.file(last)
        guard try file.status().isRegularFile else { return }
        var error: ErrorNumber?
        do {
          error = try copy(file, of: name, to: &arrivals, stop)
        } catch {
          failure = RemoteFault(error)
        }
        if let error { throw SystemError(.reading, name.path, error) }
      }
    } catch {
      let fault = RemoteFault(onRemote: error)
      if case .unreachable = fault { throw fault }
      if !error.isAbsence { arrivals.fail(name, error.message) }
    }
    if let failure { throw failure }
  }

  /// Copies a file. Returns the error if it can't be read.
  private static func copy(
    _ file: borrowing OpenFile, of name: RemoteName, to arrivals: inout ArrivalFolder,
    _ stop: RemoteStop
  ) throws -> ErrorNumber? {
    try arrivals.begin(name.path, size: file.size)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count: Int
      do throws(ErrorNumber) {
        count = try file.descriptor.read(into: &buffer)
      } catch {
        return error
      }
      if count == 0 { break }
      try arrivals.take(buffer[..<count])
      try stop.check()
    }
    try arrivals.end()
    return nil
  }

  /// Opens a folder by its path below another one, without following symbolic links. Optionally
  /// creates or syncs the folders on the path.
  static func visit(
    _ path: String, in folder: borrowing Folder, making: Bool = false, syncing: Bool = false,
    _ body: (borrowing Folder) throws(SystemError) -> Void
  ) throws(SystemError) {
    if path.isEmpty {
      try body(folder)
    } else {
      let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
      let next = try making ? folder.subfolder(making: parts[0]) : folder.subfolder(parts[0])
      let rest = parts.count > 1 ? parts[1] : ""
      try visit(rest, in: next, making: making, syncing: syncing, body)
    }
    if syncing { try folder.sync() }
  }

  /// Returns a stream with an element for each change; `nil` if the folder can't be watched.
  private func changes() -> AsyncStream<Void>? {
    guard let found = FileChanges() else { return nil }
    guard found.watch(path, for: Self.changes) else {
      found.close()
      return nil
    }
    let deeper = Self.changes.union(.noFollow)
    let names = { (folder: String) in
      (try? FileSystem.names(in: Path.join(self.path, folder))) ?? []
    }
    for folder in ["log", "keys"] + names("log").map({ "log/\($0)" }) {
      found.watch(Path.join(path, folder), for: deeper)
    }
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let source = DispatchSource.makeReadSource(fileDescriptor: found.descriptor.number)
      source.setEventHandler { continuation.yield() }
      source.setCancelHandler { found.close() }
      continuation.onTermination = { _ in source.cancel() }
      source.activate()
    }
  }

  private static let changes: FileChanges.Kinds = [.created, .movedIn, .removed, .closed]
}

extension SystemError {
  /// True if the file doesn't exist or can only be reached through a link.
  var isAbsence: Bool {
    [.noSuchFile, .notAFolder, .tooManyLinks].contains(number ?? .invalid)
  }
}

// MARK: -

/// A traversal that lists the files of a folder remote.
struct FolderWalk {
  let limits: RemoteLimits
  let stop: RemoteStop
  private(set) var listing = RemoteListing()
  private var seen = 0

  /// The first bytes of temporary files and of files of synchronizing programs.
  private static let hidden: Set<UInt8> = [UInt8(ascii: "."), UInt8(ascii: "~")]

  init(limits: RemoteLimits, stop: RemoteStop) {
    self.limits = limits
    self.stop = stop
  }

  /// Adds the files below a folder whose path is `prefix`.
  mutating func list(_ folder: Descriptor, _ prefix: String = "") throws {
    var stream = try RemoteFault.remotely(.reading, prefix, FolderStream(folder))
    while true {
      let name = try RemoteFault.remotely(.reading, prefix, stream.next())
      guard let name else { return }
      if let first = name.utf8.first, Self.hidden.contains(first) { continue }
      seen += 1
      guard seen <= limits.names else { throw RemoteFault.tooManyFiles(limits.names) }
      try stop.check()
      if try !add(name, in: folder, prefix) { listing.ignored += 1 }
    }
  }

  /// Adds a file or folder. Returns false for an item of another kind.
  private mutating func add(
    _ name: String, in folder: Descriptor, _ prefix: String
  ) throws -> Bool {
    guard let status = try? folder.status(of: name) else { return true }
    if status.isRegularFile, let name = RemoteName(prefix + name) {
      listing.files[name] = status.size
      return true
    }
    guard status.isFolder, RemoteName.isPart(name), RemoteName("\(prefix)\(name)/x") != nil else {
      return false
    }
    let inner: Descriptor
    do {
      inner = try folder.openFolder(name)
    } catch .noSuchFile {
      return true
    } catch .notAFolder, .tooManyLinks {
      return false
    } catch {
      throw RemoteFault(onRemote: SystemError(.opening, prefix + name, error))
    }
    defer { inner.close() }
    try list(inner, "\(prefix)\(name)/")
    return true
  }
}

// MARK: -

/// A batch of files for a folder remote. All are written under temporary names, synced and renamed,
/// then the folders are synced. Files that weren't renamed are removed on `deinit`.
struct FolderWrite: ~Copyable {
  private struct Written {
    let folder: String
    let temporary: String
    let name: String
  }

  /// The number of files from which syncing the complete disk is faster.
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

  /// Writes files, and calls `sent` for each durable file.
  static func put(
    _ files: [OutgoingFile], in path: String, _ stop: RemoteStop, sent: (RemoteName) -> Void
  ) throws {
    let root = try RemoteFault.remotely(Folder(at: path))
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
  private mutating func write(_ file: OutgoingFile) throws -> Int {
    try stop.check()
    var source = try OutgoingBytes(file)
    let (folder, name) = Path.split(file.name.path)
    let place = Written(folder: folder, temporary: Self.temporaryName, name: name)
    written.append(place)
    let (stop, syncs) = (stop, !syncsTogether)
    var failure: RemoteFault?
    do {
      try FolderRemote.visit(folder, in: root, making: true) { folder throws(SystemError) in
        let copy = try folder.newFile(place.temporary)
        do {
          while let piece = try source.next() {
            try RemoteFault.remotely(copy.write(piece))
            try stop.check()
          }
        } catch {
          failure = RemoteFault(error)
          return
        }
        if syncs { try copy.sync() }
      }
    } catch {
      switch error.number {
      case .notAFolder, .tooManyLinks: throw RemoteFault.blocked(name: folder)
      default: throw RemoteFault(onRemote: error)
      }
    }
    if let failure { throw failure }
    return source.size
  }

  private mutating func rename() throws {
    try stop.check()
    if syncsTogether { try RemoteFault.remotely(root.syncAll()) }
    for file in written {
      do throws(SystemError) {
        try FolderRemote.visit(file.folder, in: root, syncing: !syncsTogether) {
          folder throws(SystemError) in
          try folder.rename(file.temporary, to: file.name)
        }
      } catch {
        throw error.number == .isAFolder
          ? RemoteFault.occupied(name: Path.join(file.folder, file.name))
          : RemoteFault(onRemote: error)
      }
    }
    if syncsTogether { try RemoteFault.remotely(root.syncAll()) }
    written = []
  }

  /// A name that Syncthing, Dropbox and Nextcloud ignore as a temporary file.
  private static var temporaryName: String {
    "~syncthing~photodiary-\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
  }
}

// MARK: -

/// The names of conflict copies, which programs make when two machines wrote the same file.
enum ConflictCopy {
  /// Returns the name of the original file, or `nil` for other names.
  static func original(of path: String) -> String? {
    // Syncthing: `a.sync-conflict-20260102-030405-ABCDEFG.age`; ownCloud:
    // `a_conflict-20260102-030405.age`.
    for mark in [".sync-conflict-", "_conflict-"] {
      guard let found = path.firstRange(of: mark) else { continue }
      let rest = path[found.upperBound...]
      let stamp = rest.prefix { $0.isASCII && ($0.isNumber || $0.isUppercase || $0 == "-") }
      if stamp.count(where: \.isNumber) >= 14 {
        return String(path[..<found.lowerBound] + rest[stamp.endIndex...])
      }
    }
    // Dropbox and Nextcloud: `a (Mina's conflicted copy 2026-01-02).age`; Google Drive: `a
    // (1).age`.
    guard let start = path.firstRange(of: " ("), let end = path.lastIndex(of: ")"),
      start.upperBound < end, !path[start.lowerBound...].contains("/")
    else { return nil }
    let words = path[start.upperBound..<end]
    guard words.contains("conflicted copy") || words.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return String(path[..<start.lowerBound] + path[path.index(after: end)...])
  }
}

@preconcurrency import Dispatch
import System

/// A remote that is a folder: of a synchronizing program, on a NAS or a stick. What is in there may be
/// anybody's, so no symbolic link below it is followed.
package final class FolderRemote: Remote {
  private let path: String
  private let limits: RemoteLimits
  private let work: RemoteWork

  /// `patience` is for how many seconds a disk may not answer.
  package init(_ path: String, limits: RemoteLimits = RemoteLimits(), patience: Int = 300) {
    self.path = path
    self.limits = limits
    work = RemoteWork(.folder(path), patience: patience * 1000)
  }

  package func prepare() async throws(RemoteError) {
    try await work.run { [path] _ throws(RemoteFault) in
      do throws(ErrorNumber) { try FileSystem.makeFolder(path, mode: 0o777) } catch {
        throw RemoteFault(SystemError(.making, path, error))
      }
      // What is above may be somebody else's, and not to be read.
      try? FileSystem.sync(folder: Path.parent(path))
      _ = try RemoteFault.there(Folder(at: path))
    }
  }

  package func list() async throws(RemoteError) -> RemoteListing {
    try await work.run { [path, limits] stop throws(RemoteFault) in
      var walk = FolderWalk(limits: limits, stop: stop)
      let root = try RemoteFault.there(Folder(at: path))
      try walk.list(root.descriptor)
      return walk.listing
    }
  }

  package func get(
    _ files: [RemoteName: Int], into folder: String,
    arrived: @escaping @Sendable (RemoteName) -> Void
  ) async throws(RemoteError) -> FetchedFiles {
    try await work.run { [path, limits] stop throws(RemoteFault) in
      try limits.check(files)
      var arrivals = try ArrivalFolder(folder, files, arrived: arrived)
      let root = try RemoteFault.there(Folder(at: path))
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
    try await work.run { [path] stop throws(RemoteFault) in
      try FolderWrite.put(files, in: path, stop, sent: sent)
    }
  }

  package func remove(_ names: [RemoteName]) async throws(RemoteError) {
    try await work.run { [path] stop throws(RemoteFault) in
      let root = try RemoteFault.there(Folder(at: path))
      for name in names {
        try stop.check()
        do throws(SystemError) {
          try Self.visit(Path.split(name.path).folder, in: root) { folder throws(SystemError) in
            try folder.remove(file: Path.name(name.path))
          }
        } catch {
          guard error.isAbsence else { throw RemoteFault(error) }
        }
      }
    }
  }

  package var isNear: Bool { true }

  /// Waits for a change. What changed before it was called doesn't count.
  package func wait(seconds: Int) async -> Bool? {
    guard let changes = changes() else { return nil }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in changes { return !Task.isCancelled }
        return false
      }
      group.addTask {
        // As long as the caller has given it.
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
  ) throws(RemoteFault) {
    let (folder, last) = Path.split(name.path)
    var failure: RemoteFault?
    do throws(SystemError) {
      try visit(folder, in: root) { folder throws(SystemError) in
        let file = try folder.file(last)
        guard try file.status().isRegularFile else { return }
        do throws(RemoteFault) {
          try copy(file, of: name, to: &arrivals, stop)
        } catch {
          failure = error
        }
      }
    } catch {
      if !error.isAbsence { failure = RemoteFault(error) }
    }
    if let failure { throw failure }
  }

  private static func copy(
    _ file: borrowing OpenFile, of name: RemoteName, to arrivals: inout ArrivalFolder,
    _ stop: RemoteStop
  ) throws(RemoteFault) {
    try arrivals.begin(name.path, size: file.size)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let descriptor = file.descriptor
      let count = try RemoteFault.there(.reading, name.path, descriptor.read(into: &buffer))
      if count == 0 { break }
      try arrivals.take(buffer[..<count])
      try stop.check()
    }
    try arrivals.end()
  }

  /// Opens a folder by its path below another one, through no symbolic link, and makes or syncs those
  /// on the way.
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

  /// Ticks with changes; `nil` when the folder can't be watched.
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

  private static let changes: FileChanges.Kinds = [.made, .movedIn, .removed, .closed]
}

extension SystemError {
  /// Whether there is nothing, or nothing that may be followed.
  var isAbsence: Bool {
    [.noSuchFile, .notAFolder, .tooManyLinks].contains(number ?? .invalid)
  }
}

// MARK: -

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

// MARK: -

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

// MARK: -

/// What programs call a copy that they keep when two machines have written one file.
enum ConflictCopy {
  /// The name that a copy was made of, `nil` for another name.
  static func original(of path: String) -> String? {
    // Syncthing: `a.sync-conflict-20260102-030405-ABCDEFG.age`; ownCloud: `a_conflict-20260102-030405.age`.
    for mark in [".sync-conflict-", "_conflict-"] {
      guard let found = path.firstRange(of: mark) else { continue }
      let rest = path[found.upperBound...]
      let stamp = rest.prefix { $0.isASCII && ($0.isNumber || $0.isUppercase || $0 == "-") }
      if stamp.count(where: \.isNumber) >= 14 {
        return String(path[..<found.lowerBound] + rest[stamp.endIndex...])
      }
    }
    // Dropbox and Nextcloud: `a (Mina's conflicted copy 2026-01-02).age`; Google Drive: `a (1).age`.
    guard let start = path.firstRange(of: " ("), let end = path.lastIndex(of: ")"),
      start.upperBound < end, !path[start.lowerBound...].contains("/")
    else { return nil }
    let words = path[start.upperBound..<end]
    guard words.contains("conflicted copy") || words.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return String(path[..<start.lowerBound] + path[path.index(after: end)...])
  }
}

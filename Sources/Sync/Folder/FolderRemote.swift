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

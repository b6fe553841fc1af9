import Crypto
import DiaryCore
// A dispatch source may be canceled from any thread, but Dispatch doesn't declare it `Sendable`.
@preconcurrency import Dispatch
import System

/// The store's lock, held while this value exists. It belongs to the open file description: closing
/// other descriptors of the file doesn't release it, and the kernel releases it when the program
/// dies.
struct FileLock: ~Copyable {
  private let file: OpenFile

  /// The pause between two attempts, in milliseconds. The kernel offers only a blocking wait
  /// without a timeout, so the lock is polled.
  private static let pauseTime = 5

  /// Waits for the lock and creates its file if necessary.
  ///
  /// - Throws: `StoreError.locked` if another program holds the lock for too long; `SystemError` if
  ///   the file can't be opened or locked.
  init(_ path: String) throws {
    let file = try Self.open(path)
    var patience = LockPatience()
    while try !Self.tryLock(file) { try Self.pause(&patience, file) }
    self.init(file: file)
  }

  /// Takes the lock, or returns `nil` if another program holds it.
  init?(ifFree path: String) throws {
    let file = try Self.open(path)
    guard try Self.tryLock(file) else { return nil }
    self.init(file: file)
  }

  /// Returns `true` if another program holds the lock. Doesn't take it, which would keep others
  /// from doing so.
  static func isHeld(_ path: String) -> Bool {
    guard FileSystem.exists(path), let file = try? open(path) else { return false }
    return file.descriptor.isLocked
  }

  /// Waits for the lock without blocking the actor.
  static func waiting(for path: String) async throws -> FileLock {
    let file = try Self.open(path)
    var patience = LockPatience()
    while try !tryLock(file) {
      // A canceled task can't sleep, but its save must wait all the same.
      if (try? await Task.sleep(for: .milliseconds(pauseTime))) == nil {
        try pause(&patience, file)
      } else {
        try count(&patience, file)
      }
    }
    return FileLock(file: file)
  }

  /// Opens the file of a lock. On a file system without locks, as on some networks, a file on this
  /// machine is locked instead, so that at least the programs here wait for each other. If that
  /// isn't possible either, nothing is locked.
  private static func open(_ path: String) throws -> OpenFile {
    let file = try OpenFile(path, [.readWrite, .create])
    guard !file.descriptor.canLock else { return file }
    let digest = SHA256.hash(data: Array((Path.real(path) ?? path).utf8))
    let name = "photodiary-\(CurrentUser.id)-\(hexadecimal(digest)).lock"
    return try OpenFile(Path.join(runtimeFolder, name), [.readWrite, .create, .noFollow])
  }

  /// The user's folder for the time of a session. Programs started by cron, which sets no
  /// `XDG_RUNTIME_DIR`, use the same one.
  private static var runtimeFolder: String {
    if let folder = Environment["XDG_RUNTIME_DIR"] { return folder }
    let usual = "/run/user/\(CurrentUser.id)"
    return FileSystem.isFolder(usual) ? usual : FileSystem.temporaryFolder
  }

  /// `true` if the locked file is still at its path. The folder may have been renamed while the
  /// program waited.
  var isInPlace: Bool {
    guard let own = try? file.status(), let found = FileSystem.status(of: file.path) else {
      return false
    }
    return own.inode == found.inode && own.device == found.device
  }

  /// Updates the file's time, by which waiting programs notice that the lock has changed hands.
  private init(file: consuming OpenFile) {
    file.descriptor.setModified()
    self.file = file
  }

  deinit { file.descriptor.unlock() }

  private static func tryLock(_ file: borrowing OpenFile) throws -> Bool {
    do {
      try file.descriptor.tryLock()
      return true
    } catch .interrupted, .tryAgain, .accessDenied {
      return false
    } catch {
      throw SystemError(.locking, file.path, error)
    }
  }

  private static func pause(_ patience: inout LockPatience, _ file: borrowing OpenFile) throws {
    try count(&patience, file)
    Readiness.pause(milliseconds: pauseTime)
  }

  private static func count(_ patience: inout LockPatience, _ file: borrowing OpenFile) throws {
    guard patience.isLeft(after: pauseTime, taken: try file.status().modified) else {
      throw DiaryError.store(path: file.path, .locked)
    }
  }
}

/// The limit for waiting for a lock. A lock is normally held for one append, longer only by a
/// repair. But many programs may be waiting, and a disk may be slow, so the limit applies to the
/// time since the lock last changed hands.
struct LockPatience {
  /// The limit in milliseconds.
  static let limit = 10_000

  private var waited = 0
  private var taken: FileTime?

  /// Returns `true` if waiting may continue after another `pause` milliseconds. `taken` is the time
  /// when the lock last changed hands.
  mutating func isLeft(after pause: Int, taken: FileTime) -> Bool {
    if taken != self.taken { waited = 0 }
    self.taken = taken
    waited += pause
    return waited <= Self.limit
  }
}

/// Reports when a program may have written to a store's logs.
package enum StoreWatcher {
  /// Returns a stream that yields after changes, including this program's, and ends with its
  /// consumer.
  package static func events(of layout: StoreLayout) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      guard let found = FileChanges() else { return continuation.finish() }
      let queue = DispatchQueue(label: "photodiary.store-watch")
      let source = DispatchSource.makeReadSource(
        fileDescriptor: found.descriptor.number, queue: queue)
      let retry = DispatchSource.makeTimerSource(queue: queue)
      let watchAll: @Sendable () -> Void = {
        watchFolders(of: layout, by: found)
        // Attaching the store's disk isn't reported as a change.
        if !FileSystem.isFolder(layout.logs) { retry.schedule(deadline: .now() + retryPause) }
      }
      source.setEventHandler {
        found.drain()
        // The folder of another device, or the store itself, may be new.
        watchAll()
        continuation.yield()
      }
      retry.setEventHandler {
        watchAll()
        if FileSystem.isFolder(layout.logs) { continuation.yield() }
      }
      source.setCancelHandler { found.close() }
      continuation.onTermination = { _ in
        retry.cancel()
        source.cancel()
      }
      watchAll()
      source.activate()
      retry.activate()
    }
  }

  /// The pause before another look for a missing store, in seconds.
  private static let retryPause = 2.0

  /// Watches the existing folders from the top down. A folder created inside another one before
  /// that is watched is found when its names are read afterwards. Watching a folder again has no
  /// effect.
  private static func watchFolders(of layout: StoreLayout, by found: FileChanges) {
    guard found.watch(layout.root, for: changes) else {
      // A folder that exists but may not be watched stays unwatched.
      if FileSystem.status(of: layout.root) == nil { watchForStore(of: layout, by: found) }
      return
    }
    found.watch(layout.logs, for: changes)
    found.watch(layout.journals, for: arrivals.union(.removed))
    for device in (try? FileSystem.names(in: layout.logs)) ?? [] {
      found.watch(Path.join(layout.logs, device), for: changes)
    }
  }

  /// Watches the parent folder of a store that doesn't exist yet, or the nearest existing folder
  /// above it, until something is created there.
  private static func watchForStore(of layout: StoreLayout, by found: FileChanges) {
    var child = layout.root
    while child != "/" {
      let folder = Path.parent(child)
      if found.watch(folder, for: arrivals.union(.once)) {
        // The store may have been created just before.
        if FileSystem.status(of: child) != nil { watchFolders(of: layout, by: found) }
        return
      }
      child = folder
    }
  }

  private static let arrivals: FileChanges.Kinds = [.created, .movedIn]
  /// A folder that is moved or removed takes its watch with it, and another one may replace it.
  private static let changes = arrivals.union([.written, .removed, .selfMoved, .selfRemoved])
}

import Crypto
import DiaryCore
// A dispatch source may be cancelled from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
import System

/// The store's lock, held while this value lives. It belongs to the open file description: other
/// descriptors of the same file don't drop it, and the kernel does when the program dies.
struct FileLock: ~Copyable {
  private let file: OpenFile

  /// Milliseconds. The kernel tells nobody when a lock is free but a thread that blocks for it,
  /// without end, so it is asked again.
  private static let pauseTime = 5

  /// Waits for the lock, making its file if need be. Throws when another program keeps it.
  init(_ path: String) throws(DiaryError) {
    let file = try Self.open(path)
    var patience = LockPatience()
    while try !Self.isTaken(file) { try Self.pause(&patience, file) }
    self.init(file: file)
  }

  /// Takes the lock, unless another program has it: then there is none.
  init?(ifFree path: String) throws(DiaryError) {
    let file = try Self.open(path)
    guard try Self.isTaken(file) else { return nil }
    self.init(file: file)
  }

  /// Takes the lock, and lets others run on this actor while it waits.
  static func waiting(for path: String) async throws(DiaryError) -> FileLock {
    let file = try Self.open(path)
    var patience = LockPatience()
    while try !isTaken(file) {
      // In a task that was cancelled nothing sleeps, and a save must wait all the same.
      if (try? await Task.sleep(for: .milliseconds(pauseTime))) == nil {
        try pause(&patience, file)
      } else {
        try count(&patience, file)
      }
    }
    return FileLock(file: file)
  }

  /// Opens the file of a lock. Where its file system has no locks, as on some networks, a file on this
  /// machine takes its place, so that at least the programs here wait for each other. If that has none
  /// either, nothing is locked.
  private static func open(_ path: String) throws(DiaryError) -> OpenFile {
    let file = try OpenFile(path, [.readWrite, .create])
    guard !file.descriptor.canLock else { return file }
    let digest = SHA256.hash(data: Array((Path.real(path) ?? path).utf8))
    let name = "photodiary-\(CurrentUser.number)-\(hexadecimal(digest)).lock"
    let folder = Environment["XDG_RUNTIME_DIR"] ?? FileSystem.temporaryFolder
    return try OpenFile(Path.join(folder, name), [.readWrite, .create, .noFollow])
  }

  /// Whether the file that is locked still stands at its path: a folder may have been renamed while
  /// one waited.
  var isInPlace: Bool {
    guard let own = try? file.status(), let found = FileSystem.status(of: file.path) else {
      return false
    }
    return own.inode == found.inode && own.device == found.device
  }

  /// Whoever waits sees by the file's time that it has changed hands.
  private init(file: consuming OpenFile) {
    file.descriptor.setModified()
    self.file = file
  }

  private static func isTaken(_ file: borrowing OpenFile) throws(DiaryError) -> Bool {
    do throws(ErrorNumber) {
      try file.descriptor.tryLock()
      return true
    } catch .interrupted, .tryAgain, .accessDenied {
      return false
    } catch {
      throw StoreErrors.failure(.locking, file.path, error)
    }
  }

  private static func pause(
    _ patience: inout LockPatience, _ file: borrowing OpenFile
  ) throws(DiaryError) {
    try count(&patience, file)
    Readiness.pause(milliseconds: pauseTime)
  }

  private static func count(
    _ patience: inout LockPatience, _ file: borrowing OpenFile
  ) throws(DiaryError) {
    guard patience.isLeft(after: pauseTime, taken: try file.status().modified) else {
      throw .store(path: file.path, .locked)
    }
  }
}

/// How long one waits for a lock. Others hold it for one append, and only a repair holds it longer; but
/// twenty may be waiting, and a disk may be slow. So what counts is how long nobody new has got it.
struct LockPatience {
  /// In milliseconds.
  static let limit = 10_000

  private var waited = 0
  private var taken: FileTime?

  /// Whether one goes on waiting after so many milliseconds more; `taken` is when somebody got the lock
  /// last.
  mutating func isLeft(after pause: Int, taken: FileTime) -> Bool {
    if taken != self.taken { waited = 0 }
    self.taken = taken
    waited += pause
    return waited <= Self.limit
  }
}

/// Tells when a program may have written to a store's logs.
package enum StoreWatch {
  /// Ticks after changes, this program's own among them. Ends with its consumer.
  package static func ticks(of layout: StoreLayout) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      guard let found = FileChanges() else { return continuation.finish() }
      let queue = DispatchQueue(label: "photodiary.store-watch")
      let source = DispatchSource.makeReadSource(
        fileDescriptor: found.descriptor.number, queue: queue)
      source.setEventHandler {
        found.take()
        // A folder of another device, or the store itself, may be new.
        watchFolders(of: layout, by: found)
        continuation.yield()
      }
      source.setCancelHandler { found.close() }
      continuation.onTermination = { _ in source.cancel() }
      watchFolders(of: layout, by: found)
      source.activate()
    }
  }

  /// Watches what there is, from the top down: what is made below a folder before that is watched
  /// is found when its names are read then. Watching a folder again changes nothing.
  private static func watchFolders(of layout: StoreLayout, by found: FileChanges) {
    guard found.watch(layout.root, for: changes) else {
      // One that is there and may not be watched stays unwatched.
      if FileSystem.status(of: layout.root) == nil { watchForStore(of: layout, by: found) }
      return
    }
    found.watch(layout.logs, for: changes)
    found.watch(layout.journals, for: arrivals.union(.removed))
    for device in (try? FileSystem.names(in: layout.logs)) ?? [] {
      found.watch(Path.join(layout.logs, device), for: changes)
    }
  }

  /// Before the first entry there is no store: the folder where it will be made is watched, or the
  /// first one above that exists, until something is made there.
  private static func watchForStore(of layout: StoreLayout, by found: FileChanges) {
    var child = layout.root
    while child != "/" {
      let folder = Path.parent(child)
      if found.watch(folder, for: arrivals.union(.once)) {
        // It may have been made just before.
        if FileSystem.status(of: child) != nil { watchFolders(of: layout, by: found) }
        return
      }
      child = folder
    }
  }

  private static let arrivals: FileChanges.Kinds = [.made, .movedIn]
  /// A folder that is moved or removed takes its watch with it: another may stand in its place.
  private static let changes = arrivals.union([.written, .removed, .movedItself, .removedItself])
}

import CSystem
// A dispatch source may be used from any thread, but isn't declared `Sendable`.
@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Reports changes to files and folders: through inotify where the system has it, otherwise by
/// polling.
package struct FileChanges: Sendable {
  /// Kinds of changes to report, as inotify's bits.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let created = Kinds(rawValue: 0x100)
    package static let movedIn = Kinds(rawValue: 0x80)
    package static let movedOut = Kinds(rawValue: 0x40)
    package static let written = Kinds(rawValue: 0x2)
    /// Closed after it was open for writing.
    package static let closed = Kinds(rawValue: 0x8)
    package static let removed = Kinds(rawValue: 0x200)
    package static let selfMoved = Kinds(rawValue: 0x800)
    package static let selfRemoved = Kinds(rawValue: 0x400)
    /// Doesn't follow a symbolic link at the end of the watched path.
    package static let noFollow = Kinds(rawValue: 0x0200_0000)
    /// Removes the watch after its first change.
    package static let once = Kinds(rawValue: 0x8000_0000)
  }

  private let watcher: any FileWatcher

  /// Returns `nil` if the system has no resources for it.
  package init?() {
    // inotify has a limit for each user, which other programs may have used up.
    let inotify: (any FileWatcher)? = Facility.inotify.isAvailable ? InotifyWatcher() : nil
    guard let watcher = inotify ?? PollingWatcher() else { return nil }
    self.watcher = watcher
  }

  package init(_ watcher: any FileWatcher) { self.watcher = watcher }

  /// Becomes readable with each change. Closed by `close()`.
  package var descriptor: Descriptor { watcher.descriptor }

  /// Starts watching a path, or changes the kinds of a watched one. Returns `false` if it can't be
  /// watched.
  @discardableResult
  package func watch(_ path: String, for kinds: Kinds) -> Bool { watcher.watch(path, for: kinds) }

  /// Reads and discards all pending notifications.
  package func drain() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor.number, &buffer, buffer.count) > 0 {}
  }

  /// Removes all watches and closes the descriptor.
  package func close() { watcher.close() }
}

/// A source of file change notifications.
package protocol FileWatcher: Sendable {
  /// Becomes readable with each change. A read fails instead of waiting.
  var descriptor: Descriptor { get }
  func watch(_ path: String, for kinds: FileChanges.Kinds) -> Bool
  func close()
}

// MARK: - inotify

/// Watches files through inotify.
struct InotifyWatcher: FileWatcher {
  let descriptor: Descriptor

  /// Returns `nil` if the system has no resources for it.
  init?() {
    let number = pd_changes()
    guard number >= 0 else { return nil }
    descriptor = Descriptor(number: number)
  }

  func watch(_ path: String, for kinds: FileChanges.Kinds) -> Bool {
    pd_watch_changes(descriptor.number, path.systemPath, kinds.rawValue) >= 0
  }

  func close() { descriptor.close() }
}

// MARK: - Polling

/// Watches files by comparing snapshots periodically.
///
/// It can't distinguish a written file from one that was also closed, or a created file from one
/// that was moved there, so it reports both kinds. As with inotify, a path that is replaced or
/// removed is no longer watched.
package final class PollingWatcher: FileWatcher {
  /// The minimum pause between two polls in milliseconds, and the factor by which the pause is
  /// longer than a poll, so that polling uses at most a fiftieth of a processor.
  private static let pause = 500
  private static let pauseFactor = 50

  private struct Watch {
    var kinds: FileChanges.Kinds
    var snapshot: FileSnapshot
  }

  package let descriptor: Descriptor
  private let watches = Mutex<[String: Watch]>([:])
  private let timer: any DispatchSourceTimer
  private let writing: Descriptor

  /// Returns `nil` if the system has no resources for it.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return nil }
    let (descriptor, writing) = (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
    descriptor.setNonBlocking()
    writing.setNonBlocking()
    (self.descriptor, self.writing) = (descriptor, writing)
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "photodiary.file-looks"))
    timer.setEventHandler { [weak self] in self?.pollAndReschedule() }
    timer.setCancelHandler { writing.close() }
    timer.schedule(deadline: .now() + .milliseconds(Self.pause))
    timer.activate()
  }

  package func watch(_ path: String, for kinds: FileChanges.Kinds) -> Bool {
    watches.withLock { watches in
      guard let snapshot = FileSnapshot(at: path, following: !kinds.contains(.noFollow)) else {
        watches[path] = nil
        return false
      }
      // Keep the old snapshot, so that the next poll reports what has changed since then.
      if let known = watches[path], known.snapshot.isSameFile(as: snapshot) {
        watches[path]?.kinds = kinds
      } else {
        watches[path] = Watch(kinds: kinds, snapshot: snapshot)
      }
      return true
    }
  }

  package func close() {
    timer.cancel()
    descriptor.close()
  }

  private func pollAndReschedule() {
    let start = SystemClock.milliseconds
    if poll() { try? writing.write([1]) }
    let delay = max(Self.pause, (SystemClock.milliseconds - start) * Self.pauseFactor)
    timer.schedule(deadline: .now() + .milliseconds(delay))
  }

  /// Compares all watched paths with their snapshots. Returns `true` if one has a change to report.
  private func poll() -> Bool {
    watches.withLock { watches in
      var hasChanges = false
      for (path, watch) in watches {
        let kinds = watch.kinds
        guard let snapshot = FileSnapshot(at: path, following: !kinds.contains(.noFollow)),
          snapshot.isSameFile(as: watch.snapshot)
        else {
          // Notify the caller that the path is no longer watched.
          watches[path] = nil
          hasChanges = true
          continue
        }
        guard !snapshot.changes(since: watch.snapshot).isDisjoint(with: kinds) else {
          watches[path]?.snapshot = snapshot
          continue
        }
        hasChanges = true
        watches[path] = kinds.contains(.once) ? nil : Watch(kinds: kinds, snapshot: snapshot)
      }
      return hasChanges
    }
  }
}

/// The state of a path at one time, to compare with a later one. For a folder, also the state of
/// its entries.
struct FileSnapshot {
  private struct Fingerprint: Equatable {
    let inode: UInt64
    let size: Int
    let modified: FileTime?

    /// Ignores the size and time of a folder, which change with its own entries.
    init(_ status: FileStatus) {
      inode = status.inode
      size = status.isFolder ? 0 : status.size
      modified = status.isFolder ? nil : status.modified
    }
  }

  private let device: UInt64
  private let root: Fingerprint
  /// The folder's entries by name; empty for a file.
  private let entries: [String: Fingerprint]

  /// Returns `nil` if the path doesn't exist or its entries can't be read.
  init?(at path: String, following: Bool) {
    guard let status = try? following ? FileStatus(at: path) : FileStatus(noFollow: path) else {
      return nil
    }
    device = status.device
    root = Fingerprint(status)
    guard status.isFolder else {
      entries = [:]
      return
    }
    guard let folder = try? Descriptor.open(path, [.readOnly, .folder]) else { return nil }
    defer { folder.close() }
    guard var stream = try? FolderStream(folder), let names = try? stream.names() else {
      return nil
    }
    entries = Dictionary(
      names.compactMap { name in (try? folder.status(of: name)).map { (name, Fingerprint($0)) } }
    ) { $1 }
  }

  /// Returns `true` for the same file or folder, even if it has changed.
  func isSameFile(as other: FileSnapshot) -> Bool {
    device == other.device && root.inode == other.root.inode
  }

  /// Returns the changes since an earlier snapshot of the same file or folder.
  func changes(since earlier: FileSnapshot) -> FileChanges.Kinds {
    var changes: FileChanges.Kinds = []
    if root != earlier.root { changes.formUnion([.written, .closed]) }
    for (name, fingerprint) in entries where earlier.entries[name] != fingerprint {
      switch earlier.entries[name]?.inode {
      case fingerprint.inode?: changes.formUnion([.written, .closed])
      case nil: changes.formUnion([.created, .movedIn])
      default: changes.formUnion([.movedIn, .removed])
      }
    }
    if earlier.entries.keys.contains(where: { entries[$0] == nil }) {
      changes.formUnion([.removed, .movedOut])
    }
    return changes
  }
}

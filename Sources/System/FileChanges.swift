import CSystem
// A dispatch source may be used from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Tells of changes to files and folders: where there is inotify, nothing runs meanwhile.
package struct FileChanges: Sendable {
  /// What is told of, by the bits of inotify.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let made = Kinds(rawValue: 0x100)
    package static let movedIn = Kinds(rawValue: 0x80)
    package static let movedOut = Kinds(rawValue: 0x40)
    package static let written = Kinds(rawValue: 0x2)
    /// By someone who has closed it since.
    package static let closed = Kinds(rawValue: 0x8)
    package static let removed = Kinds(rawValue: 0x200)
    package static let movedItself = Kinds(rawValue: 0x800)
    package static let removedItself = Kinds(rawValue: 0x400)
    /// No symbolic link is followed to what is watched.
    package static let noFollow = Kinds(rawValue: 0x0200_0000)
    /// The first change ends the watch.
    package static let once = Kinds(rawValue: 0x8000_0000)
  }

  private let watcher: any FileWatcher

  /// `nil` when the system has no room for more.
  package init?() {
    // There may be no inotify left for this person, whose other programs watch files, too.
    let notified: (any FileWatcher)? = Facility.inotify.isAvailable ? NotifiedChanges() : nil
    guard let watcher = notified ?? PolledChanges() else { return nil }
    self.watcher = watcher
  }

  package init(_ watcher: any FileWatcher) { self.watcher = watcher }

  /// Becomes readable with each change. Whoever made this closes it.
  package var descriptor: Descriptor { watcher.descriptor }

  /// Watches something, or something else about it if it is watched. Returns whether it can be.
  @discardableResult
  package func watch(_ path: String, for kinds: Kinds) -> Bool { watcher.watch(path, for: kinds) }

  /// Takes what has been told, of which there may be much.
  package func take() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor.number, &buffer, buffer.count) > 0 {}
  }

  /// Ends all watches.
  package func close() { watcher.close() }
}

/// A way to watch files.
package protocol FileWatcher: Sendable {
  /// Becomes readable with each change, and fails to be read where it would wait.
  var descriptor: Descriptor { get }
  func watch(_ path: String, for kinds: FileChanges.Kinds) -> Bool
  func close()
}

// MARK: - inotify

/// Has the kernel tell of changes, by inotify.
struct NotifiedChanges: FileWatcher {
  let descriptor: Descriptor

  /// `nil` when the system has no room for more.
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

/// Finds changes by looking again and again. It can't tell whoever writes a file from whoever has closed
/// it, nor a file that was made from one that was moved there, so it tells of both. What becomes another
/// thing, or nothing, is watched no longer, as with inotify.
package final class PolledChanges: FileWatcher {
  /// How long it rests between two looks, in milliseconds; longer where they take long, so that they take a
  /// fiftieth of a processor at most.
  private static let pause = 500
  private static let restPerLook = 50

  private struct Watch {
    var kinds: FileChanges.Kinds
    var look: FileLook
  }

  package let descriptor: Descriptor
  private let watches = Mutex<[String: Watch]>([:])
  private let timer: any DispatchSourceTimer
  private let writing: Descriptor

  /// `nil` when the system has no room for more.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return nil }
    let (descriptor, writing) = (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
    descriptor.setNonBlocking()
    writing.setNonBlocking()
    (self.descriptor, self.writing) = (descriptor, writing)
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "photodiary.file-looks"))
    timer.setEventHandler { [weak self] in self?.lookAndRest() }
    timer.setCancelHandler { writing.close() }
    timer.schedule(deadline: .now() + .milliseconds(Self.pause))
    timer.activate()
  }

  package func watch(_ path: String, for kinds: FileChanges.Kinds) -> Bool {
    watches.withLock { watches in
      guard let look = FileLook(at: path, following: !kinds.contains(.noFollow)) else {
        watches[path] = nil
        return false
      }
      // What has changed since the last look is told of by the next one.
      if let known = watches[path], known.look.isSameThing(as: look) {
        watches[path]?.kinds = kinds
      } else {
        watches[path] = Watch(kinds: kinds, look: look)
      }
      return true
    }
  }

  package func close() {
    timer.cancel()
    descriptor.close()
  }

  private func lookAndRest() {
    let start = SystemClock.milliseconds
    if look() { try? writing.write([1]) }
    let rest = max(Self.pause, (SystemClock.milliseconds - start) * Self.restPerLook)
    timer.schedule(deadline: .now() + .milliseconds(rest))
  }

  /// Returns whether something has changed of which is to be told.
  private func look() -> Bool {
    watches.withLock { watches in
      var isNews = false
      for (path, watch) in watches {
        let kinds = watch.kinds
        guard let look = FileLook(at: path, following: !kinds.contains(.noFollow)),
          look.isSameThing(as: watch.look)
        else {
          // Whoever watches it has to know that it no longer does.
          watches[path] = nil
          isNews = true
          continue
        }
        guard !look.changes(since: watch.look).isDisjoint(with: kinds) else {
          watches[path]?.look = look
          continue
        }
        isNews = true
        watches[path] = kinds.contains(.once) ? nil : Watch(kinds: kinds, look: look)
      }
      return isNews
    }
  }
}

/// What a look at a path finds, to be compared with what the next one does.
struct FileLook {
  private struct Mark: Equatable {
    let inode: UInt64
    let size: Int
    let modified: FileTime?

    /// A folder's own size and time change with what is in it, which is none of its parent's business.
    init(_ status: FileStatus) {
      inode = status.inode
      size = status.isFolder ? 0 : status.size
      modified = status.isFolder ? nil : status.modified
    }
  }

  private let device: UInt64
  private let own: Mark
  /// Of what is in a folder, by name.
  private let entries: [String: Mark]

  /// `nil` where nothing is.
  init?(at path: String, following: Bool) {
    guard let status = try? following ? FileStatus(at: path) : FileStatus(ofItselfAt: path) else {
      return nil
    }
    device = status.device
    own = Mark(status)
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
      names.compactMap { name in (try? folder.status(of: name)).map { (name, Mark($0)) } }
    ) { $1 }
  }

  /// Whether it is the same file or folder.
  func isSameThing(as other: FileLook) -> Bool {
    device == other.device && own.inode == other.own.inode
  }

  /// What has happened to the same thing since an earlier look.
  func changes(since earlier: FileLook) -> FileChanges.Kinds {
    var changes: FileChanges.Kinds = []
    if own != earlier.own { changes.formUnion([.written, .closed]) }
    for (name, mark) in entries where earlier.entries[name] != mark {
      switch earlier.entries[name]?.inode {
      case mark.inode?: changes.formUnion([.written, .closed])
      case nil: changes.formUnion([.made, .movedIn])
      default: changes.formUnion([.movedIn, .removed])
      }
    }
    if earlier.entries.keys.contains(where: { entries[$0] == nil }) {
      changes.formUnion([.removed, .movedOut])
    }
    return changes
  }
}

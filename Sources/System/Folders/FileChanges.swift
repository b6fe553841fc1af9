import Glibc

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

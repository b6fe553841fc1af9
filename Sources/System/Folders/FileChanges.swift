import Glibc

/// Tells of changes to files and folders, by inotify: nothing runs meanwhile.
package struct FileChanges: Sendable {
  /// What is told of.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let made = Kinds(rawValue: UInt32(IN_CREATE))
    package static let movedIn = Kinds(rawValue: UInt32(IN_MOVED_TO))
    package static let movedOut = Kinds(rawValue: UInt32(IN_MOVED_FROM))
    package static let written = Kinds(rawValue: UInt32(IN_MODIFY))
    /// By someone who has closed it since.
    package static let closed = Kinds(rawValue: UInt32(IN_CLOSE_WRITE))
    package static let removed = Kinds(rawValue: UInt32(IN_DELETE))
    package static let movedItself = Kinds(rawValue: UInt32(IN_MOVE_SELF))
    package static let removedItself = Kinds(rawValue: UInt32(IN_DELETE_SELF))
    /// No symbolic link is followed to what is watched.
    package static let noFollow = Kinds(rawValue: UInt32(IN_DONT_FOLLOW))
    /// The first change ends the watch.
    package static let once = Kinds(rawValue: UInt32(IN_ONESHOT))
  }

  /// Becomes readable with each change. Whoever made this closes it.
  package let descriptor: Descriptor

  /// `nil` when the system has no room for more.
  package init?() {
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard number >= 0 else { return nil }
    descriptor = Descriptor(number: number)
  }

  /// Watches something, or something else about it if it is watched. Returns whether it can be.
  @discardableResult
  package func watch(_ path: String, for kinds: Kinds) -> Bool {
    inotify_add_watch(descriptor.number, path, kinds.rawValue) >= 0
  }

  /// Takes what has been told, of which there may be much.
  package func take() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor.number, &buffer, buffer.count) > 0 {}
  }
}

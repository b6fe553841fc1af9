import CSystem

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

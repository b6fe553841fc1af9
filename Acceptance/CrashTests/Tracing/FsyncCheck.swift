import Glibc

/// A failed fsync says that data is lost; the kernel may report success the next time.
enum FsyncCheck {
  /// Tells of files that were synced again after it had failed. A folder is synced for each name
  /// in it, so that another time is another matter.
  static func problems(in calls: [RecordedCall]) -> [String] {
    var folders: Set<String> = []
    var failed: Set<String> = []
    var problems: [String] = []
    for call in calls {
      switch call.name {
      case "openat" where call.value & Int(O_DIRECTORY) != 0: folders.insert(call.path)
      // What was written is taken back, and nobody is told that it is there.
      case "ftruncate": if call.result == 0 { failed.remove(call.path) }
      case "fsync", "fdatasync":
        if failed.contains(call.path) { problems.append("synced again: \(call.path)") }
        if let result = call.result, result < 0, !folders.contains(call.path) {
          failed.insert(call.path)
        }
      default: break
      }
    }
    return problems
  }
}

import System

/// One of the cache's folders: what nobody has looked at for long goes, and what is beyond its
/// share of the cache's size.
struct PictureCacheFolder {
  let path: String
  /// In bytes: all folders together hold at most a gigabyte.
  private static let share = 4 << 20
  /// In seconds.
  private static let longestUnused = 90 * 86_400
  private static let day = 86_400

  private struct Kept {
    let name: String
    let size: Int
    let lastUse: Int
  }

  /// A file's time of change is that of its last use, to a day.
  static func recordUse(of descriptor: Descriptor, lastUse: Int) {
    if lastUse < SystemClock.seconds - day { descriptor.setModified() }
  }

  func tidy() {
    let now = SystemClock.seconds
    var room = Self.share
    for file in files().sorted(by: { $0.lastUse > $1.lastUse }) {
      room -= file.size
      if room < 0 || file.lastUse < now - Self.longestUnused {
        FileSystem.unlink(path + "/" + file.name)
      }
    }
  }

  private func files() -> [Kept] {
    let names = (try? FileSystem.names(in: path)) ?? []
    return names.compactMap { name in
      guard let status = FileSystem.ownStatus(of: path + "/" + name), status.isRegularFile else {
        return nil
      }
      return Kept(name: name, size: status.size, lastUse: status.modified.seconds)
    }
  }
}

import Glibc

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
  static func noteUse(of descriptor: Int32, lastUse: Int) {
    if lastUse < time(nil) - day { futimens(descriptor, nil) }
  }

  func tidy() {
    let now = time(nil)
    var room = Self.share
    for file in files().sorted(by: { $0.lastUse > $1.lastUse }) {
      room -= file.size
      if room < 0 || file.lastUse < now - Self.longestUnused { unlink(path + "/" + file.name) }
    }
  }

  private func files() -> [Kept] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var files: [Kept] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG
      else { continue }
      files.append(
        Kept(name: name, size: Int(status.st_size), lastUse: status.st_mtim.tv_sec))
    }
    return files
  }
}

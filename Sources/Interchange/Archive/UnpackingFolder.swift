import DiaryCore
import Glibc

/// A private folder that goes with this value and all that is in it.
///
/// One that was left by a program that was killed goes when the next one is made: the folder of a
/// program that still runs is locked.
struct UnpackingFolder: ~Copyable {
  private static let prefix = "unpacked-"
  /// In seconds. A folder that was made just now may not be locked yet.
  private static let graceOfNew = 60

  private let parent: Folder
  private let name: String
  let folder: Folder

  /// Makes it below a folder, which is made if need be. Throws `DiaryError.export`.
  init(below place: String) throws(DiaryError) {
    let parent = try Folder.making(place)
    Self.tidy(parent, grace: Self.graceOfNew)
    let name = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 16)
    guard mkdirat(parent.descriptor, name, 0o700) == 0 else {
      throw Folder.failure(.making, "\(parent.path)/\(name)")
    }
    folder = try parent.subfolder(name)
    _ = flock(folder.descriptor, LOCK_EX | LOCK_NB)
    self.parent = parent
    self.name = name
  }

  deinit { parent.removeTree(name) }

  /// Removes what other programs left below a folder, if it is that many seconds old.
  static func tidy(_ parent: borrowing Folder, grace: Int) {
    guard let names = try? parent.names() else { return }
    for name in names where name.hasPrefix(prefix) {
      guard let status = parent.status(of: name),
        time(nil) - status.st_ctim.tv_sec > grace, let left = try? parent.subfolder(name),
        flock(left.descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      parent.removeTree(name)
    }
  }
}

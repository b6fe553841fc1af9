import DiaryCore
import System

/// `set-aside/`: what could not be read, or what the logs no longer hold, kept as it was found.
struct Quarantine {
  let layout: StoreLayout

  /// Moves a file there, by its path within the store; nothing that is there already is replaced.
  /// Returns where it is now, within the store, or `nil` if there was no such file.
  @discardableResult
  func move(_ file: String) throws(DiaryError) -> String? {
    let source = Path.join(layout.root, file)
    guard FileSystem.status(of: source) != nil else { return nil }
    // What was hidden is to be seen there.
    let name = Path.name(file)
    let visible = file.dropLast(name.count) + name.drop { $0 == "." }
    let target = Self.free(Path.join(layout.quarantine, String(visible)))
    try FileSystem.makeFolders(Path.parent(target))
    try FileSystem.rename(source, to: target)
    try FileSystem.sync(folder: Path.parent(target))
    try FileSystem.sync(folder: Path.parent(source))
    return String(target.dropFirst(layout.root.count + 1))
  }

  /// The path, or one like it that nothing has yet. A file that age encrypted keeps its ending.
  static func free(_ path: String) -> String {
    let ending = path.hasSuffix(".age") ? ".age" : ""
    var free = path
    var number = 1
    while FileSystem.status(of: free) != nil {
      number += 1
      free = "\(path.dropLast(ending.count)).\(number)\(ending)"
    }
    return free
  }
}

import DiaryApp
import System

/// How a diary was left, in a small file of the person's own: one for each store.
struct ViewFile: ViewMemory {
  /// `<state>/views/<key of the store>.json`
  let path: String

  /// What a person may have put there in its place isn't read further.
  private static let largest = 16_384

  /// What was remembered last; nothing where that can't be read.
  func view() -> RememberedView {
    // No link is followed, and no pipe is waited for.
    guard let file = try? OpenFile(path, [.readOnly, .noFollow, .nonBlocking]),
      let status = try? file.status(), status.isRegularFile,
      let bytes = try? file.rest(atMost: Self.largest), bytes.count <= Self.largest
    else { return RememberedView() }
    return RememberedView(json: bytes)
  }

  /// Written beside its place and renamed: whoever reads it finds the old one or the new one.
  func remember(_ view: RememberedView) async {
    let bytes = view.json
    guard bytes.count <= Self.largest else { return }
    let folder = Path.parent(path)
    FileSystem.makeFoldersAsCan(folder)
    let name = Path.join(folder, DurableFile<SystemError>.temporaryName)
    guard let file = try? OpenFile(name, .new) else { return }
    do throws(SystemError) {
      try file.write(bytes)
      try FileSystem.rename(name, to: path)
    } catch {
      FileSystem.unlink(name)
    }
  }
}

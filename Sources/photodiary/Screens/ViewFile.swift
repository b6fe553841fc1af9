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
      (1...Self.largest).contains(status.size)
    else { return RememberedView() }
    var bytes = [UInt8](repeating: 0, count: status.size)
    let count = try? file.read(into: &bytes)
    return count == bytes.count ? RememberedView(json: bytes) : RememberedView()
  }

  /// Written beside its place and renamed: whoever reads it finds the old one or the new one.
  func remember(_ view: RememberedView) async {
    let bytes = view.json
    guard bytes.count <= Self.largest else { return }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    Folders.make(folder)
    let name = folder + "/.tmp-" + String(UInt64.random(in: .min ... .max), radix: 16)
    guard let file = try? OpenFile(name, .new) else { return }
    do throws(SystemError) {
      try file.write(bytes)
      try FileSystem.rename(name, to: path)
    } catch {
      FileSystem.unlink(name)
    }
  }
}

import DiaryApp
import Glibc

/// How a diary was left, in a small file of the person's own: one for each store.
struct ViewFile: ViewMemory {
  /// `<state>/views/<key of the store>.json`
  let path: String

  /// What a person may have put there in its place isn't read further.
  private static let largest = 16_384

  /// What was remembered last; nothing where that can't be read.
  func view() -> RememberedView {
    // No link is followed, and no pipe is waited for.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return RememberedView() }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      (1...Self.largest).contains(Int(information.st_size))
    else { return RememberedView() }
    var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
    let count = read(file, &bytes, bytes.count)
    return count == bytes.count ? RememberedView(json: bytes) : RememberedView()
  }

  /// Written beside its place and renamed: whoever reads it finds the old one or the new one.
  func remember(_ view: RememberedView) async {
    let bytes = view.json
    guard bytes.count <= Self.largest else { return }
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    Folders.make(folder)
    let name = folder + "/.tmp-" + String(UInt64.random(in: .min ... .max), radix: 16)
    let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let isWhole = write(file, bytes, bytes.count) == bytes.count
    close(file)
    if !isWhole || rename(name, path) != 0 { unlink(name) }
  }
}

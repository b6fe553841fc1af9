import DiaryCore
import Glibc

/// The id of the device that this person writes from. It stands outside the store, so that a
/// copied store never has two writers of one log.
struct DeviceFile {
  let path: String

  /// The id, if it has been made.
  var existingID: ID<Device>? {
    guard let file = try? MappedFile(path), let line = file.line(at: 0) else { return nil }
    return ID<Device>(String(decoding: line.bytes, as: UTF8.self))
  }

  /// The id, made on first use.
  func id() throws(DiaryError) -> ID<Device> {
    if let id = existingID { return id }
    let id = ID<Device>.random()
    try SystemCalls.makeFolders(Path.parent(path))
    try DurableFile.write(Array("\(id)\n".utf8), to: path)
    // Of two programs that do this at once, both take what ended up in the file.
    return existingID ?? id
  }
}

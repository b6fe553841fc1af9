import DiaryCore
import Glibc

/// The id of the device that this person writes from. It stands outside the store, so that a
/// copied store never has two writers of one log.
struct DeviceFile {
  let path: String

  /// The id, if it has been made.
  var existingID: ID<Device>? { (try? read()) ?? nil }

  /// The id, made on first use. A file that is there but can't be read is no reason for another
  /// one: its logs would be those of a stranger then.
  func id() throws(DiaryError) -> ID<Device> {
    let isThere = SystemCalls.information(path) != nil
    if isThere, let id = try read() { return id }
    let id = ID<Device>.random()
    try SystemCalls.makeFolders(Path.parent(path))
    var file = try DurableFile(in: Path.parent(path))
    try file.write(Array("\(id)\n".utf8))
    if isThere { try file.commit(as: path) } else { try file.commit(asNew: path) }
    // Of two programs that do this at once, one was first.
    return try read() ?? id
  }

  private func read() throws(DiaryError) -> ID<Device>? {
    let file = try MappedFile(path)
    defer { withExtendedLifetime(file) {} }
    guard let line = file.line(at: 0) else { return nil }
    return ID<Device>(String(decoding: line.bytes, as: UTF8.self))
  }
}

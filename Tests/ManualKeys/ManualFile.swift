import Glibc

/// A file of the manual with one generated part.
struct ManualFile {
  struct Fault: Error {
    let reason: String

    fileprivate static var ofSystem: Fault { Fault(reason: String(cString: strerror(errno))) }
  }

  private let path: String
  private var text: String

  init(_ path: String) throws(Fault) {
    guard let file = fopen(path, "r") else { throw .ofSystem }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    self.path = path
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces the part between two lines. Returns whether it changed.
  mutating func put(
    _ part: String, between marks: (start: String, end: String)
  ) throws(Fault) -> Bool {
    guard let start = text.firstRange(of: marks.start + "\n"),
      let end = text[start.upperBound...].firstRange(of: marks.end)
    else { throw Fault(reason: "the lines are missing between which keys stand") }
    let range = start.upperBound..<end.lowerBound
    guard text[range] != part else { return false }
    text.replaceSubrange(range, with: part)
    return true
  }

  func write() throws(Fault) {
    guard let file = fopen(path, "w") else { throw .ofSystem }
    let bytes = Array(text.utf8)
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { throw .ofSystem }
  }
}

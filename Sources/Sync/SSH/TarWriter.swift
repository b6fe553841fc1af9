import System

/// Files as a tar, piece by piece (POSIX.1-1988 ustar).
struct TarWriter: ~Copyable {
  private var files: ArraySlice<OutgoingFile>
  private var current: OutgoingBytes?
  private var isEnded = false

  init(_ files: [OutgoingFile]) { self.files = files[...] }

  /// `nil` at the end.
  mutating func next() throws(RemoteFault) -> [UInt8]? {
    if let piece = try current?.next() { return piece }
    if let size = current?.size {
      current = nil
      let padding = -size & 511
      if padding > 0 { return [UInt8](repeating: 0, count: padding) }
    }
    guard let file = files.popFirst() else {
      defer { isEnded = true }
      return isEnded ? nil : [UInt8](repeating: 0, count: 1024)
    }
    let bytes = try OutgoingBytes(file)
    let size = bytes.size
    current = consume bytes
    return Self.header(of: file.name.path, size: size)
  }

  private static func header(of path: String, size: Int) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
    }
    func octal(_ number: Int, digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    // A name of more than 100 bytes is cut before a part of it.
    if path.utf8.count > 100,
      let slash = path.utf8.dropFirst(path.utf8.count - 101)
        .firstIndex(of: UInt8(ascii: "/"))
    {
      put(String(path[..<slash]), at: 345)
      put(String(path[path.utf8.index(after: slash)...]), at: 0)
    } else {
      put(path, at: 0)
    }
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    if size < 1 << 33 {
      put(octal(size, digits: 11), at: 124)
    } else {
      header[124] = 0x80
      for index in 0..<8 { header[135 - index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    }
    put(octal(SystemClock.seconds, digits: 11), at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ", at: 148)
    return header
  }
}

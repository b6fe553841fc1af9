/// The objects that `git cat-file --batch` prints, as they come.
struct GitObjects {
  private var header: [UInt8] = []
  /// Bytes of the object that are still to come, and one more for the line end behind it.
  private var left = 0
  private var count = 0

  /// Gives each object's place in the list, its bytes in pieces, and an empty piece at its end. One that
  /// is missing gives nothing.
  mutating func take(
    _ bytes: ArraySlice<UInt8>, begin: (Int, _ size: Int) throws(RemoteFault) -> Void,
    piece: (ArraySlice<UInt8>) throws(RemoteFault) -> Void
  ) throws(RemoteFault) {
    var bytes = bytes
    while !bytes.isEmpty {
      if left > 0 {
        let body = bytes.prefix(min(left - 1, bytes.count))
        if !body.isEmpty { try piece(body) }
        left -= body.count
        bytes = bytes.dropFirst(body.count)
        if left == 1, !bytes.isEmpty {
          bytes = bytes.dropFirst()
          left = 0
          try piece([])
        }
        continue
      }
      let end = bytes.firstIndex(of: 0x0A)
      header += bytes[..<(end ?? bytes.endIndex)]
      bytes = end.map { bytes[($0 + 1)...] } ?? []
      guard end != nil else { return }
      let words = String(decoding: header, as: UTF8.self).split(separator: " ")
      header.removeAll()
      defer { count += 1 }
      guard words.count == 3, words[1] == "blob", let size = Int(words[2]) else { continue }
      left = size + 1
      try begin(count, size)
    }
  }
}

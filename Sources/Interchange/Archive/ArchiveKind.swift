import System

/// Knows an archive by its first bytes, whatever it is called.
enum ArchiveKind {
  /// So many bytes tell it: a tar says what it is behind its first name.
  private static let headSize = 512

  /// The name of an archive without the endings that say how it is packed: of `home.tar.gz`, `home`.
  static func stem(_ path: String) -> String {
    let endings: Set = ["zip", "tar", "gz", "tgz", "xz", "txz", "zst", "bz2"]
    var name = Substring(Path.split(path).name)
    while let dot = name.lastIndex(of: "."), dot > name.startIndex,
      endings.contains(name[name.index(after: dot)...].lowercased())
    {
      name = name[..<dot]
    }
    return String(name)
  }

  /// Returns the number of members that the directory at the end of a zip claims, or `nil` for other archives.
  /// APPNOTE.TXT, 4.3.14 to 4.3.16.
  static func membersClaimed(by descriptor: Descriptor) -> UInt64? {
    // A comment may follow, of so many bytes at most.
    let (end, longestComment) = (22, 0xFFFF)
    guard let size = try? descriptor.status().size, size >= end else { return nil }
    let start = max(0, size - end - longestComment)
    guard let tail = try? descriptor.bytes(size - start, at: start) else { return nil }
    func number(_ bytes: [UInt8], at index: Int, _ count: Int) -> UInt64 {
      bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let mark: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    guard tail.count >= end,
      let place = (0...tail.count - end).reversed().first(where: { tail[$0...].starts(with: mark) })
    else { return nil }
    let count = number(tail, at: place + 10, 2)
    // With more, the number is in a record of its own, whose place is told before this one.
    guard count == 0xFFFF, place >= 20,
      tail[(place - 20)...].starts(with: [0x50, 0x4B, 0x06, 0x07]),
      let offset = Int(exactly: number(tail, at: place - 12, 8)), offset <= size - 56,
      let record = try? descriptor.bytes(56, at: offset), record.count == 56,
      record.starts(with: [0x50, 0x4B, 0x06, 0x06])
    else { return count }
    return number(record, at: 32, 8)
  }

  /// Looks at an open file, and leaves its place as it is.
  static func isArchive(_ descriptor: Descriptor) -> Bool {
    let head = (try? descriptor.bytes(headSize, at: 0)) ?? []
    let marks: [[UInt8]] = [
      [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06],  // zip, and an empty one
      [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],  // gzip, xz
      [0x28, 0xB5, 0x2F, 0xFD], [0x42, 0x5A, 0x68],  // zstd, bzip2
    ]
    return marks.contains { head.starts(with: $0) }
      || head.dropFirst(257).starts(with: "ustar".utf8)
  }
}

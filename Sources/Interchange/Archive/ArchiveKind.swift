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

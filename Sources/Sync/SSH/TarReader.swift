/// Takes the regular files out of a tar that comes in pieces, from whoever made it.
struct TarReader {
  private enum Part {
    case header
    /// A file, or what is passed over.
    case file
    /// A name that was too long for the header of the file that follows.
    case longName
    /// Further notes on the file that follows (pax).
    case notes
  }

  private var part = Part.header
  private var kept: [UInt8] = []
  /// Bytes of the part that are still to come, and those that fill its last block.
  private var left = 512
  private var padding = 0
  private var longName: String?

  private static let longestName = 1 << 16

  mutating func take(
    _ bytes: ArraySlice<UInt8>, into arrivals: inout ArrivalFolder
  ) throws(RemoteFault) {
    var bytes = bytes
    while !bytes.isEmpty || left == 0 {
      let piece = bytes.prefix(left)
      left -= piece.count
      bytes = bytes.dropFirst(piece.count)
      if part == .file {
        if !piece.isEmpty { try arrivals.take(piece) }
      } else {
        kept += piece
      }
      if left == 0 {
        let skipped = bytes.prefix(padding)
        padding -= skipped.count
        bytes = bytes.dropFirst(skipped.count)
        guard padding == 0 else { return }
        try endPart(&arrivals)
      }
    }
  }

  private mutating func endPart(_ arrivals: inout ArrivalFolder) throws(RemoteFault) {
    let bytes = kept
    kept = []
    let ended = part
    part = .header
    left = 512
    switch ended {
    case .header: try begin(bytes, &arrivals)
    case .file: try arrivals.end()
    case .longName: longName = Self.text(bytes[...])
    case .notes: longName = Self.path(inNotes: bytes) ?? longName
    }
  }

  private mutating func begin(
    _ header: [UInt8], _ arrivals: inout ArrivalFolder
  ) throws(RemoteFault) {
    // Zeros end it.
    guard header.contains(where: { $0 != 0 }) else { return }
    guard Self.isSound(header), let size = Self.number(header[124..<136]), size >= 0 else {
      throw .failed("tar")
    }
    left = size
    padding = -size & 511
    switch header[156] {
    case UInt8(ascii: "L") where size <= Self.longestName: part = .longName
    case UInt8(ascii: "x") where size <= Self.longestName: part = .notes
    case 0, UInt8(ascii: "0"):
      part = .file
      var path = longName ?? Self.text(header[..<100])
      let prefix = Self.text(header[345..<500])
      // GNU's own format has other things there.
      if longName == nil, !prefix.isEmpty, header[262] == 0 { path = "\(prefix)/\(path)" }
      longName = nil
      try arrivals.begin(path.hasPrefix("./") ? String(path.dropFirst(2)) : path, size: size)
    default:
      // A folder or a link; what follows it belongs to nothing.
      part = .file
      longName = nil
      try arrivals.begin("", size: size)
    }
  }

  private static func isSound(_ header: [UInt8]) -> Bool {
    var sum = 8 * 32
    for (index, byte) in header.enumerated() where !(148..<156).contains(index) { sum += Int(byte) }
    return number(header[148..<156]) == sum
  }

  /// In octal digits, or in bytes where those don't suffice.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if let first = field.first, first & 0x80 != 0 {
      return field.suffix(7).reduce(0) { $0 << 8 | Int($1) }
    }
    return Int(text(field).filter { $0 != " " }, radix: 8)
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The name in lines of `27 path=log/a/1.age`.
  private static func path(inNotes bytes: [UInt8]) -> String? {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2, words[1].hasPrefix("path=") { return String(words[1].dropFirst(5)) }
    }
    return nil
  }
}

/// A part of a file that has a name.
struct Chunk {
  /// Where its four-letter name stands.
  let name: Int
  let content: Range<Int>
}

/// The chunks of a PNG or of a WebP file, as far as they are all there.
struct Chunks: Sequence, IteratorProtocol {
  private let bytes: Bytes
  private let isPNG: Bool
  private(set) var position: Int

  /// Length, name, content, checksum.
  static func png(_ bytes: Bytes) -> Chunks { Chunks(bytes: bytes, isPNG: true, position: 8) }

  /// Name, length, content, and a byte of padding when the length is odd.
  static func webp(_ bytes: Bytes, from position: Int = 12) -> Chunks {
    Chunks(bytes: bytes, isPNG: false, position: position)
  }

  mutating func next() -> Chunk? {
    let name = isPNG ? position + 4 : position
    let length = bytes.number32(isPNG ? position : position + 4, isPNG ? .big : .little)
    guard let length, let content = bytes.range(at: position + 8, count: length)
    else { return nil }
    position = content.upperBound + (isPNG ? 4 : length & 1)
    return Chunk(name: name, content: content)
  }

  /// The chunk in which the file ends, after all that are complete, with what there is of its content.
  var cutOff: Chunk? {
    let name = isPNG ? position + 4 : position
    guard position + 8 < bytes.count else { return nil }
    return Chunk(name: name, content: position + 8..<bytes.count)
  }
}

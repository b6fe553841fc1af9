/// Takes positions and serial numbers out of a PNG, and makes the checksums right again.
enum PNGCleaner {
  static func clean(_ bytes: Bytes) {
    var chunks = Chunks.png(bytes)
    while let chunk = chunks.next() {
      let isText =
        bytes.has("tEXt", at: chunk.name) || bytes.has("zTXt", at: chunk.name)
        || bytes.has("iTXt", at: chunk.name)
      if bytes.has("eXIf", at: chunk.name) {
        LocationRemover.cleanExif(bytes, chunk.content)
      } else if !isText || !cleanText(bytes, chunk) {
        continue
      }
      let checked = chunk.name..<chunk.content.upperBound
      let sum = checksum(bytes.raw(checked))
      bytes.store16(Int(sum >> 16), at: chunk.content.upperBound, .big)
      bytes.store16(Int(sum & 0xFFFF), at: chunk.content.upperBound + 2, .big)
    }
    // What comes after the last chunk is no part of the picture.
    let rest = min(chunks.position, bytes.count)..<bytes.count
    LocationRemover.sweep(bytes, in: rest)
  }

  /// True if the chunk was changed. A compressed text that may hold EXIF or XMP cannot be looked
  /// into, so it goes whole.
  private static func cleanText(_ bytes: Bytes, _ chunk: Chunks.Chunk) -> Bool {
    let content = bytes.raw(chunk.content)
    let keyword = Array(content.prefix { $0 != 0 })
    let isMetadata =
      keyword.starts(with: "XML:com.adobe.xmp".utf8)
      || keyword.starts(with: "Raw profile type ".utf8)
    let start = chunk.content.lowerBound + keyword.count + 1
    guard start < chunk.content.upperBound, isMetadata || XMPPacket.isPrivate(keyword)
    else { return false }
    let isPlain =
      bytes.has("tEXt", at: chunk.name)
      || bytes.has("iTXt", at: chunk.name) && bytes.byte(start) == 0
    let isProfile = keyword.starts(with: "Raw profile type ".utf8)
    if isPlain, !isProfile, !XMPPacket.isPrivate(content) { return false }

    // A plain text of spaces, whatever it was before: no reader can stumble over that.
    let text = start..<chunk.content.upperBound
    bytes.fill(text, with: UInt8(ascii: " "))
    bytes.store(Array("tEXt".utf8), at: chunk.name)
    return true
  }

  /// CRC-32 as PNG has it.
  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }
}

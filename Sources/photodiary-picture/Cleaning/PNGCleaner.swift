/// Keeps of a PNG what its pixels and colors need, its date, and EXIF data written anew. Texts go,
/// and what comes after its end.
enum PNGCleaner {
  /// The picture itself, its colors, its frames where it moves, and when it was changed.
  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "cICP", "mDCv", "cLLi", "sBIT",
    "bKGD", "hIST", "pHYs", "tIME", "acTL", "fcTL", "fdAT",
  ]

  static func clean(_ bytes: Bytes) throws(PictureProblem) -> CleanPhoto {
    var photo = CleanPhoto()
    photo.keep(0..<min(8, bytes.count))
    var hasPixels = false
    let exif = CleanExif.make(from: PhotoMetadata(.png, bytes), of: .png)
    var chunks = Chunks.png(bytes)
    while let chunk = chunks.next() {
      let name = bytes.name(chunk.name)
      hasPixels = hasPixels || name == "IDAT"
      if kept.contains(name) {
        photo.keep(chunk.name - 4..<min(chunk.content.upperBound + 4, bytes.count))
        if name == "IHDR", let exif { photo.add(Self.chunk("eXIf", exif)) }
      } else if name == "iCCP", let end = bytes.first([0], in: chunk.content),
        let profile = ColorProfile.clean(
          compressed: bytes.raw(min(end + 2, chunk.content.upperBound)..<chunk.content.upperBound))
      {
        // Under another name than somebody gave it.
        photo.add(Self.chunk(name, Array("ICC\0\0".utf8) + profile))
      }
      if name == "IEND" { break }
    }
    let rest = min(chunks.position, bytes.count)..<bytes.count
    if bytes.has("IDAT", at: rest.lowerBound + 4) {
      // It breaks off among its pixels, and decoders show what there is.
      photo.keep(rest)
      hasPixels = true
    } else {
      photo.leaveOut(rest, of: bytes)
    }
    guard hasPixels else { throw .damaged }
    return photo
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    return big(UInt32(content.count)) + checked + big(checksum(checked))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// CRC-32 as PNG has it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }
}

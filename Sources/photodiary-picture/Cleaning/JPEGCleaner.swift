/// Keeps of a JPEG what its pixels and colors need, and EXIF data written anew. All other
/// metadata goes, with the pictures and films that phones put after the first picture.
enum JPEGCleaner {
  static func clean(_ bytes: Bytes) throws(PictureProblem) -> CleanPhoto {
    var photo = CleanPhoto()
    photo.keep(0..<2)
    var seen: Set<UInt8> = []
    var hasPixels = false
    let hasProfile = cleanProfile(bytes, in: bytes.all)
    let metadata = PhotoMetadata(.jpeg, bytes)
    let exif = CleanExif.make(from: metadata, of: .jpeg)
    var parts = JPEGParts(bytes, in: bytes.all)
    while let part = parts.next() {
      switch part {
      case .pixels(let range), .end(let range):
        photo.keep(range)
        hasPixels = true
      case .stray(let range):
        photo.leaveOut(range, of: bytes)
      case .segment(let marker, let range, let content):
        if needs(marker) || hasProfile && ColorProfile.isPart(marker, content, bytes) {
          photo.keep(range)
        } else if let own = replacement(
          marker, content, bytes, exif: exif, isInXMP: metadata.exif == nil),
          seen.insert(marker).inserted
        {
          photo.add([0xFF, marker, UInt8((own.count + 2) >> 8), UInt8((own.count + 2) & 0xFF)])
          photo.add(own)
        }
      }
    }
    guard hasPixels else { throw .damaged }
    photo.leaveOut(min(parts.position, bytes.count)..<bytes.count, of: bytes)
    return photo
  }

  /// Cleans a photo in which nothing may move: what isn't needed becomes zeros.
  static func blank(_ bytes: Bytes, in range: Range<Int>) {
    guard bytes.byte(range.lowerBound) == 0xFF, bytes.byte(range.lowerBound + 1) == 0xD8
    else { return }
    let hasProfile = cleanProfile(bytes, in: range)
    var parts = JPEGParts(bytes, in: range)
    while let part = parts.next() {
      switch part {
      case .pixels, .end: break
      case .stray(let range): bytes.fill(range, with: 0)
      case .segment(let marker, _, let content):
        if needs(marker) || hasProfile && ColorProfile.isPart(marker, content, bytes) { continue }
        let own =
          replacement(
            marker, content, bytes,
            exif: ExifBlock.read(bytes, content).flatMap { CleanExif.make(from: $0) }) ?? []
        bytes.fill(content, with: 0)
        if own.count <= content.count { bytes.store(own, at: content.lowerBound) }
      }
    }
    bytes.fill(min(parts.position, range.upperBound)..<range.upperBound, with: 0)
  }

  /// Frames, tables and scans.
  private static func needs(_ marker: UInt8) -> Bool {
    0xC0...0xCF ~= marker || 0xDA...0xDF ~= marker
  }

  /// False when there is none, or not all of it.
  private static func cleanProfile(_ bytes: Bytes, in range: Range<Int>) -> Bool {
    let segments = JPEGParts(bytes, in: range).compactMap {
      part -> (marker: UInt8, content: Range<Int>)? in
      if case .segment(let marker, _, let content) = part { (marker, content) } else { nil }
    }
    return ColorProfile.clean(bytes, in: ColorProfile.parts(bytes, segments))
  }

  /// What a segment becomes of which a part is needed.
  private static func replacement(
    _ marker: UInt8, _ content: Range<Int>, _ bytes: Bytes, exif: @autoclosure () -> [UInt8]?,
    isInXMP: Bool = false
  ) -> [UInt8]? {
    let start = content.lowerBound
    switch marker {
    case 0xE0 where bytes.has("JFIF\0", at: start) && content.count >= 12:
      // Without its thumbnail.
      return Array(bytes.raw(start..<start + 12)) + [0, 0]
    case 0xE1
    where bytes.has("Exif\0", at: start)
      || isInXMP && bytes.has(XMPPacket.segmentName, at: start):
      return exif().map { Array("Exif\0\0".utf8) + $0 }
    case 0xEE where bytes.has("Adobe", at: start) && content.count >= 12:
      // How its colors are stored.
      return Array(bytes.raw(start..<start + 12))
    default:
      return nil
    }
  }
}

/// Takes every position and serial number out of a photo, in place: its length and its pixels stay.
/// Where it can't be told what a file holds, it fails as damaged.
enum LocationRemover {
  static func clean(_ format: ImageFormat, _ bytes: Bytes) throws(PictureProblem) {
    switch format {
    case .jpeg:
      cleanJPEG(bytes)
    case .png:
      PNGCleaner.clean(bytes)
    case .webp:
      var chunks = Chunks.webp(bytes)
      while let chunk = chunks.next() {
        if bytes.has("EXIF", at: chunk.name) { cleanExif(bytes, chunk.content) }
        if bytes.has("XMP ", at: chunk.name) { XMPPacket.blankIfPrivate(bytes, chunk.content) }
      }
      sweep(bytes, in: min(chunks.position, bytes.count)..<bytes.count)
    case .tiff:
      guard let block = TIFFBlock(bytes, bytes.all),
        block.directory(at: block.firstDirectory) != nil
      else { throw .damaged }
      ExifCleaner.clean(bytes, bytes.all)
      XMPPacket.blankPrivatePackets(bytes, in: bytes.all)
    case .heic, .avif:
      try HEIFCleaner.clean(bytes)
    case .gif, .bmp:
      XMPPacket.blankPrivatePackets(bytes, in: bytes.all)
    }
  }

  static func cleanExif(_ bytes: Bytes, _ content: Range<Int>) {
    if let block = ExifBlock.block(bytes, content) { ExifCleaner.clean(bytes, block) }
  }

  /// Cleans whatever stands openly somewhere in `range`.
  static func sweep(_ bytes: Bytes, in range: Range<Int>) {
    for block in ExifBlock.marked(bytes, in: range) { ExifCleaner.clean(bytes, block) }
    XMPPacket.blankPrivatePackets(bytes, in: range)
  }

  private static func cleanJPEG(_ bytes: Bytes) {
    let packet = XMPPacket.segmentName
    let extended: StaticString = "http://ns.adobe.com/xmp/extension/\0"
    var pieces: [Range<Int>] = []
    var segments = JPEGSegments(bytes)
    while let segment = segments.next() {
      guard 0xE0...0xEF ~= segment.marker else { continue }
      let content = segment.content
      if bytes.has("Exif\0", at: content.lowerBound) {
        cleanExif(bytes, content)
      } else if bytes.has(packet, at: content.lowerBound) {
        XMPPacket.blankIfPrivate(bytes, content.dropFirst(packet.utf8CodeUnitCount))
      } else if bytes.has(extended, at: content.lowerBound) {
        // A digest of 32 letters, the whole length and the offset stand before the text.
        pieces.append(content.dropFirst(extended.utf8CodeUnitCount + 40))
      } else {
        sweep(bytes, in: content)
        if segment.marker == 0xED { cleanBareBlocks(bytes, in: content) }
      }
    }
    // One text in several segments: a word may be cut in two where they meet.
    if XMPPacket.isPrivate(pieces.lazy.flatMap { bytes.raw($0) }) {
      for piece in pieces { bytes.fill(piece, with: UInt8(ascii: " ")) }
    }
    // Phones put more pictures and films after the first one, with their own metadata.
    let rest = min(segments.position, bytes.count)..<bytes.count
    sweep(bytes, in: rest)
    FilmPosition.blank(bytes, in: rest)
  }

  /// In HEIC and among Photoshop's resources, no mark stands before the TIFF structure.
  static func cleanBareBlocks(_ bytes: Bytes, in range: Range<Int>) {
    for beginning in [Array("II*\0\u{8}\0\0\0".utf8), Array("MM\0*\0\0\0\u{8}".utf8)] {
      var rest = range
      while let start = bytes.first(beginning, in: rest) {
        // Eight bytes alone could be pixels by chance: a first directory must follow at once.
        if let block = TIFFBlock(bytes, start..<range.upperBound),
          let directory = block.directory(at: 8), 1...200 ~= directory.entries.count,
          directory.entries.allSatisfy({ 1...13 ~= $0.type && $0.value != nil })
        {
          ExifCleaner.clean(bytes, start..<range.upperBound)
        }
        rest = start + 8..<rest.upperBound
      }
    }
  }
}

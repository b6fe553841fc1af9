/// Removes metadata about places, people and serial numbers from a photo, and leaves its pixels
/// unchanged. Keeps only what is known to be harmless, because positions and names occur in more
/// forms than any list has. Rejects files that it doesn't understand completely as damaged.
enum PhotoCleaner {
  static func clean(_ format: ImageFormat, _ bytes: Bytes) throws -> CleanPhoto {
    switch format {
    case .jpeg: try JPEGCleaner.clean(bytes)
    case .png: try PNGCleaner.clean(bytes)
    case .webp: try WebPCleaner.clean(bytes)
    case .tiff: try TIFFCleaner.clean(bytes)
    case .heic, .avif: try HEIFCleaner.clean(bytes)
    case .gif: try GIFCleaner.clean(bytes)
    case .jxl: try JXLCleaner.clean(bytes)
    case .bmp: try BitmapCleaner.clean(bytes)
    // Like other raw files: see TIFFCleaner.
    case .raf, .orf, .rw2, .cr3: throw ImageError.undecodableType
    }
  }
}

// MARK: - CleanPhoto

/// A photo without private metadata: unchanged ranges of the file with new bytes between them.
struct CleanPhoto {
  private enum Piece {
    case kept(Range<Int>)
    case new([UInt8])
  }

  private var pieces: [Piece] = []
  /// `true` if a video or another picture in the file was left out.
  private(set) var isPartial = false

  /// Keeps ranges of the file, in the order of the result.
  mutating func keep(_ range: Range<Int>) {
    if case .kept(let last) = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .kept(last.lowerBound..<range.upperBound)
    } else if !range.isEmpty {
      pieces.append(.kept(range))
    }
  }

  mutating func add(_ bytes: [UInt8]) { pieces.append(.new(bytes)) }

  /// Leaves out a range of the file, which may contain a video or a picture.
  mutating func omit(_ range: Range<Int>, of bytes: Bytes) {
    isPartial =
      isPartial || bytes.first(Array("ftyp".utf8), in: range) != nil
      || bytes.first([0xFF, 0xD8, 0xFF], in: range) != nil
  }

  mutating func omitVideo() { isPartial = true }

  /// Passes the parts of the photo to `body` in order.
  func forEachPart(of bytes: Bytes, _ body: (UnsafeRawBufferPointer) -> Void) {
    for piece in pieces {
      switch piece {
      case .kept(let range): body(bytes.raw(range))
      case .new(let bytes): bytes.withUnsafeBytes(body)
      }
    }
  }
}

// MARK: - JPEGCleaner

/// Keeps a JPEG's pixels and colors, and rewrites EXIF. Removes all other metadata, and pictures
/// and videos that phones append.
enum JPEGCleaner {
  static func clean(_ bytes: Bytes) throws -> CleanPhoto {
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
        photo.omit(range, of: bytes)
      case .segment(let marker, let range, let content):
        if needs(marker) || hasProfile && ColorProfile.isPart(marker, content, bytes) {
          photo.keep(range)
        } else if let kept = replacement(
          marker, content, bytes, exif: exif, isInXMP: metadata.exif == nil),
          seen.insert(marker).inserted
        {
          photo.add([0xFF, marker, UInt8((kept.count + 2) >> 8), UInt8((kept.count + 2) & 0xFF)])
          photo.add(kept)
        }
      }
    }
    guard hasPixels else { throw ImageError.damaged }
    photo.omit(min(parts.position, bytes.count)..<bytes.count, of: bytes)
    return photo
  }

  /// Cleans a photo in place: unneeded bytes become zeros.
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
        let kept =
          replacement(
            marker, content, bytes,
            exif: ExifBlock.read(bytes, content).flatMap { CleanExif.make(from: $0) }) ?? []
        bytes.fill(content, with: 0)
        if kept.count <= content.count { bytes.store(kept, at: content.lowerBound) }
      }
    }
    bytes.fill(min(parts.position, range.upperBound)..<range.upperBound, with: 0)
  }

  /// Returns `true` for frames, tables and scans.
  private static func needs(_ marker: UInt8) -> Bool {
    0xC0...0xCF ~= marker || 0xDA...0xDF ~= marker
  }

  /// Returns `false` if the profile is missing or incomplete.
  private static func cleanProfile(_ bytes: Bytes, in range: Range<Int>) -> Bool {
    let segments = JPEGParts(bytes, in: range).compactMap {
      part -> (marker: UInt8, content: Range<Int>)? in
      if case .segment(let marker, _, let content) = part { (marker, content) } else { nil }
    }
    return ColorProfile.clean(bytes, in: ColorProfile.parts(bytes, segments))
  }

  /// Returns the replacement for a segment that is partially kept.
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
      // The encoding of the colors.
      return Array(bytes.raw(start..<start + 12))
    default:
      return nil
    }
  }
}

// MARK: - PNGCleaner

/// Keeps a PNG's pixels, colors and date, and rewrites EXIF. Removes texts and data after its end.
enum PNGCleaner {
  /// Pixels, colors, frames of an animation, and the modification date.
  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "cICP", "mDCv", "cLLi", "sBIT",
    "bKGD", "hIST", "pHYs", "tIME", "acTL", "fcTL", "fdAT",
  ]

  static func clean(_ bytes: Bytes) throws -> CleanPhoto {
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
        // The profile's name is free text.
        photo.add(Self.chunk(name, Array("ICC\0\0".utf8) + profile))
      }
      if name == "IEND" { break }
    }
    let rest = min(chunks.position, bytes.count)..<bytes.count
    if bytes.has("IDAT", at: rest.lowerBound + 4) {
      // The pixels are incomplete; decoders draw the rows that exist.
      photo.keep(rest)
      hasPixels = true
    } else {
      photo.omit(rest, of: bytes)
    }
    guard hasPixels else { throw ImageError.damaged }
    return photo
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + content
    return ByteOrder.big.bytes(content.count) + checked
      + ByteOrder.big.bytes(Int(checksum(checked)))
  }

  /// Returns the CRC-32 of PNG (ISO/IEC 15948).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }
}

// MARK: - WebPCleaner

/// Keeps a WebP's pictures and colors, and rewrites EXIF.
enum WebPCleaner {
  private static let kept: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM"]

  static func clean(_ bytes: Bytes) throws -> CleanPhoto {
    // The header has the file's length; data after it doesn't belong to the file.
    guard let claimed = bytes.number32(4, .little) else { throw ImageError.damaged }
    let end = min(bytes.count, claimed + 8 + claimed & 1)
    var (body, features) = ([UInt8](), nil as Int?)
    var hasPixels = false
    var exif = CleanExif.make(from: PhotoMetadata(.webp, bytes), of: .webp)
    var hasProfile = false
    var chunks = Chunks.webp(bytes)
    while let chunk = chunks.next(), chunk.content.upperBound <= end {
      let name = bytes.name(chunk.name)
      switch name {
      case "VP8X":
        features = body.count + 8
        append(name, Array(bytes.raw(chunk.content)), to: &body)
      case "ANMF":
        append(name, frame(bytes, chunk.content), to: &body)
        hasPixels = true
      case "ICCP":
        hasProfile = ColorProfile.clean(bytes, in: [chunk.content])
        if hasProfile { append(name, Array(bytes.raw(chunk.content)), to: &body) }
      case _ where kept.contains(name):
        append(name, Array(bytes.raw(chunk.content)), to: &body)
        hasPixels = hasPixels || name == "VP8 " || name == "VP8L"
      default: break
      }
    }
    var missing = 0
    if !hasPixels, let rest = chunks.cutOff, let length = bytes.number32(rest.name + 4, .little),
      rest.content.lowerBound + length <= claimed + 8,
      ["VP8 ", "VP8L"].contains(bytes.name(rest.name))
    {
      // The pixels are incomplete; decoders draw the rows that exist.
      body += Array(bytes.raw(rest.name..<rest.content.upperBound))
      missing = length - rest.content.count
      (hasPixels, exif) = (true, nil)
    }
    guard hasPixels else { throw ImageError.damaged }
    if let features, body.indices.contains(features) {
      // Flags for profile, EXIF and XMP.
      body[features] =
        body[features] & ~0b10_1100 | (exif == nil ? 0 : 0b1000) | (hasProfile ? 0b10_0000 : 0)
      if let exif { append("EXIF", exif, to: &body) }
    }
    var photo = CleanPhoto()
    photo.add(
      Array("RIFF".utf8) + ByteOrder.little.bytes(body.count + missing + 4) + Array("WEBP".utf8)
        + body)
    photo.omit(end..<bytes.count, of: bytes)
    return photo
  }

  /// Cleans a frame: its position and duration, then chunks.
  private static func frame(_ bytes: Bytes, _ content: Range<Int>) -> [UInt8] {
    var frame = Array(bytes.raw(content.prefix(16)))
    var chunks = Chunks.webp(bytes, from: content.lowerBound + 16)
    while let chunk = chunks.next(), chunk.content.upperBound <= content.upperBound {
      let name = bytes.name(chunk.name)
      if kept.contains(name) { append(name, Array(bytes.raw(chunk.content)), to: &frame) }
    }
    return frame
  }

  private static func append(_ name: String, _ content: [UInt8], to body: inout [UInt8]) {
    body += Array(name.utf8) + ByteOrder.little.bytes(content.count) + content
    if content.count % 2 == 1 { body.append(0) }
  }
}

// MARK: - GIFCleaner

/// Keeps a GIF's pictures and the timing of its animation.
enum GIFCleaner {
  static func clean(_ bytes: Bytes) throws -> CleanPhoto {
    guard let flags = bytes.byte(10), bytes.count >= 13 else { throw ImageError.damaged }
    var photo = CleanPhoto()
    var position = 13 + colors(flags)
    photo.keep(0..<min(position, bytes.count))
    var hasPixels = false
    while let kind = bytes.byte(position), kind != 0x3B {
      let start = position
      switch kind {
      case 0x2C:
        guard let flags = bytes.byte(position + 9) else { throw ImageError.damaged }
        // Position, colors, and the code size.
        position = blocksEnd(bytes, from: position + 10 + colors(flags) + 1)
        photo.keep(start..<min(position, bytes.count))
        hasPixels = true
      case 0x21:
        position = blocksEnd(bytes, from: position + 2)
        if keepsExtension(bytes, at: start) { photo.keep(start..<min(position, bytes.count)) }
      default:
        throw ImageError.damaged
      }
    }
    guard hasPixels else { throw ImageError.damaged }
    if bytes.byte(position) == 0x3B { photo.keep(position..<position + 1) }
    photo.omit(min(position + 1, bytes.count)..<bytes.count, of: bytes)
    return photo
  }

  /// Returns the length in bytes of a color table.
  private static func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

  /// Returns the end of a list of blocks, each of which begins with its length.
  private static func blocksEnd(_ bytes: Bytes, from start: Int) -> Int {
    var position = start
    while let length = bytes.byte(position), length > 0 { position += 1 + Int(length) }
    return position + 1
  }

  /// Returns `true` for extensions that control a frame or the number of loops.
  private static func keepsExtension(_ bytes: Bytes, at position: Int) -> Bool {
    switch bytes.byte(position + 1) {
    case 0xF9: true
    case 0xFF:
      bytes.has("\u{B}NETSCAPE2.0\u{3}", at: position + 2) && bytes.byte(position + 18) == 0
    default: false
    }
  }
}

// MARK: - JXLCleaner

/// Keeps a JPEG XL file's codestream boxes; metadata is in other boxes. Rejects codestreams without
/// a length, because more data could follow, and only decoding finds their end.
enum JXLCleaner {
  private static let kept: Set<String> = ["JXL ", "ftyp", "jxll", "jxlc", "jxlp"]

  static func clean(_ bytes: Bytes) throws -> CleanPhoto {
    guard let file = JXLFile(bytes) else { throw ImageError.damaged }
    guard !file.boxes.isEmpty else { throw ImageError.undecodableType }
    var photo = CleanPhoto()
    var start = 0
    for box in file.boxes {
      let end = box.content.upperBound
      // A box without a length extends to the end of the file.
      guard bytes.number32(start, .big) != 0 else { throw ImageError.undecodableType }
      if kept.contains(bytes.name(box.name)) { photo.keep(start..<end) }
      start = end
    }
    photo.omit(start..<bytes.count, of: bytes)
    return photo
  }
}

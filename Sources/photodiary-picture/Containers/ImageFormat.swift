/// The recognized image formats, distinguished by the first bytes of a file.
enum ImageFormat: String {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case webp = "image/webp"
  case gif = "image/gif"
  case tiff = "image/tiff"
  case heic = "image/heic"
  case avif = "image/avif"
  case bmp = "image/bmp"
  case jxl = "image/jxl"
  // Raw files that aren't TIFF: Fujifilm, Olympus, Panasonic and Canon.
  case raf = "image/x-fuji-raf"
  case orf = "image/x-olympus-orf"
  case rw2 = "image/x-panasonic-rw2"
  case cr3 = "image/x-canon-cr3"

  init?(_ bytes: Bytes) {
    if bytes.byte(0) == 0xFF, bytes.byte(1) == 0xD8, bytes.byte(2) == 0xFF {
      self = .jpeg
    } else if bytes.byte(0) == 0x89, bytes.has("PNG\r\n\u{1A}\n", at: 1) {
      self = .png
    } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
      self = .webp
    } else if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) {
      self = .gif
    } else if bytes.has("II*\0", at: 0) || bytes.has("MM\0*", at: 0) {
      self = .tiff
    } else if JXLFile(bytes)?.size != nil {
      self = .jxl
    } else if bytes.has("FUJIFILMCCD-RAW ", at: 0) {
      self = .raf
    } else if ["IIRO", "IIRS", "MMOR"].contains(where: { bytes.has($0, at: 0) }) {
      self = .orf
    } else if bytes.has("IIU\0", at: 0) {
      self = .rw2
    } else if bytes.has("ftypcrx ", at: 4) {
      self = .cr3
    } else if let brand = ImageFormat.brand(bytes) {
      self = brand
    } else if bytes.has("BM", at: 0), ImageFormat.isBitmap(bytes) {
      self = .bmp
    } else {
      return nil
    }
  }

  /// Returns the media type. Many raw files are TIFF files with a separate type.
  func mediaType(_ bytes: Bytes) -> String {
    guard self == .tiff, let block = TIFFBlock(bytes, bytes.all), block.isRaw,
      let main = ExifDirectory(block, at: block.firstDirectory)
    else { return rawValue }
    if main.range(TIFFTag.dngVersion) != nil { return "image/x-adobe-dng" }
    if bytes.has("CR", at: 8) { return "image/x-canon-cr2" }
    let make = String(decoding: main.text(TIFFTag.make) ?? [], as: UTF8.self).lowercased()
    return Self.rawTypes.first { make.hasPrefix($0.make) }?.type ?? rawValue
  }

  private static let rawTypes: [(make: String, type: String)] = [
    ("nikon", "image/x-nikon-nef"), ("sony", "image/x-sony-arw"), ("pentax", "image/x-pentax-pef"),
    ("ricoh", "image/x-pentax-pef"), ("samsung", "image/x-samsung-srw"),
  ]

  /// Returns the format in the `ftyp` box, which lists brands with the main one first. HEIC and
  /// AVIF share this container.
  private static func brand(_ bytes: Bytes) -> ImageFormat? {
    guard bytes.has("ftyp", at: 4), let size = bytes.number32(0, .big) else { return nil }
    var general = false
    for position in stride(from: 8, to: min(size, bytes.count, 256), by: 4) where position != 12 {
      if bytes.has("avif", at: position) || bytes.has("avis", at: position) { return .avif }
      for name: StaticString in ["heic", "heix", "hevc", "hevx", "heim", "heis"]
      where bytes.has(name, at: position) {
        return .heic
      }
      general = general || bytes.has("mif1", at: position) || bytes.has("msf1", at: position)
    }
    return general ? .heic : nil
  }

  /// Returns `true` if the header has a known length; the two letters `BM` aren't enough.
  private static func isBitmap(_ bytes: Bytes) -> Bool {
    guard let header = bytes.number32(14, .little) else { return false }
    return [12, 40, 52, 56, 64, 108, 124].contains(header)
  }
}

extension ImageSize {
  /// Reads the size in a header, without decoding; `nil` if it is unknown or invalid.
  init?(_ format: ImageFormat, _ bytes: Bytes) {
    if let preview = RawPreview.find(format, bytes) {
      self.init(.jpeg, preview)
      return
    }
    let size: (width: Int?, height: Int?)
    switch format {
    case .jpeg: size = JPEGDecoder.size(bytes)
    case .png:
      size =
        bytes.has("IHDR", at: 12)
        ? (bytes.number32(16, .big), bytes.number32(20, .big)) : (nil, nil)
    case .webp: size = WebPDecoder.size(bytes)
    case .gif: size = (bytes.number16(6, .little), bytes.number16(8, .little))
    case .bmp: size = ImageSize.bitmap(bytes)
    case .tiff: size = ImageSize.tiff(bytes)
    case .raf, .orf, .rw2, .cr3: return nil
    case .heic, .avif:
      let seen = HEIFFile(bytes)?.size ?? (try? HEIFSequence(bytes))?.size
      size = (seen?.width, seen?.height)
    case .jxl:
      let seen = JXLFile(bytes)?.size
      size = (seen?.width, seen?.height)
    }
    guard let width = size.width, let height = size.height, width > 0, height > 0,
      width <= Int32.max, height <= Int32.max
    else { return nil }
    self.init(width: width, height: height)
  }

  private static func bitmap(_ bytes: Bytes) -> (Int?, Int?) {
    if bytes.number32(14, .little) == 12 {
      return (bytes.number16(18, .little), bytes.number16(20, .little))
    }
    // A negative height means that the first row is at the top.
    let height = bytes.number32(22, .little).map { Int(Int32(truncatingIfNeeded: $0).magnitude) }
    return (bytes.number32(18, .little), height)
  }

  private static func tiff(_ bytes: Bytes) -> (Int?, Int?) {
    guard let block = TIFFBlock(bytes, bytes.all),
      let directory = block.directory(at: block.firstDirectory)
    else { return (nil, nil) }
    let width = directory.entries.first { $0.tag == TIFFTag.imageWidth }
    let height = directory.entries.first { $0.tag == TIFFTag.imageHeight }
    return (width.flatMap(block.number), height.flatMap(block.number))
  }
}

// MARK: - JXLFile

/// A JPEG XL file (ISO/IEC 18181-2): a bare codestream, or boxes with one.
struct JXLFile {
  private let bytes: Bytes
  /// The boxes; empty for a bare codestream.
  let boxes: [Chunk]

  static let signature: StaticString = "\0\0\0\u{C}JXL \r\n"

  init?(_ bytes: Bytes) {
    self.bytes = bytes
    if bytes.number16(0, .big) == 0xFF0A {
      boxes = []
    } else if bytes.has(Self.signature, at: 0) {
      boxes = Array(HEIFBoxes(bytes, in: bytes.all).prefix(4096))
    } else {
      return nil
    }
  }

  /// Returns the content of the first box with a name.
  func content(_ name: StaticString) -> Range<Int>? {
    boxes.first { bytes.has(name, at: $0.name) }?.content
  }

  /// The upright size.
  var size: ImageSize? {
    // Partial codestreams begin with their number.
    let part = content("jxlc")?.lowerBound ?? content("jxlp").map { $0.lowerBound + 4 }
    guard let start = boxes.isEmpty ? 0 : part, bytes.number16(start, .big) == 0xFF0A
    else { return nil }
    var bits = Bits(bytes: bytes, position: (start + 2) * 8)
    let isSmall = bits.next(1) == 1
    func side() -> Int? {
      if isSmall { return bits.next(5).map { ($0 + 1) * 8 } }
      return bits.next(2).flatMap { bits.next([9, 13, 18, 30][$0]) }.map { $0 + 1 }
    }
    guard let height = side(), let ratio = bits.next(3) else { return nil }
    let (parts, of) = [(0, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)][ratio]
    guard let width = ratio == 0 ? side() : height * parts / of else { return nil }
    let size = ImageSize(width: width, height: height)
    // The orientation follows unless all metadata is default.
    let hasOrientation = bits.next(1) == 0 && bits.next(1) == 1
    return hasOrientation && bits.next(3) ?? 0 >= 4 ? size.transposed : size
  }

  /// Numbers of any length in bits, the lowest bit first.
  private struct Bits {
    let bytes: Bytes
    var position: Int

    mutating func next(_ count: Int) -> Int? {
      var number = 0
      for bit in 0..<count {
        guard let byte = bytes.byte(position / 8) else { return nil }
        number |= Int(byte >> UInt8(position % 8) & 1) << bit
        position += 1
      }
      return number
    }
  }
}

/// The kinds of image that are recognized, by their first bytes alone.
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
  // Cameras' raw files that aren't TIFF: those of Fujifilm, Olympus, Panasonic and Canon.
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

  /// The media type. Many raw files have the form of a TIFF, and types of their own.
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

  /// HEIC and AVIF share a container; its `ftyp` box lists the brands, the main one first.
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

  /// Two letters are little to go by: the header that follows must have a known length too.
  private static func isBitmap(_ bytes: Bytes) -> Bool {
    guard let header = bytes.number32(14, .little) else { return false }
    return [12, 40, 52, 56, 64, 108, 124].contains(header)
  }
}

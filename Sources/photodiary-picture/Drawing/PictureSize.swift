import CTurboJPEG
import CWebP

/// Width and height in pixels, as stored or as seen.
struct PictureSize: Equatable {
  var width: Int
  var height: Int

  /// A photo above 300 megapixels is not decoded.
  static let pixelLimit = 300_000_000

  var isTooLarge: Bool {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow || pixels > Self.pixelLimit
  }

  /// The largest whole number by which both sides can be divided and still be as long as needed.
  func timesLarger(than needed: PictureSize) -> Int {
    max(1, min(width / max(1, needed.width), height / max(1, needed.height)))
  }

  /// The size of a picture made that much smaller; what is left over at its edges counts as whole.
  func divided(by factor: Int) -> PictureSize {
    PictureSize(width: (width + factor - 1) / factor, height: (height + factor - 1) / factor)
  }

  var turned: PictureSize { PictureSize(width: height, height: width) }
}

extension PictureSize {
  /// The size as the header says it, without decoding; nil where that is not known or not sane.
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
    case .bmp: size = PictureSize.bitmap(bytes)
    case .tiff: size = PictureSize.tiff(bytes)
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
    // A negative height says that the rows go from the top down.
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

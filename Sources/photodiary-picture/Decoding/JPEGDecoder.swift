import CTurboJPEG
import System

/// Decodes JPEG with libjpeg-turbo, at the smallest scale that is large enough.
struct JPEGDecoder: ~Copyable {
  private let handle: tjhandle

  private init() throws {
    guard let handle = tjInitDecompress() else { throw ImageError.tooLarge }
    self.handle = handle
  }

  deinit {
    tjDestroy(handle)
  }

  static func size(_ bytes: Bytes) -> (Int?, Int?) {
    guard let decoder = try? JPEGDecoder(), let header = try? decoder.header(bytes)
    else { return (nil, nil) }
    return (Int(header.width), Int(header.height))
  }

  /// Decodes the picture, at least `needed` pixels wide and high unless it is smaller.
  static func decode(_ bytes: Bytes, atLeast needed: ImageSize) throws
    -> PixelBuffer
  {
    let decoder = try JPEGDecoder()
    let header = try decoder.header(bytes)
    let size = ImageSize(width: Int(header.width), height: Int(header.height))
    if size.isTooLarge { throw ImageError.tooLarge }
    let scaled = scale(size, atLeast: needed)
    return try decoder.pixels(bytes, scaled, header.isCMYK, isExact: scaled == size)
  }

  private struct Header {
    var width: Int32 = 0
    var height: Int32 = 0
    /// `true` if the colors are CMYK, for printing.
    var isCMYK = false
  }

  private func header(_ bytes: Bytes) throws -> Header {
    var header = Header()
    var subsampling: Int32 = 0
    var colors: Int32 = 0
    let status = tjDecompressHeader3(
      handle, bytes.start, UInt(bytes.count), &header.width, &header.height, &subsampling, &colors)
    guard status == 0 || tjGetErrorCode(handle) == TJERR_WARNING.rawValue, header.width > 0,
      header.height > 0
    else { throw problem }
    header.isCMYK = colors == TJCS_CMYK.rawValue || colors == TJCS_YCCK.rawValue
    return header
  }

  /// Returns a scale of 1/2, 1/4 or 1/8; libjpeg-turbo is slow at the fractions between.
  private static func scale(_ size: ImageSize, atLeast needed: ImageSize) -> ImageSize {
    for part in [8, 4, 2] {
      let scaled = size.divided(by: part)
      if scaled.width >= needed.width, scaled.height >= needed.height { return scaled }
      // A larger scale doesn't fit into memory; parts are less sharp then.
      if size.divided(by: part / 2).width * size.divided(by: part / 2).height > wholeLimit {
        return scaled
      }
    }
    return size
  }

  private static let wholeLimit = 150_000_000

  /// Decodes at a scale. With `isExact`, the result isn't scaled down later, so quality matters.
  private func pixels(
    _ bytes: Bytes, _ size: ImageSize, _ isCMYK: Bool, isExact: Bool
  ) throws -> PixelBuffer {
    var result = try PixelBuffer(size)
    if isCMYK {
      let cmyk = try CMYKBuffer(size, isInverted: Self.hasAdobeMarker(bytes))
      result.isWhole = try read(bytes, size, into: cmyk.bytes, TJPF_CMYK, isExact)
      if ColorConversion(.jpeg, bytes)?.convert(cmyk.bytes, cmyk.isInverted, to: result) != true {
        cmyk.convert(to: result)
      }
    } else {
      result.isWhole = try read(bytes, size, into: result.bytes, TJPF_RGBA, isExact)
    }
    return result
  }

  /// Returns `true` if Adobe's marker is present, which means that CMYK values are inverted.
  private static func hasAdobeMarker(_ bytes: Bytes) -> Bool {
    JPEGSegments(bytes).contains {
      $0.marker == 0xEE && bytes.has("Adobe", at: $0.content.lowerBound)
    }
  }

  /// Returns `false` if the file doesn't have all pixels.
  private func read(
    _ bytes: Bytes, _ size: ImageSize, into pixels: UnsafeMutablePointer<UInt8>, _ format: TJPF,
    _ isExact: Bool
  ) throws -> Bool {
    // Without a limit on scans, a small file could keep the decoder busy for minutes.
    let flags = TJFLAG_LIMITSCANS | (isExact ? 0 : TJFLAG_FASTDCT | TJFLAG_FASTUPSAMPLE)
    let status = tjDecompress2(
      handle, bytes.start, UInt(bytes.count), pixels, Int32(size.width), 0, Int32(size.height),
      Int32(format.rawValue), flags)
    if status == 0 { return true }
    guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { throw problem }
    // Other warnings are about harmless stray bytes, which cameras write.
    guard message.contains("remature end") else { return true }
    let hasPixels = JPEGParts(bytes, in: bytes.all).contains {
      if case .pixels = $0 { true } else { false }
    }
    guard hasPixels else { throw ImageError.damaged }
    return false
  }

  private var message: String { tjGetErrorStr2(handle).map { String(cString: $0) } ?? "" }

  /// The meaning of the last error. Rare kinds of JPEG, such as 12 bits, aren't damage.
  private var problem: ImageError {
    if message.hasPrefix("Insufficient memory") { return .tooLarge }
    return message.contains("nsupported") ? .undecodableType : .damaged
  }
}

// MARK: - CMYKBuffer

/// CMYK pixels.
struct CMYKBuffer: ~Copyable {
  let size: ImageSize
  private let memory: ZeroedMemory
  /// `true` if 255 means no ink.
  let isInverted: Bool

  init(_ size: ImageSize, isInverted: Bool) throws {
    guard let memory = ZeroedMemory(count: size.width * size.height * 4) else {
      throw ImageError.tooLarge
    }
    self.size = size
    self.isInverted = isInverted
    self.memory = memory
  }

  var bytes: UnsafeMutablePointer<UInt8> { memory.start.assumingMemoryBound(to: UInt8.self) }

  /// Converts the pixels without a color profile.
  func convert(to pixels: borrowing PixelBuffer) {
    let flip: UInt8 = isInverted ? 0 : 255
    for pixel in 0..<size.width * size.height {
      let cmyk = bytes + pixel * 4
      let black = Int(cmyk[3] ^ flip)
      pixels.set(
        pixel, red: UInt8(Int(cmyk[0] ^ flip) * black / 255),
        green: UInt8(Int(cmyk[1] ^ flip) * black / 255),
        blue: UInt8(Int(cmyk[2] ^ flip) * black / 255))
    }
  }
}

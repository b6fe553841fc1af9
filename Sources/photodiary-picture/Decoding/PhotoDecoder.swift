import CGIF
import CJXL
import CPNG
import CTIFF
import CWebP
import System

/// Decodes all supported formats.
enum PhotoDecoder {
  /// Returns pixels in sRGB as stored, before rotation, at least `needed` large unless the picture
  /// is smaller.
  static func decode(
    _ format: ImageFormat, _ bytes: Bytes, atLeast needed: ImageSize, _ background: RGBColor
  ) throws -> PixelBuffer {
    if let preview = RawPreview.find(format, bytes) {
      return try decode(.jpeg, preview, atLeast: needed, background)
    }
    let pixels =
      switch format {
      case .jpeg: try JPEGDecoder.decode(bytes, atLeast: needed)
      case .png: try PNGDecoder.decode(bytes, atLeast: needed)
      case .webp: try WebPDecoder.decode(bytes, atLeast: needed)
      case .gif: try GIFDecoder.decode(bytes, atLeast: needed)
      case .tiff: try TIFFDecoder.decode(bytes, atLeast: needed)
      case .heic, .avif: try HEIFDecoder.decode(bytes, atLeast: needed)
      case .raf, .orf, .rw2, .cr3: throw ImageError.undecodableType
      case .jxl: try JXLDecoder.decode(bytes, atLeast: needed)
      case .bmp: try BitmapDecoder.decode(bytes, atLeast: needed)
      }
    ColorConversion(format, bytes)?.convert(pixels)
    if format != .jpeg { pixels.blend(over: background) }
    return pixels
  }

  /// Returns the problem that is known from the header; `nil` if only decoding can find one.
  static func headerProblem(_ size: ImageSize?) -> ImageError? {
    size?.isTooLarge == true ? .tooLarge : nil
  }

  /// Returns the reason why a picture can't be drawn, or not completely, and its print. Decodes it
  /// to find out: small, but with enough rows that some can be missing.
  static func examine(
    _ format: ImageFormat, _ bytes: Bytes, _ orientation: Orientation = .upright
  ) -> (problem: ImageError?, print: PicturePrint?) {
    do {
      let pixels = try decode(format, bytes, atLeast: ImageSize(width: 64, height: 64), .black)
      guard pixels.isWhole else { return (.incomplete, nil) }
      return (nil, try PicturePrint(pixels, orientation))
    } catch {
      return (error as? ImageError ?? .damaged, nil)
    }
  }
}

// MARK: - ImageError

/// The reason why a photo can't be drawn. The diary reads the raw values, and another one,
/// too-costly, which a signal handler writes: see Sandbox.swift.
enum ImageError: String, Error {
  case notAnImage = "not-an-image"
  // Images that aren't photos.
  case icon
  case photoshop
  case jpeg2000 = "jpeg-2000"
  /// Recognized, but not supported by any decoder.
  case undecodableType = "undecodable-type"
  /// Invalid, or incomplete before its first pixel.
  case damaged
  /// Drawn partially: the rest of the file is missing or invalid.
  case incomplete
  /// Too many pixels, or too much memory to decode them.
  case tooLarge = "too-large"

  /// `true` if the file isn't a photo.
  var isNotPhoto: Bool { [.notAnImage, .icon, .photoshop, .jpeg2000].contains(self) }

  /// Identifies a file whose format isn't a photo's.
  init(notPhoto bytes: Bytes) {
    if bytes.has("8BPS", at: 0) {
      self = .photoshop
    } else if bytes.has("\0\0\0\u{C}jP  \r\n", at: 0) || bytes.number32(0, .big) == 0xFF4F_FF51 {
      self = .jpeg2000
    } else if bytes.has("\0\0\u{1}\0", at: 0), let count = bytes.number16(4, .little), count > 0,
      let first = bytes.number32(18, .little), first >= 6 + count * 16, first < bytes.count
    {
      self = .icon
    } else {
      self = .notAnImage
    }
  }
}

/// Called by C libraries for each row, with the context, the row's number from the top, and RGBA.
typealias RowHandler =
  @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafePointer<UInt8>?) -> Void

extension ImageError {
  /// Converts a decoding library's status; `nil` for success. The numbers in all headers are those
  /// of libtiff's.
  init?(status: Int32) {
    switch Int(status) {
    case Int(PD_TIFF_OK), Int(PD_TIFF_INCOMPLETE): return nil
    case Int(PD_TIFF_TOO_LARGE): self = .tooLarge
    case Int(PD_TIFF_UNKNOWN): self = .undecodableType
    default: self = .damaged
    }
  }
}

// MARK: - RowShrinker

/// Shrinks a picture by an integer factor while its rows arrive: each pixel of the result is the
/// mean of a square of pixels, with colors multiplied by alpha.
struct RowShrinker: ~Copyable {
  private let source: ImageSize
  private let factor: Int
  /// `true` if the incoming colors are already multiplied by alpha.
  private let isPremultiplied: Bool
  private let result: PixelBuffer
  private let sums: Sums
  private var rows: UInt32 = 0
  /// The current row of the result.
  private var row = 0

  /// Sums of red, green, blue and alpha for each pixel of the current row.
  private struct Sums: ~Copyable {
    private let memory: ZeroedMemory

    init(_ count: Int) throws {
      guard let memory = ZeroedMemory(count: count * MemoryLayout<UInt32>.size) else {
        throw ImageError.tooLarge
      }
      self.memory = memory
    }

    var values: UnsafeMutablePointer<UInt32> { memory.start.assumingMemoryBound(to: UInt32.self) }
  }

  init(_ source: ImageSize, atLeast needed: ImageSize, isPremultiplied: Bool = false) throws {
    // A sum of factor² bytes must fit into 32 bits.
    let factor = min(1000, source.scaleFactor(for: needed))
    let result = try PixelBuffer(source.divided(by: factor))
    sums = try Sums(result.size.width * 4)
    self.source = source
    self.factor = factor
    self.isPremultiplied = isPremultiplied
    self.result = result
  }

  /// Decodes a picture whose header contains its size, with a C library that produces rows.
  ///
  /// - Parameter read: makes the library call the handler for each row, with the context. Returns
  ///   the library's status.
  static func decode(
    _ format: ImageFormat, _ bytes: Bytes, atLeast needed: ImageSize,
    isPremultiplied: Bool = false,
    read: (ImageSize, RowHandler, UnsafeMutableRawPointer) -> Int32
  ) throws -> PixelBuffer {
    guard let size = ImageSize(format, bytes) else { throw ImageError.damaged }
    if size.isTooLarge { throw ImageError.tooLarge }
    var shrinker = try RowShrinker(size, atLeast: needed, isPremultiplied: isPremultiplied)
    let status = withUnsafeMutablePointer(to: &shrinker) { shrinker in
      read(
        size,
        { context, y, rgba in
          guard let rgba else { return }
          context?.assumingMemoryBound(to: RowShrinker.self).pointee.add(rgba, row: Int(y))
        }, shrinker)
    }
    if let problem = ImageError(status: status) { throw problem }
    return shrinker.finish(isWhole: status != PD_TIFF_INCOMPLETE)
  }

  /// Returns `false` for rows that may be skipped, because enough others contribute to the same
  /// pixels.
  func needs(row: Int) -> Bool {
    factor < 4 || (factor - 1 - row % factor) % 2 == 0 || row == source.height - 1
  }

  /// Adds the next row: RGBA, as wide as the source.
  mutating func add(_ rgba: UnsafePointer<UInt8>, row: Int) {
    guard row < source.height else { return }
    var from = rgba
    var column = 0
    for x in 0..<result.size.width {
      var (red, green, blue, opaque): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
      let end = min(column + factor, source.width)
      while column < end {
        let alpha = UInt32(from[3])
        let weight = isPremultiplied ? 255 : alpha
        red &+= UInt32(from[0]) &* weight
        green &+= UInt32(from[1]) &* weight
        blue &+= UInt32(from[2]) &* weight
        opaque &+= alpha
        from += 4
        column += 1
      }
      let sum = sums.values + x * 4
      sum[0] &+= red / 255
      sum[1] &+= green / 255
      sum[2] &+= blue / 255
      sum[3] &+= opaque
    }
    rows += 1
    self.row = row / factor
    if row % factor == factor - 1 || row == source.height - 1 { finishRow() }
  }

  private mutating func finishRow() {
    for x in 0..<result.size.width {
      let pixels = UInt32(min(factor, source.width - x * factor)) * rows
      let sum = sums.values + x * 4
      result.set(
        row * result.size.width + x, red: UInt8(clamping: sum[0] / pixels),
        green: UInt8(clamping: sum[1] / pixels), blue: UInt8(clamping: sum[2] / pixels),
        alpha: UInt8(clamping: sum[3] / pixels))
      (sum[0], sum[1], sum[2], sum[3]) = (0, 0, 0, 0)
    }
    rows = 0
  }

  /// Completes the picture.
  ///
  /// - Parameter isWhole: `false` if rows are missing, which are transparent.
  consuming func finish(isWhole: Bool = true) -> PixelBuffer {
    if rows > 0 { finishRow() }
    var result = result
    result.isWhole = isWhole
    return result
  }
}

// MARK: - PNGDecoder

/// Decodes PNG with libpng row by row and shrinks it, to save memory.
enum PNGDecoder {
  /// The maximum size in bytes of an interlaced picture, which is in memory completely.
  private static let wholeLimit = 400 << 20

  static func decode(_ bytes: Bytes, atLeast needed: ImageSize) throws -> PixelBuffer {
    try RowShrinker.decode(.png, bytes, atLeast: needed) { _, handler, shrinker in
      pd_png_read(bytes.start, bytes.count, wholeLimit, handler, shrinker)
    }
  }
}

// MARK: - GIFDecoder

/// Decodes the first picture of a GIF with giflib.
enum GIFDecoder {
  static func decode(_ bytes: Bytes, atLeast needed: ImageSize) throws -> PixelBuffer {
    try RowShrinker.decode(.gif, bytes, atLeast: needed) {
      pd_gif_read(
        bytes.start, bytes.count, UInt32($0.width), UInt32($0.height),
        UInt64(ImageSize.pixelLimit), $1, $2)
    }
  }
}

// MARK: - TIFFDecoder

/// Decodes the first picture of a TIFF with libtiff.
enum TIFFDecoder {
  /// The maximum size in bytes of a strip or row of tiles; libtiff needs up to three times as much.
  private static let pieceLimit = 450 << 20

  /// Loads libtiff before the limits apply, and only for TIFF files.
  static func loadLibrary() { _ = pd_tiff_load() }

  static func decode(_ bytes: Bytes, atLeast needed: ImageSize) throws -> PixelBuffer {
    // CMYK values replace colors and alpha until they are converted.
    if let conversion = ColorConversion(.tiff, bytes), conversion.isCMYK,
      let pixels = try? read(bytes, atLeast: needed, asCMYK: true),
      conversion.convert(pixels.bytes, false, to: pixels)
    {
      return pixels
    }
    return try read(bytes, atLeast: needed)
  }

  private static func read(
    _ bytes: Bytes, atLeast needed: ImageSize, asCMYK: Bool = false
  ) throws -> PixelBuffer {
    try RowShrinker.decode(.tiff, bytes, atLeast: needed, isPremultiplied: true) {
      pd_tiff_read(
        bytes.start, bytes.count, UInt32($0.width), UInt32($0.height), asCMYK, pieceLimit, $1, $2)
    }
  }
}

// MARK: - JXLDecoder

/// Decodes JPEG XL with libjxl, which also rotates it.
enum JXLDecoder {
  /// libjxl keeps all pixels in memory, if necessary as floating-point numbers.
  private static let pixelLimit: UInt64 = 60_000_000

  /// Loads libjxl before the limits apply, and only for such files.
  static func loadLibrary() { _ = pd_jxl_load() }

  static func decode(_ bytes: Bytes, atLeast needed: ImageSize) throws -> PixelBuffer {
    var picture = pd_jxl_picture()
    let status = pd_jxl_read(bytes.start, bytes.count, pixelLimit, &picture)
    defer { pd_jxl_release(&picture) }
    if let problem = ImageError(status: status) { throw problem }
    guard let rgba = picture.rgba else { throw ImageError.damaged }
    var shrinker = try RowShrinker(
      ImageSize(width: Int(picture.width), height: Int(picture.height)), atLeast: needed,
      isPremultiplied: picture.is_premultiplied)
    for y in 0..<Int(picture.height) { shrinker.add(rgba + y * Int(picture.width) * 4, row: y) }
    let pixels = shrinker.finish(isWhole: status != PD_JXL_INCOMPLETE)
    let profile = UnsafeRawBufferPointer(start: picture.profile, count: picture.profile_size)
    ColorConversion(profile: Array(profile))?.convert(pixels)
    return pixels
  }
}

// MARK: - WebPDecoder

/// Decodes WebP with libwebp, which scales it while decoding.
enum WebPDecoder {
  static func size(_ bytes: Bytes) -> (Int?, Int?) {
    guard let features = try? features(bytes.raw) else { return (nil, nil) }
    return (Int(features.width), Int(features.height))
  }

  static func decode(_ bytes: Bytes, atLeast needed: ImageSize) throws -> PixelBuffer {
    let features = try features(bytes.raw)
    let size = ImageSize(width: Int(features.width), height: Int(features.height))
    if size.isTooLarge { throw ImageError.tooLarge }
    let factor = size.scaleFactor(for: needed)
    var result = try PixelBuffer(size.divided(by: factor))
    if features.has_animation != 0 {
      result.isWhole = try WebPFrame(bytes).draw(on: result, shrunkBy: factor)
    } else {
      result.isWhole = try read(
        bytes.raw, result.size, into: result.bytes, stride: result.stride)
    }
    return result
  }

  static func features(_ data: UnsafeRawBufferPointer) throws
    -> WebPBitstreamFeatures
  {
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(start(data), data.count, &features) == VP8_STATUS_OK
    else { throw ImageError.damaged }
    return features
  }

  /// Decodes a picture at a custom size, with premultiplied alpha. Returns `false` if rows are
  /// missing.
  static func read(
    _ data: UnsafeRawBufferPointer, _ size: ImageSize, into rgba: UnsafeMutablePointer<UInt8>,
    stride: Int
  ) throws -> Bool {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw ImageError.undecodableType }
    config.options.use_scaling = 1
    config.options.scaled_width = Int32(size.width)
    config.options.scaled_height = Int32(size.height)
    config.output.colorspace = MODE_rgbA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = rgba
    config.output.u.RGBA.stride = Int32(stride)
    config.output.u.RGBA.size = stride * (size.height - 1) + size.width * 4
    // Unlike the simple decoder, this one returns the rows before the end of incomplete data.
    guard let decoder = WebPIDecode(nil, 0, &config) else { throw ImageError.tooLarge }
    let status = WebPIUpdate(decoder, start(data), data.count)
    var lastRow: Int32 = 0
    let hasRows = WebPIDecGetRGB(decoder, &lastRow, nil, nil, nil) != nil && lastRow > 0
    WebPIDelete(decoder)
    switch status {
    case VP8_STATUS_OK: return true
    case VP8_STATUS_OUT_OF_MEMORY: throw ImageError.tooLarge
    case VP8_STATUS_UNSUPPORTED_FEATURE: throw ImageError.undecodableType
    default:
      guard hasRows else { throw ImageError.damaged }
      return false
    }
  }

  private static func start(_ data: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
    data.bindMemory(to: UInt8.self).baseAddress
  }
}

// MARK: - WebPFrame

/// The first frame of an animated WebP: a picture at a position on the canvas.
struct WebPFrame {
  private let data: UnsafeRawBufferPointer
  private let left: Int
  private let top: Int
  private let size: ImageSize

  init(_ bytes: Bytes) throws {
    // Left, top, width and height in three bytes each, then duration, flags and chunks.
    var chunks = Chunks.webp(bytes)
    var frame = chunks.next()
    while let chunk = frame, !bytes.has("ANMF", at: chunk.name) { frame = chunks.next() }
    guard let frame = frame ?? chunks.cutOff, bytes.has("ANMF", at: frame.name),
      frame.content.count > 16
    else { throw ImageError.damaged }
    let start = frame.content.lowerBound
    func number(_ index: Int) -> Int {
      (bytes.number32(start + index * 3, .little) ?? 0) & 0xFF_FFFF
    }
    left = number(0) * 2
    top = number(1) * 2
    size = ImageSize(width: number(2) + 1, height: number(3) + 1)
    data = bytes.raw(frame.content.dropFirst(16))
    let features = try WebPDecoder.features(data)
    guard Int(features.width) == size.width, Int(features.height) == size.height
    else { throw ImageError.damaged }
  }

  /// Draws on a canvas that is smaller than the file's by a factor. Returns `false` if the frame is
  /// incomplete.
  func draw(on canvas: borrowing PixelBuffer, shrunkBy factor: Int) throws -> Bool {
    let x = left / factor
    let y = top / factor
    let scaled = size.divided(by: factor)
    // Exceeding the edge because of rounding is allowed.
    let fitting = ImageSize(
      width: min(scaled.width, canvas.size.width - x),
      height: min(scaled.height, canvas.size.height - y))
    guard fitting.width > 0, fitting.height > 0, fitting.width >= scaled.width - 1,
      fitting.height >= scaled.height - 1
    else { throw ImageError.damaged }
    return try WebPDecoder.read(
      data, fitting, into: canvas.bytes + (y * canvas.size.width + x) * 4, stride: canvas.stride)
  }
}

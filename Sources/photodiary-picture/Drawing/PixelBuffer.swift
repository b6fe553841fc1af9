import CChafa
import CPNG
import CResize
import CTurboJPEG
import System

/// Decoded pixels, four bytes each: red, green, blue, and 255. Rows start at the top, without gaps.
/// The fourth byte exists because chafa misreads rows whose length isn't a multiple of four.
struct PixelBuffer: ~Copyable {
  let size: ImageSize
  /// `true` if the file had all pixels.
  var isWhole = true
  private let memory: ZeroedMemory

  /// Creates an empty picture with zero bytes.
  init(_ size: ImageSize) throws {
    guard size.width > 0, size.height > 0, !size.isTooLarge,
      let memory = ZeroedMemory(count: size.width * size.height * 4)
    else { throw ImageError.tooLarge }
    self.size = size
    self.memory = memory
  }

  var bytes: UnsafeMutablePointer<UInt8> { memory.start.assumingMemoryBound(to: UInt8.self) }
  var stride: Int { size.width * 4 }

  /// Sets a pixel; `pixel` counts from the top left, row by row.
  func set(_ pixel: Int, red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    let to = bytes + pixel * 4
    (to[0], to[1], to[2], to[3]) = (red, green, blue, alpha)
  }

  /// Blends premultiplied pixels over a background.
  func blend(over background: RGBColor) {
    for pixel in 0..<size.width * size.height {
      let to = bytes + pixel * 4
      let rest = 255 - UInt32(to[3])
      if rest > 0, background != .black {
        to[0] = UInt8(clamping: UInt32(to[0]) + UInt32(background.red) * rest / 255)
        to[1] = UInt8(clamping: UInt32(to[1]) + UInt32(background.green) * rest / 255)
        to[2] = UInt8(clamping: UInt32(to[2]) + UInt32(background.blue) * rest / 255)
      }
      to[3] = 255
    }
  }

  /// Returns this picture at the top left of one that fills complete cells, within the maximum size
  /// and without sixel bands of six rows that exceed the cells.
  func padded(
    toCells cell: ImageSize, over background: RGBColor, atMost most: ImageSize
  ) throws -> PixelBuffer {
    func filled(_ side: Int, _ cell: Int, _ most: Int) -> Int {
      min((side + cell - 1) / cell * cell, most)
    }
    let height = filled(size.height, cell.height, most.height)
    var result = try PixelBuffer(
      ImageSize(
        width: filled(size.width, cell.width, most.width), height: max(1, height / 6 * 6)))
    for row in 0..<min(size.height, result.size.height) {
      (result.bytes + row * result.stride).update(from: bytes + row * stride, count: stride)
    }
    result.blend(over: background)
    result.isWhole = isWhole
    return result
  }

  /// Returns a part of this picture, scaled to `size`.
  func scaled(_ part: CropRegion, to size: ImageSize) throws -> PixelBuffer {
    var result = try PixelBuffer(size)
    result.isWhole = isWhole
    let unit = Float(CropRegion.unit)
    let isDone = pd_resize(
      bytes, Int32(self.size.width), Int32(self.size.height), result.bytes, Int32(size.width),
      Int32(size.height), Float(part.left) / unit, Float(part.top) / unit,
      Float(part.right) / unit, Float(part.bottom) / unit)
    if !isDone { throw ImageError.tooLarge }
    return result
  }
}

// MARK: - ImageSize

/// The width and height of an image in pixels.
struct ImageSize: Equatable {
  var width: Int
  var height: Int

  /// Photos above 300 megapixels aren't decoded.
  static let pixelLimit = 300_000_000

  var isTooLarge: Bool {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow || pixels > Self.pixelLimit
  }

  /// Returns the largest integer factor by which both sides can be divided and still be as long as
  /// needed.
  func scaleFactor(for needed: ImageSize) -> Int {
    max(1, min(width / max(1, needed.width), height / max(1, needed.height)))
  }

  /// Returns the size divided by a factor, rounded up.
  func divided(by factor: Int) -> ImageSize {
    ImageSize(width: (width + factor - 1) / factor, height: (height + factor - 1) / factor)
  }

  var transposed: ImageSize { ImageSize(width: height, height: width) }
}

extension ImageSize {
  /// Returns the largest size with these proportions that fits into `width` × `height`, which may
  /// be larger than this one.
  func fitted(width: Int, height: Int) -> ImageSize {
    let scale = min(Double(width) / Double(self.width), Double(height) / Double(self.height))
    func side(_ length: Int, _ limit: Int) -> Int {
      min(limit, max(1, Int((Double(length) * scale).rounded())))
    }
    return ImageSize(width: side(self.width, width), height: side(self.height, height))
  }
}

// MARK: - RGBColor

/// The color of a pixel.
struct RGBColor: Equatable {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  static let black = RGBColor(number: 0)

  private init(number: UInt32) {
    red = UInt8(truncatingIfNeeded: number >> 16)
    green = UInt8(truncatingIfNeeded: number >> 8)
    blue = UInt8(truncatingIfNeeded: number)
  }

  /// Parses six hexadecimal digits.
  init?(_ text: String) {
    guard text.utf8.count == 6, text.allSatisfy(\.isHexDigit), let number = UInt32(text, radix: 16)
    else { return nil }
    self.init(number: number)
  }
}

// MARK: - PixelEncoding

/// The encoding of drawn pixels.
enum PixelEncoding {
  case png
  case jpeg
  /// Gray pixels, for programs that read words.
  case pgm
  /// Sixels with a maximum number of colors. `filling` is the size of the cells to fill, for tmux,
  /// which treats all cells touched by bands of six rows as covered, and draws the rest of them
  /// black.
  case sixel(colors: Int, filling: ImageSize?)

  init?(_ options: CommandOptions) {
    switch options["--as"] {
    case "png" where Self.hasNoSixelOptions(options): self = .png
    case "jpeg" where Self.hasNoSixelOptions(options): self = .jpeg
    case "pgm" where Self.hasNoSixelOptions(options): self = .pgm
    case "sixel":
      let colors = options["--colors"] == nil ? 256 : options.number("--colors", 2...65_536)
      let cell = options["--fill-cells"].map(Self.cell)
      guard let colors, cell != .some(nil) else { return nil }
      self = .sixel(colors: colors, filling: cell ?? nil)
    default: return nil
    }
  }

  private static func hasNoSixelOptions(_ options: CommandOptions) -> Bool {
    options["--colors"] == nil && options["--fill-cells"] == nil
  }

  private static func cell(_ text: String) -> ImageSize? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ 1...1000 ~= $0 }) else { return nil }
    return ImageSize(width: sides[0], height: sides[1])
  }

  var name: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpeg"
    case .pgm: "pgm"
    case .sixel: "sixel"
    }
  }
}

// MARK: - PGMEncoder

/// Writes portable graymaps, which need no decoder.
enum PGMEncoder {
  static func encode(_ picture: borrowing PixelBuffer) -> [UInt8] {
    let size = picture.size
    let header = Array("P5 \(size.width) \(size.height) 255\n".utf8)
    let pixels = picture.bytes
    return [UInt8](unsafeUninitializedCapacity: header.count + size.width * size.height) {
      bytes, count in
      _ = bytes.update(fromContentsOf: header)
      for pixel in 0..<size.width * size.height {
        let from = pixels + pixel * 4
        // The weights of ITU-R BT.601.
        let gray = 299 * UInt32(from[0]) + 587 * UInt32(from[1]) + 114 * UInt32(from[2])
        bytes[header.count + pixel] = UInt8(gray / 1000)
      }
      count = header.count + size.width * size.height
    }
  }
}

// MARK: - PNGEncoder

/// Writes PNG quickly; the size doesn't matter, because the picture is for one screen.
enum PNGEncoder {
  static func encode(_ picture: borrowing PixelBuffer) throws -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(picture.size.width * picture.size.height)
    let isDone = withUnsafeMutablePointer(to: &result) { result in
      pd_png_write(
        picture.bytes, UInt32(picture.size.width), UInt32(picture.size.height),
        { context, bytes, count in
          context?.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }, result)
    }
    if isDone == 0 { throw ImageError.tooLarge }
    return result
  }
}

// MARK: - JPEGEncoder

/// Writes JPEG with libjpeg-turbo.
enum JPEGEncoder {
  private static let quality: Int32 = 88

  static func encode(_ picture: borrowing PixelBuffer) throws -> [UInt8] {
    guard let handle = tjInitCompress() else { throw ImageError.tooLarge }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer {
      tjFree(bytes)
      tjDestroy(handle)
    }
    let status = tjCompress2(
      handle, picture.bytes, Int32(picture.size.width), Int32(picture.stride),
      Int32(picture.size.height), Int32(TJPF_RGBX.rawValue), &bytes, &count,
      Int32(TJSAMP_420.rawValue), quality, TJFLAG_FASTDCT)
    guard status == 0, let bytes else { throw ImageError.tooLarge }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}

// MARK: - SixelEncoder

/// Writes sixel graphics with chafa.
enum SixelEncoder {
  /// Returns the sequence from ESC P to ESC \. With 256 colors or more, the palette is computed
  /// for the picture; otherwise it is one of chafa's.
  static func encode(_ picture: borrowing PixelBuffer, colors: Int) throws
    -> [UInt8]
  {
    let (width, height) = (picture.size.width, picture.size.height)
    // chafa omits the rows of an incomplete last band, so complete it with transparent rows, which
    // aren't drawn.
    let padded = try PixelBuffer(ImageSize(width: width, height: (height + 5) / 6 * 6))
    padded.bytes.update(from: picture.bytes, count: height * picture.stride)

    chafa_set_n_threads(1)
    guard let config = chafa_canvas_config_new() else { throw ImageError.tooLarge }
    defer { chafa_canvas_config_unref(config) }
    chafa_canvas_config_set_pixel_mode(config, Int32(PD_CHAFA_PIXELS_SIXEL))
    chafa_canvas_config_set_canvas_mode(config, mode(colors))
    // One cell as large as the picture.
    chafa_canvas_config_set_cell_geometry(config, Int32(width), Int32(padded.size.height))
    chafa_canvas_config_set_geometry(config, 1, 1)
    if colors < 256 {
      chafa_canvas_config_set_dither_mode(config, Int32(PD_CHAFA_DITHER_DIFFUSION))
    }
    guard let canvas = chafa_canvas_new(config) else { throw ImageError.tooLarge }
    defer { chafa_canvas_unref(canvas) }
    chafa_canvas_draw_all_pixels(
      canvas, Int32(PD_CHAFA_PIXELS_RGBA8), padded.bytes, Int32(width),
      Int32(padded.size.height), Int32(padded.stride))
    guard let text = pd_chafa_print(canvas) else { throw ImageError.tooLarge }
    let bytes = UnsafeRawBufferPointer(start: text.pointee.text, count: Int(text.pointee.count))
    return try checked(bytes, picture.size, padded: padded.size)
  }

  private static func mode(_ colors: Int) -> Int32 {
    switch colors {
    case 256...: Int32(PD_CHAFA_MODE_TRUECOLOR)
    case 240...: Int32(PD_CHAFA_MODE_INDEXED_240)
    case 16...: Int32(PD_CHAFA_MODE_INDEXED_16)
    case 8...: Int32(PD_CHAFA_MODE_INDEXED_8)
    default: Int32(PD_CHAFA_MODE_FGBG)
    }
  }

  /// Returns only the graphics, with their real height.
  private static func checked(
    _ bytes: UnsafeRawBufferPointer, _ size: ImageSize, padded: ImageSize
  ) throws -> [UInt8] {
    let raster = Array("\"1;1;\(padded.width);\(padded.height)#".utf8)
    guard let start = bytes.firstIndex(of: 0x1B), bytes[start...].starts(with: [0x1B, 0x50]),
      let begin = bytes[start...].firstIndex(of: UInt8(ascii: "\"")),
      bytes[begin...].starts(with: raster),
      let end = bytes[begin...].firstIndex(of: 0x1B), bytes[end...].starts(with: [0x1B, 0x5C])
    else { throw ImageError.damaged }
    return Array(bytes[start..<begin]) + Array("\"1;1;\(size.width);\(size.height)#".utf8)
      + bytes[begin + raster.count..<end + 2]
  }
}

/// A photo whose header has been read, drawn upright.
struct UprightPhoto {
  private let format: ImageFormat
  private let bytes: Bytes
  private let orientation: Orientation
  private let drawing: DrawingOptions
  /// The size in the file of the part to draw.
  let size: ImageSize

  init(_ format: ImageFormat, _ bytes: Bytes, _ drawing: DrawingOptions) throws {
    guard let stored = ImageSize(format, bytes) else {
      throw PhotoDecoder.examine(format, bytes).problem ?? .damaged
    }
    if let problem = PhotoDecoder.headerProblem(stored) { throw problem }
    orientation = Orientation(format, PhotoMetadata(format, bytes))
    size = drawing.region.size(of: orientation.upright(stored))
    self.format = format
    self.bytes = bytes
    self.drawing = drawing
  }

  /// Returns at least `needed` pixels unless the file has fewer; for callers that scale them.
  func pixels(atLeast needed: ImageSize) throws -> PixelBuffer {
    try orientation.upright(decoded(needed))
  }

  /// Returns pixels of exactly this size.
  func pixels(_ size: ImageSize) throws -> PixelBuffer {
    let decoded = try decoded(size)
    return try orientation.upright(
      decoded.scaled(orientation.stored(drawing.region), to: orientation.upright(size)))
  }

  private func decoded(_ needed: ImageSize) throws -> PixelBuffer {
    try PhotoDecoder.decode(
      format, bytes, atLeast: orientation.upright(drawing.region.whole(for: needed)),
      drawing.background)
  }
}

// MARK: - DrawingOptions

/// The part of a picture to draw, and the color behind its transparent pixels.
struct DrawingOptions {
  var region = CropRegion.whole
  var background = RGBColor.black

  init?(_ options: CommandOptions) {
    if let text = options["--region"] {
      guard let region = CropRegion(text) else { return nil }
      self.region = region
    }
    if let text = options["--background"] {
      guard let background = RGBColor(text) else { return nil }
      self.background = background
    }
  }
}

// MARK: - CropRegion

/// A part of a picture, in ten-thousandths of its sides.
struct CropRegion: Equatable {
  var left = 0
  var top = 0
  var right = CropRegion.unit
  var bottom = CropRegion.unit

  static let unit = 10_000
  static let whole = CropRegion()

  var width: Int { right - left }
  var height: Int { bottom - top }

  /// Returns the size in pixels of this part of a picture.
  func size(of picture: ImageSize) -> ImageSize {
    ImageSize(
      width: max(1, (picture.width * width + Self.unit / 2) / Self.unit),
      height: max(1, (picture.height * height + Self.unit / 2) / Self.unit))
  }

  /// Returns the size of the complete picture for which this part is as large as `part`.
  func whole(for part: ImageSize) -> ImageSize {
    ImageSize(
      width: (part.width * Self.unit + width - 1) / width,
      height: (part.height * Self.unit + height - 1) / height)
  }
}

extension CropRegion {
  /// Parses `left,top,right,bottom`.
  init?(_ text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let left = numbers[0], let top = numbers[1],
      let right = numbers[2], let bottom = numbers[3],
      0 <= left, left < right, right <= Self.unit, 0 <= top, top < bottom, bottom <= Self.unit
    else { return nil }
    self.init(left: left, top: top, right: right, bottom: bottom)
  }
}

// MARK: - Orientation

/// The transformation from stored to upright pixels: the eight values of EXIF.
enum Orientation: Int {
  case upright = 1
  case mirrored, upsideDown, upsideDownMirrored
  /// The stored rows are upright columns.
  case leftMirrored, left, rightMirrored, right

  var swapsAxes: Bool { rawValue >= 5 }

  func upright(_ stored: ImageSize) -> ImageSize {
    swapsAxes ? stored.transposed : stored
  }

  /// Returns the stored part that is visible as `region`.
  func stored(_ region: CropRegion) -> CropRegion {
    let unit = CropRegion.unit
    func place(_ x: Int, _ y: Int) -> (Int, Int) {
      switch self {
      case .upright: (x, y)
      case .mirrored: (unit - x, y)
      case .upsideDown: (unit - x, unit - y)
      case .upsideDownMirrored: (x, unit - y)
      case .leftMirrored: (y, x)
      case .left: (y, unit - x)
      case .rightMirrored: (unit - y, unit - x)
      case .right: (unit - y, x)
      }
    }
    let (first, second) = (place(region.left, region.top), place(region.right, region.bottom))
    return CropRegion(
      left: min(first.0, second.0), top: min(first.1, second.1), right: max(first.0, second.0),
      bottom: max(first.1, second.1))
  }

  func upright(_ stored: consuming PixelBuffer) throws -> PixelBuffer {
    if self == .upright { return stored }
    let (width, height) = (stored.size.width, stored.size.height)
    var result = try PixelBuffer(upright(stored.size))
    result.isWhole = stored.isWhole
    for y in 0..<result.size.height {
      for x in 0..<result.size.width {
        let (column, row) =
          switch self {
          case .upright: (x, y)
          case .mirrored: (width - 1 - x, y)
          case .upsideDown: (width - 1 - x, height - 1 - y)
          case .upsideDownMirrored: (x, height - 1 - y)
          case .leftMirrored: (y, x)
          case .left: (y, height - 1 - x)
          case .rightMirrored: (width - 1 - y, height - 1 - x)
          case .right: (width - 1 - y, x)
          }
        let from = stored.bytes + (row * width + column) * 4
        result.set(
          y * result.size.width + x, red: from[0], green: from[1], blue: from[2],
          alpha: from[3])
      }
    }
    return result
  }
}

// MARK: - VideoBadge

/// The length of a video and a triangle, at the bottom left of one of its frames.
struct VideoBadge {
  private let glyphs: [[UInt8]]

  /// Three columns by five rows each, with the highest bit at the left.
  private static let digits: [Character: [UInt8]] = [
    "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7],
    "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 1, 1],
    "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], ":": [0, 2, 0, 2, 0],
  ]
  private static let triangle: [UInt8] = [4, 6, 7, 6, 4]

  /// Parses a length; empty if it is unknown, `nil` if it is invalid.
  init?(_ text: String) {
    guard text.utf8.count <= 9 else { return nil }
    var glyphs = [Self.triangle]
    for character in text {
      guard let digit = Self.digits[character] else { return nil }
      glyphs.append(digit)
    }
    self.glyphs = glyphs
  }

  /// Draws the badge on a picture that has space for it.
  func draw(on picture: borrowing PixelBuffer) {
    let size = picture.size
    let width = glyphs.count * 4 + 3
    let height = 9
    let scale = max(1, min(size.width / 160, size.height / 90))
    guard width * scale <= size.width, height * scale <= size.height else { return }
    let top = size.height - height * scale
    for row in 0..<height * scale {
      for column in 0..<width * scale {
        let isLit = isLit(column: column / scale - 2, row: row / scale - 2)
        let value: UInt8 = isLit ? 255 : 0
        picture.set(
          (top + row) * size.width + column, red: value, green: value, blue: value)
      }
    }
  }

  private func isLit(column: Int, row: Int) -> Bool {
    guard column >= 0, row >= 0, row < 5, column / 4 < glyphs.count, column % 4 < 3
    else { return false }
    return glyphs[column / 4][row] >> (2 - column % 4) & 1 == 1
  }
}

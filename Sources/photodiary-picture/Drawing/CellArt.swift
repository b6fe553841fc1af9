import CChafa
import System

/// The number of colors that a terminal shows.
enum CellColors: String {
  case full
  case indexed256 = "256"
  case indexed16 = "16"
  case mono
}

// MARK: - CellArt

/// A picture made of characters, drawn by chafa.
struct CellArt: ~Copyable {
  let size: CellSize
  private let colors: CellColors
  private let canvas: OpaquePointer
  private var palette = PaletteMatcher()

  init(_ picture: borrowing PixelBuffer, _ size: CellSize, _ colors: CellColors) throws {
    // Threads reserve memory, which is limited, and aren't worth it for a thumbnail.
    chafa_set_n_threads(size.columns * size.rows < 1000 ? 1 : 2)
    guard let symbols = chafa_symbol_map_new(), let config = chafa_canvas_config_new()
    else { throw ImageError.tooLarge }
    defer {
      chafa_symbol_map_unref(symbols)
      chafa_canvas_config_unref(config)
    }
    // Blocks are in every font, one column wide, and fast to match.
    let tags = [PD_CHAFA_SPACE, PD_CHAFA_SOLID, PD_CHAFA_BLOCK, PD_CHAFA_HALF, PD_CHAFA_QUAD]
    for tag in tags { chafa_symbol_map_add_by_tags(symbols, Int32(tag)) }
    chafa_canvas_config_set_symbol_map(config, symbols)
    chafa_canvas_config_set_geometry(config, Int32(size.columns), Int32(size.rows))
    chafa_canvas_config_set_canvas_mode(config, colors.mode)
    chafa_canvas_config_set_work_factor(config, 0.5)
    // With few colors, match by perception.
    if colors == .indexed16 || colors == .mono {
      chafa_canvas_config_set_color_space(config, Int32(PD_CHAFA_COLOR_SPACE_DIN99D))
    }
    // Two colors need dithering to show shades; more colors would only be noisy.
    if colors == .mono {
      chafa_canvas_config_set_dither_mode(config, Int32(PD_CHAFA_DITHER_DIFFUSION))
    }
    guard let canvas = chafa_canvas_new(config) else { throw ImageError.tooLarge }
    chafa_canvas_draw_all_pixels(
      canvas, Int32(PD_CHAFA_PIXELS_RGBA8), picture.bytes, Int32(picture.size.width),
      Int32(picture.size.height), Int32(picture.stride))
    self.size = size
    self.colors = colors
    self.canvas = canvas
  }

  deinit {
    chafa_canvas_unref(canvas)
  }

  /// Returns a cell: a character one column wide, and colors as `CellColors` defines them, -1 for
  /// the terminal's default.
  mutating func cell(column: Int, row: Int) -> (
    scalar: UInt32, foreground: Int32, background: Int32
  ) {
    let scalar = chafa_canvas_get_char_at(canvas, Int32(column), Int32(row))
    var (foreground, background): (Int32, Int32) = (-1, -1)
    chafa_canvas_get_raw_colors_at(canvas, Int32(column), Int32(row), &foreground, &background)
    let isBlock = 0x2580...0x259F ~= scalar
    return (isBlock ? scalar : 0x20, checked(foreground), checked(background))
  }

  /// Returns -1 for default colors, which chafa numbers after the palette.
  private mutating func checked(_ color: Int32) -> Int32 {
    switch colors {
    case .full where 0...0xFFFFFF ~= color: color
    case .indexed256 where 0...0xFFFFFF ~= color: palette.index(of: color)
    case .indexed16 where 0...15 ~= color: color
    default: -1
    }
  }
}

extension CellColors {
  fileprivate var mode: Int32 {
    switch self {
    case .full, .indexed256: Int32(PD_CHAFA_MODE_TRUECOLOR)
    case .indexed16: Int32(PD_CHAFA_MODE_INDEXED_16)
    case .mono: Int32(PD_CHAFA_MODE_FGBG)
    }
  }
}

// MARK: - CellSize

/// The size of a picture in cells.
struct CellSize {
  let columns: Int
  let rows: Int

  /// Fits a picture into `columns` × `rows`, keeping its proportions. Never uses more columns than
  /// the picture has pixels.
  ///
  /// - Parameter cellRatio: the width of a cell divided by its height.
  init(_ picture: ImageSize, columns: Int, rows: Int, cellRatio: Double) {
    let columns = min(columns, max(1, picture.width))
    let rowsPerColumn = Double(picture.height) / Double(picture.width) * cellRatio
    let height = Double(columns) * rowsPerColumn
    if height <= Double(rows) {
      self.columns = columns
      self.rows = min(rows, max(1, Int(height.rounded())))
    } else {
      self.columns = min(columns, max(1, Int((Double(rows) / rowsPerColumn).rounded())))
      self.rows = rows
    }
  }

  /// The pixels needed for good cells. chafa uses 8 × 8 pixels per cell, but 6 look the same, and
  /// let large JPEGs be decoded at 1/8 more often.
  var pixels: ImageSize { ImageSize(width: columns * 6, height: rows * 6) }

  /// All pixels that chafa uses.
  var allPixels: ImageSize { ImageSize(width: columns * 8, height: rows * 8) }
}

// MARK: - PaletteMatcher

/// Finds the nearest colors of the 256-color palette. chafa would convert every pixel for this;
/// here only two colors per cell are converted.
struct PaletteMatcher {
  private var known: [Int32: Int32] = [:]
  private static let palette: [LabColor] = (firstIndex..<256).map { LabColor(rgb($0)) }
  /// The user configures the first sixteen, so their colors are unknown.
  private static let firstIndex = 16

  /// Returns the index of the nearest color to 0xRRGGBB.
  mutating func index(of color: Int32) -> Int32 {
    // The palette's steps are ten times as large, so colors that differ by less than four are the
    // same.
    let color = color & 0xFC_FCFC | 0x02_0202
    if let index = known[color] { return index }
    let wanted = LabColor(UInt32(color))
    var (best, least) = (0, Float.infinity)
    for (index, candidate) in Self.palette.enumerated() {
      let distance = candidate.distance(to: wanted)
      if distance < least { (best, least) = (index, distance) }
    }
    let index = Int32(best + Self.firstIndex)
    known[color] = index
    return index
  }

  /// Returns a color of xterm's palette: a cube with six levels per side, then grays.
  private static func rgb(_ index: Int) -> UInt32 {
    func level(_ step: Int) -> UInt32 { step == 0 ? 0 : UInt32(55 + step * 40) }
    if index >= 232 { return UInt32(8 + (index - 232) * 10) * 0x01_01_01 }
    let cube = index - firstIndex
    return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
  }
}

/// A color in a perceptual space, in which equal distances look equal: DIN99d (Cui et al., 2002)
/// over CIELAB under daylight (D65).
private struct LabColor {
  private let lightness: Float
  private let redGreen: Float
  private let yellowBlue: Float

  init(_ rgb: UInt32) {
    func linear(_ shift: UInt32) -> Float {
      let value = Float(rgb >> shift & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055).power(2.4)
    }
    func bent(_ value: Float) -> Float {
      value > 216 / 24389 ? value.cubeRoot : (24389 / 27 * value + 16) / 116
    }
    let (red, green, blue) = (linear(16), linear(8), linear(0))
    let z = 0.0193339 * red + 0.119192 * green + 0.9503041 * blue
    // DIN99d subtracts some of Z from X.
    let x = 1.12 * (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) - 0.12 * z
    let y = 0.2126729 * red + 0.7151522 * green + 0.072175 * blue
    let whiteX: Float = 1.12 * 0.95047 - 0.12 * 1.08883
    let (fx, fy, fz) = (bent(x / whiteX), bent(y), bent(z / 1.08883))
    let (l, a, b) = (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))

    // Rotated by 50 degrees, with chroma compressed.
    let angle: Float = 50 * .pi / 180
    let (sine, cosine) = (angle.sine, angle.cosine)
    let e = a * cosine + b * sine
    let f = 1.14 * (b * cosine - a * sine)
    let chroma = (e * e + f * f).squareRoot()
    let scale = chroma > 0 ? 22.5 * (1 + 0.06 * chroma).naturalLogarithm / chroma : 0
    lightness = 325.22 * (1 + 0.0036 * l).naturalLogarithm
    redGreen = e * scale
    yellowBlue = f * scale
  }

  /// Returns the squared distance, for comparisons only.
  func distance(to other: LabColor) -> Float {
    let first = lightness - other.lightness
    let second = redGreen - other.redGreen
    let third = yellowBlue - other.yellowBlue
    return first * first + second * second + third * third
  }
}

import CChafa
import System

enum CellColors: String {
  case full
  case indexed256 = "256"
  case indexed16 = "16"
  case mono
}

/// A picture made of characters, drawn by chafa.
struct CellArt: ~Copyable {
  let size: CellSize
  private let colors: CellColors
  private let canvas: OpaquePointer
  private var palette = PaletteMatcher()

  init(_ picture: borrowing PixelBuffer, _ size: CellSize, _ colors: CellColors)
    throws(PictureProblem)
  {
    // Threads reserve memory, of which there is little, and a thumbnail isn't worth it.
    chafa_set_n_threads(size.columns * size.rows < 1000 ? 1 : 2)
    guard let symbols = chafa_symbol_map_new(), let config = chafa_canvas_config_new()
    else { throw .tooLarge }
    defer {
      chafa_symbol_map_unref(symbols)
      chafa_canvas_config_unref(config)
    }
    // Blocks and their halves are in every font, one column wide, and quick to choose from.
    let tags = [PD_CHAFA_SPACE, PD_CHAFA_SOLID, PD_CHAFA_BLOCK, PD_CHAFA_HALF, PD_CHAFA_QUAD]
    for tag in tags { chafa_symbol_map_add_by_tags(symbols, Int32(tag)) }
    chafa_canvas_config_set_symbol_map(config, symbols)
    chafa_canvas_config_set_geometry(config, Int32(size.columns), Int32(size.rows))
    chafa_canvas_config_set_canvas_mode(config, colors.mode)
    chafa_canvas_config_set_work_factor(config, 0.5)
    // Nearest to the eye, not to the number, when there are few colors to choose from.
    if colors == .indexed16 || colors == .mono {
      chafa_canvas_config_set_color_space(config, Int32(PD_CHAFA_COLOR_SPACE_DIN99D))
    }
    // Two colors show shades only when they are mixed; more of them only get noisy by that.
    if colors == .mono {
      chafa_canvas_config_set_dither_mode(config, Int32(PD_CHAFA_DITHER_DIFFUSION))
    }
    guard let canvas = chafa_canvas_new(config) else { throw .tooLarge }
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

  /// One cell: a character one column wide, and its colors as `CellColors` has them, -1 for the
  /// terminal's own.
  mutating func cell(column: Int, row: Int) -> (
    scalar: UInt32, foreground: Int32, background: Int32
  ) {
    let scalar = chafa_canvas_get_char_at(canvas, Int32(column), Int32(row))
    var (foreground, background): (Int32, Int32) = (-1, -1)
    chafa_canvas_get_raw_colors_at(canvas, Int32(column), Int32(row), &foreground, &background)
    let isBlock = 0x2580...0x259F ~= scalar
    return (isBlock ? scalar : 0x20, checked(foreground), checked(background))
  }

  /// chafa numbers the terminal's own colors after the palette.
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

/// How many cells a picture takes.
struct CellSize {
  let columns: Int
  let rows: Int

  /// The largest that fits `columns` × `rows` and keeps the proportions. A cell is `cellRatio` as
  /// wide as it is high. A picture never gets more columns than it has pixels.
  init(_ picture: PictureSize, columns: Int, rows: Int, cellRatio: Double) {
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

  /// The pixels that make every cell worth looking at. chafa sees a cell as 8 × 8, but with six
  /// one can't tell the difference, and a large JPEG is more often decoded at an eighth.
  var pixels: PictureSize { PictureSize(width: columns * 6, height: rows * 6) }

  /// As many pixels as chafa sees.
  var allPixels: PictureSize { PictureSize(width: columns * 8, height: rows * 8) }
}

/// Finds colors of the 256-color palette that look like others. chafa can do this too, but turns
/// every pixel into numbers of its own for it; here it is only the two colors of each cell.
struct PaletteMatcher {
  private var known: [Int32: Int32] = [:]
  private static let palette: [LabColor] = (firstIndex..<256).map { LabColor(rgb($0)) }
  /// The first sixteen are the person's own: nobody knows how they look.
  private static let firstIndex = 16

  /// The index of the nearest color to 0xRRGGBB.
  mutating func index(of color: Int32) -> Int32 {
    // The palette's steps are ten times as wide: colors that differ by less than four are one.
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

  /// A cube of six levels a side, then grays, as xterm has them.
  private static func rgb(_ index: Int) -> UInt32 {
    func level(_ step: Int) -> UInt32 { step == 0 ? 0 : UInt32(55 + step * 40) }
    if index >= 232 { return UInt32(8 + (index - 232) * 10) * 0x01_01_01 }
    let cube = index - firstIndex
    return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
  }
}

/// A color by how it looks: DIN99d (Cui and others, 2002) over CIELAB under daylight (D65), in
/// which equal distances look equally far.
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
    // DIN99d takes a little of Z from X.
    let x = 1.12 * (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) - 0.12 * z
    let y = 0.2126729 * red + 0.7151522 * green + 0.072175 * blue
    let whiteX: Float = 1.12 * 0.95047 - 0.12 * 1.08883
    let (fx, fy, fz) = (bent(x / whiteX), bent(y), bent(z / 1.08883))
    let (l, a, b) = (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))

    // Turned by 50 degrees, and what is colorful moved together.
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

  /// Squared: only compared.
  func distance(to other: LabColor) -> Float {
    let first = lightness - other.lightness
    let second = redGreen - other.redGreen
    let third = yellowBlue - other.yellowBlue
    return first * first + second * second + third * third
  }
}

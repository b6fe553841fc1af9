import CChafa

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

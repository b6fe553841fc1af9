import CNcurses
import TerminalUI

/// Color pairs of ncurses for styles.
@MainActor
final class ColorPairs {
  let depth: ColorDepth
  private let colors: Int
  private let capacity: Int32
  private var pairs: [Colors: Int32] = [:]
  /// The pairs used for colors that got none of their own.
  private var substitutes: [Colors: Int32] = [:]
  /// The number of pairs that are searched for a substitute.
  private static let candidates = 512

  private struct Colors: Hashable {
    var foreground: Int32
    var background: Int32
    var isPlain: Bool { foreground < 0 && background < 0 }
  }

  /// Starts colors on the current terminal of ncurses, unless it is to be monochrome.
  init(isMonochrome: Bool) {
    if isMonochrome || !has_colors() || start_color() == ERR {
      depth = .monochrome
      (colors, capacity) = (0, 0)
      return
    }
    use_default_colors()
    colors = Int(pd_colors())
    capacity = pd_color_pairs()
    // The capability may be a flag, a number of bits or a string; each means direct colors.
    let isDirect =
      tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || TerminalModes.capability("RGB") != nil
    depth =
      if isDirect && colors >= 1 << 24 {
        .full
      } else if colors >= 256 {
        .palette256
      } else if colors >= 8 {
        .sixteen
      } else {
        .monochrome
      }
  }

  /// Returns the number of a style's pair; 0 is the terminal's default colors. If all pairs are in
  /// use, returns the most similar one.
  func pair(for style: Style) -> Int32 {
    guard depth != .monochrome else { return 0 }
    let wanted = colors(of: style)
    if wanted.isPlain { return 0 }
    if let pair = pairs[wanted] ?? substitutes[wanted] { return pair }
    let next = Int32(pairs.count + 1)
    if next < capacity, init_extended_pair(next, wanted.foreground, wanted.background) != ERR {
      pairs[wanted] = next
      return next
    }
    let nearest = pairs.prefix(Self.candidates).min {
      distance($0.key, wanted) < distance($1.key, wanted)
    }
    substitutes[wanted] = nearest?.value ?? 0
    return nearest?.value ?? 0
  }

  /// The result of fitting a grid's colors into the pairs.
  enum Fit {
    case fits
    /// The colors fit after all other pairs are freed.
    case fitsAlone
    case never
  }

  func fit(_ grid: Grid) -> Fit {
    let cells = grid.size.columns * grid.size.rows
    if depth == .monochrome || pairs.count + cells < capacity { return .fits }
    var styles: Set<Style> = []
    for row in 0..<grid.size.rows {
      for cell in grid.row(row) { styles.insert(cell.style) }
    }
    let needed = Set(styles.map(colors(of:))).filter { !$0.isPlain }
    let missing = needed.count { pairs[$0] == nil }
    if pairs.count + missing < capacity { return .fits }
    return needed.count < capacity ? .fitsAlone : .never
  }

  /// Frees all pairs. The screen must be drawn again afterwards.
  func reset() {
    reset_color_pairs()
    (pairs, substitutes) = ([:], [:])
  }

  private func colors(of style: Style) -> Colors {
    Colors(
      foreground: index(style.foreground, isForeground: true),
      background: index(style.background, isForeground: false))
  }

  private func distance(_ one: Colors, _ other: Colors) -> Int {
    distance(one.foreground, other.foreground) + distance(one.background, other.background)
  }

  private func distance(_ one: Int32, _ other: Int32) -> Int {
    if one == other { return 0 }
    // The terminal's default color isn't known; treat it as different from all others.
    if one < 0 || other < 0 { return 3 * 255 * 255 }
    return Palette.distance(rgb(one), rgb(other))
  }

  private func rgb(_ index: Int32) -> UInt32 {
    depth == .full && index >= 8 ? UInt32(index) : Palette.rgb(Int(index))
  }

  private func index(_ color: Color, isForeground: Bool) -> Int32 {
    switch color {
    case .terminal: -1
    case .palette(let index): self.index(palette: Int(index), isForeground: isForeground)
    case .rgb(let rgb):
      switch depth {
      // With direct colors, the numbers 0 to 7 are palette colors rather than almost black.
      case .full: Int32(max(8, rgb & 0xFF_FFFF))
      case .palette256: Int32(Palette.nearest(to: rgb, in: 16..<256))
      default:
        index(palette: Palette.nearest(to: rgb, in: 0..<16), isForeground: isForeground)
      }
    }
  }

  private func index(palette index: Int, isForeground: Bool) -> Int32 {
    if depth == .full { return index < 8 ? Int32(index) : Int32(max(8, Palette.rgb(index))) }
    if index < colors { return Int32(index) }
    let basic = index < 16 ? index : Palette.nearest(to: Palette.rgb(index), in: 0..<16)
    if basic < colors { return Int32(basic) }
    // With eight colors, bright ones become normal ones, but gray text must not become black.
    return isForeground && basic == 8 ? 7 : Int32(basic - 8)
  }
}

import CNcurses
import TerminalUI

/// The colours of styles as ncurses' numbered pairs.
@MainActor
final class ColorPairs {
  let depth: ColorDepth
  private let colors: Int
  private let capacity: Int32
  private var pairs: [Colors: Int32] = [:]

  private struct Colors: Hashable {
    var foreground: Int32
    var background: Int32
  }

  /// Every pair was taken when a frame was drawn, so some of it has no colour.
  private(set) var isFull = false

  /// Begins colours on the terminal that ncurses has open, unless none are wanted.
  init(isMonochrome: Bool) {
    if isMonochrome || !has_colors() || start_color() == ERR {
      depth = .monochrome
      (colors, capacity) = (0, 0)
      return
    }
    use_default_colors()
    colors = Int(pd_colors())
    capacity = pd_color_pairs()
    // A flag, a number of bits or a string: each says that colours are given as they are.
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

  /// The number of a style's pair; 0 is the terminal's own colours.
  func pair(for style: Style) -> Int32 {
    guard depth != .monochrome else { return 0 }
    let wanted = Colors(
      foreground: index(style.foreground, isForeground: true),
      background: index(style.background, isForeground: false))
    if wanted.foreground < 0, wanted.background < 0 { return 0 }
    if let pair = pairs[wanted] { return pair }
    let next = Int32(pairs.count + 1)
    guard next < capacity, init_extended_pair(next, wanted.foreground, wanted.background) != ERR
    else {
      isFull = true
      return 0
    }
    pairs[wanted] = next
    return next
  }

  /// Forgets every pair. Everything must then be drawn anew.
  func reset() {
    reset_color_pairs()
    pairs = [:]
    isFull = false
  }

  private func index(_ color: Color, isForeground: Bool) -> Int32 {
    switch color {
    case .terminal: -1
    case .palette(let index): self.index(palette: Int(index), isForeground: isForeground)
    case .rgb(let rgb):
      switch depth {
      // The first eight numbers mean the palette there, not almost black.
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
    // Eight colours: the bright ones as their plain ones, but grey text must not turn black.
    return isForeground && basic == 8 ? 7 : Int32(basic - 8)
  }
}

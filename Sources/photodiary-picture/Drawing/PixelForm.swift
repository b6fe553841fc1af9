/// How drawn pixels are written.
enum PixelForm {
  case png
  case jpeg
  /// Of that many colors at most. `filling` is the size of the cells that it fills, for tmux: it takes all
  /// that bands of six rows touch for covered, and draws black what a picture leaves of them.
  case sixel(colors: Int, filling: PictureSize?)

  init?(_ options: Options) {
    switch options["--as"] {
    case "png" where Self.hasNoSixels(options): self = .png
    case "jpeg" where Self.hasNoSixels(options): self = .jpeg
    case "sixel":
      let colors = options["--colors"] == nil ? 256 : options.number("--colors", 2...65_536)
      let cell = options["--fill-cells"].map(Self.cell)
      guard let colors, cell != .some(nil) else { return nil }
      self = .sixel(colors: colors, filling: cell ?? nil)
    default: return nil
    }
  }

  private static func hasNoSixels(_ options: Options) -> Bool {
    options["--colors"] == nil && options["--fill-cells"] == nil
  }

  private static func cell(_ text: String) -> PictureSize? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ 1...1000 ~= $0 }) else { return nil }
    return PictureSize(width: sides[0], height: sides[1])
  }

  var name: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpeg"
    case .sixel: "sixel"
    }
  }
}

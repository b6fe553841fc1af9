/// How drawn pixels are written.
enum PixelForm {
  case png
  case jpeg
  /// Of that many colors at most.
  case sixel(colors: Int)

  init?(_ options: Options) {
    switch options["--as"] {
    case "png" where options["--colors"] == nil: self = .png
    case "jpeg" where options["--colors"] == nil: self = .jpeg
    case "sixel":
      let colors = options["--colors"] == nil ? 256 : options.number("--colors", 2...65_536)
      guard let colors else { return nil }
      self = .sixel(colors: colors)
    default: return nil
    }
  }

  var name: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpeg"
    case .sixel: "sixel"
    }
  }
}

import System

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

/// The 256 colors of xterm's palette.
package enum Palette {
  /// Returns a palette color as 0xRRGGBB.
  package static func rgb(_ index: Int) -> UInt32 {
    switch index {
    case 0..<16: return basic[index]
    case 16..<232:
      let cube = index - 16
      return pack(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    default:
      let gray = UInt32(8 + (index - 232) * 10)
      return pack(gray, gray, gray)
    }
  }

  /// Returns the most similar palette color.
  package static func nearest(to rgb: UInt32, in range: Range<Int>) -> Int {
    if range == 16..<256 {
      // Only the nearest color of the cube and the nearest gray are candidates.
      let cube = 16 + 36 * level(rgb >> 16) + 6 * level(rgb >> 8) + level(rgb)
      let average = ((rgb >> 16 & 0xFF) + (rgb >> 8 & 0xFF) + (rgb & 0xFF)) / 3
      let gray = 232 + min(23, max(0, (Int(average) - 3) / 10))
      return distance(Self.rgb(gray), rgb) < distance(Self.rgb(cube), rgb) ? gray : cube
    }
    return range.min { distance(Self.rgb($0), rgb) < distance(Self.rgb($1), rgb) } ?? 0
  }

  private static let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
  private static let basic: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  private static func pack(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
    red << 16 | green << 8 | blue
  }

  private static func level(_ value: UInt32) -> Int {
    let value = value & 0xFF
    return value < 48 ? 0 : value < 115 ? 1 : Int(value - 35) / 40
  }

  /// Returns the difference of two colors: the sum of the squared differences of their parts.
  package static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    func part(_ shift: UInt32) -> Int {
      let difference = Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)
      return difference * difference
    }
    return part(0) + part(8) + part(16)
  }
}

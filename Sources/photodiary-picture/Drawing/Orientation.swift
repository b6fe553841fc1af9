/// How the stored pixels must be turned to stand upright: EXIF's eight ways.
enum Orientation: Int {
  case upright = 1
  case mirrored, upsideDown, upsideDownMirrored
  /// The stored rows are the columns that one sees.
  case leftMirrored, left, rightMirrored, right

  var swapsSides: Bool { rawValue >= 5 }

  func seen(_ stored: PictureSize) -> PictureSize {
    swapsSides ? stored.turned : stored
  }

  /// The part of the stored picture that is seen as `region`.
  func stored(_ region: Region) -> Region {
    let unit = Region.unit
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
    return Region(
      left: min(first.0, second.0), top: min(first.1, second.1), right: max(first.0, second.0),
      bottom: max(first.1, second.1))
  }

  func upright(_ stored: consuming PixelBuffer) throws(PictureProblem) -> PixelBuffer {
    if self == .upright { return stored }
    let (width, height) = (stored.size.width, stored.size.height)
    var result = try PixelBuffer(seen(stored.size))
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

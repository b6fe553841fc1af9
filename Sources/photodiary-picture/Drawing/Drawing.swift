/// Which part of a picture is drawn, and what is seen where it is transparent.
struct Drawing {
  var region = Region.whole
  var background = Color.black

  init?(_ options: Options) {
    if let text = options["--region"] {
      guard let region = Region(text) else { return nil }
      self.region = region
    }
    if let text = options["--background"] {
      guard let background = Color(text) else { return nil }
      self.background = background
    }
  }
}

/// A part of a picture, in ten-thousandths of its sides.
struct Region: Equatable {
  var left = 0
  var top = 0
  var right = Region.unit
  var bottom = Region.unit

  static let unit = 10_000
  static let whole = Region()

  var width: Int { right - left }
  var height: Int { bottom - top }

  /// The size in pixels of this part of a picture.
  func size(of picture: PictureSize) -> PictureSize {
    PictureSize(
      width: max(1, (picture.width * width + Self.unit / 2) / Self.unit),
      height: max(1, (picture.height * height + Self.unit / 2) / Self.unit))
  }

  /// How large the whole picture must be for this part of it to be as large as `part`.
  func whole(for part: PictureSize) -> PictureSize {
    PictureSize(
      width: (part.width * Self.unit + width - 1) / width,
      height: (part.height * Self.unit + height - 1) / height)
  }
}

extension Region {
  /// `left,top,right,bottom`.
  init?(_ text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let left = numbers[0], let top = numbers[1],
      let right = numbers[2], let bottom = numbers[3],
      0 <= left, left < right, right <= Self.unit, 0 <= top, top < bottom, bottom <= Self.unit
    else { return nil }
    self.init(left: left, top: top, right: right, bottom: bottom)
  }
}
